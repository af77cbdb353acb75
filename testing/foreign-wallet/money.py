"""Exact money: decimal numbers on the wire, whole minor units inside (WAL-16, D-19, D-20, D-58)."""
import re
from decimal import Decimal, InvalidOperation

# ISO-4217 codes whose minor unit is not 1/100.
_OTHER_DECIMALS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
_TWO_DECIMALS = (
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF "
    "CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF "
    "IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR "
    "MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD "
    "SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR "
    "ZMW ZWL")
_DECIMALS = {code: 2 for code in _TWO_DECIMALS.split()}
for _places, _codes in _OTHER_DECIMALS.items():
    _DECIMALS.update({code: _places for code in _codes.split()})

CRYPTO_DECIMALS = 8
LARGEST = 2 ** 63 - 1


class AmountError(ValueError):
    """Says why a number is not an amount of the currency."""


def decimals_of(currency):
    """Returns the number of decimals of a currency code."""
    if currency in _DECIMALS:
        return _DECIMALS[currency]
    if re.fullmatch(r"[A-Z0-9]{2,10}", currency):
        return CRYPTO_DECIMALS
    raise AmountError("unknown currency " + currency)


def to_minor(text, places):
    """Converts a JSON number to whole minor units, or raises AmountError. Never rounds."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise AmountError("the amount is out of range") from None
    if value == 0:
        return 0
    if value < 0:
        raise AmountError("the amount is negative")
    _, digits, exponent = value.as_tuple()
    written = "".join(map(str, digits)).lstrip("0")
    significant = written.rstrip("0")
    shift = exponent + places + len(written) - len(significant)
    if shift < 0:
        raise AmountError("the amount has more than %d decimals" % places)
    if len(significant) + shift > 19:
        raise AmountError("the amount is out of range")
    minor = int(significant) * 10 ** shift
    if minor > LARGEST:
        raise AmountError("the amount is out of range")
    return minor


def to_text(minor, places):
    """Writes minor units as a decimal number with all decimals of the currency."""
    sign = "-" if minor < 0 else ""
    digits = str(abs(minor)).rjust(places + 1, "0")
    if places == 0:
        return sign + digits
    return sign + digits[:-places] + "." + digits[-places:]
