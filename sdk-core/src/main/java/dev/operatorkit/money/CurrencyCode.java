package dev.operatorkit.money;

import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/**
 * An ISO-4217 code, or a crypto code in the same form (GEN-5), and with it the number of decimals (D-19).
 *
 * <p>The table is our own: which currencies a wallet knows must not change with the Java it runs on. {@code FUN} is in
 * neither list: it is never money (LAU-13).
 */
public final class CurrencyCode {
    private static final int CRYPTO_DECIMALS = 8;
    private static final Pattern CRYPTO_FORM = Pattern.compile("[A-Z0-9]{2,10}");
    private static final Map<String, CurrencyCode> KNOWN = new HashMap<>();

    static {
        known(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF");
        known(3, "BHD IQD JOD KWD LYD OMR TND");
        known(4, "CLF UYW");
        known(2, """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
            CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
            HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU
            MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
            SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED
            VES WST XCD XCG YER ZAR ZMW ZWG\
            """);
        // Withdrawn lately; accounts in them may still be open.
        known(2, "ANG BGN CUC HRK SLL ZWL");
        known(CRYPTO_DECIMALS, """
            ADA ALGO ATOM AVAX BCH BNB BTC BUSD DAI DASH DOGE DOT ETC ETH LINK LTC NEO POL SHIB SOL TON TRX UNI USDC
            USDT XLM XMR XRP XTZ ZEC\
            """);
    }

    private final String code;
    private final int decimals;

    private CurrencyCode(String code, int decimals) {
        this.code = code;
        this.decimals = decimals;
    }

    private static void known(int decimals, String codes) {
        for (var each = new StringTokenizer(codes); each.hasMoreTokens(); ) {
            var code = each.nextToken();
            KNOWN.put(code, new CurrencyCode(code, decimals));
        }
    }

    /** The currency of that code; IllegalArgumentException when none is known. */
    public static CurrencyCode of(String code) {
        var currency = KNOWN.get(code);
        if (currency == null) {
            throw new IllegalArgumentException("not a currency code that is known");
        }
        return currency;
    }

    /** A crypto currency, also one that is in no list, with 8 decimals; IllegalArgumentException for a code of ISO-4217. */
    public static CurrencyCode crypto(String code) {
        var known = KNOWN.get(code);
        if (!CRYPTO_FORM.matcher(code).matches() || code.equals("FUN") || (known != null && known.decimals != 8)) {
            throw new IllegalArgumentException("not a crypto code");
        }
        return known == null ? new CurrencyCode(code, CRYPTO_DECIMALS) : known;
    }

    /** Such as {@code EUR} or {@code BTC}. */
    public String code() {
        return code;
    }

    /** How many digits follow the point in its minor unit. */
    public int decimals() {
        return decimals;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CurrencyCode that && code.equals(that.code);
    }

    @Override
    public int hashCode() {
        return code.hashCode();
    }

    @Override
    public String toString() {
        return code;
    }
}
