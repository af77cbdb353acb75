"""Exact money: decimal numbers in messages, whole minor units inside (WAL-16, D-19, D-20, D-58)."""
from decimal import Decimal, InvalidOperation

# The ISO-4217 codes that this wallet knows; every other code is a crypto code with 8 decimals.
_DECIMALS = {"JPY": 0, "KRW": 0, "EUR": 2, "GBP": 2, "USD": 2, "BHD": 3, "KWD": 3}
CRYPTO_DECIMALS = 8
LARGEST = 2 ** 63 - 1


class AmountError(ValueError):
    """Says why a number is not an amount of the currency."""


def decimals_of(currency):
    """Returns the number of decimals of a currency code."""
    return _DECIMALS.get(currency, CRYPTO_DECIMALS)


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
    if len(significant) + shift > 19 or int(significant) * 10 ** shift > LARGEST:
        raise AmountError("the amount is out of range")
    return int(significant) * 10 ** shift


def to_text(minor, places):
    """Writes minor units as a decimal number with all decimals of the currency."""
    digits = str(minor).rjust(places + 1, "0")
    return digits[:-places] + "." + digits[-places:] if places else digits
