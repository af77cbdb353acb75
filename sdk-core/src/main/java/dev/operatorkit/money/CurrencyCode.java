package dev.operatorkit.money;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/**
 * Represents a currency and its number of decimal places: an ISO-4217 code, or the code of a cryptocurrency (GEN-5,
 * D-19).
 *
 * <p>ISO-4217 codes come from a table of this library and not from the JDK's, so that the currencies of a wallet do not
 * depend on its Java version. Any other code of 2 to 10 capital letters and digits is a crypto code with 8 decimal
 * places (D-58). The following codes are rejected:
 *
 * <ul>
 * <li>{@code FUN}, the virtual currency of demos, which is never sent to a wallet (LAU-13);
 * <li>codes that ISO-4217 has withdrawn, such as {@code DEM}, because treating them as crypto codes with 8 decimal
 * places would be wrong. Recently withdrawn codes, such as {@code HRK}, are still in the table, because accounts in
 * them may still be open;
 * <li>codes for which ISO-4217 defines no number of decimal places ("N.A."), such as {@code XAU} and {@code XTS}.
 * </ul>
 *
 * <p>The environment variable {@value #SETTING} (or the system property {@value #PROPERTY}, which takes precedence)
 * sets the decimal places of crypto codes that do not have 8, such as {@code USDT=6,SHIB=2}. A value is 0 to 18. Every
 * code is allowed except {@code FUN} and those in the table; listing a rejected code makes it usable. The variable is
 * read once, by the SDKs, the reference wallet and the simulator: give all of them the same value. Amounts are stored
 * as minor units, so never change the decimal places of a currency in which amounts are stored.
 */
public final class CurrencyCode {
    /** Defines the name of the environment variable that sets the decimal places of crypto codes. */
    public static final String SETTING = "OPERATORKIT_CURRENCY_DECIMALS";

    /** Defines the name of the equivalent system property, which takes precedence over the environment variable. */
    public static final String PROPERTY = "operatorkit.currency.decimals";

    private static final int CRYPTO_DECIMALS = 8;
    private static final Pattern CRYPTO_FORM = Pattern.compile("[A-Z0-9]{2,10}");
    private static final Map<String, CurrencyCode> ISO = new HashMap<>();

    static {
        iso(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF");
        iso(3, "BHD IQD JOD KWD LYD OMR TND");
        iso(4, "CLF UYW");
        iso(2, """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
            CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
            HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU
            MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
            SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED
            VES WST XCD XCG YER ZAR ZMW ZWG\
            """);
        // Withdrawn recently; accounts in them may still be open.
        iso(2, "ANG BGN CUC HRK SLL ZWL");
    }

    /** Lists the codes that ISO-4217 withdrew long ago or for which it defines no decimal places. */
    private static final Set<String> UNUSABLE = Set.of(("""
        ADP AFA ALK AOK AON AOR ARA ARP ARY ATS AYM AZM BAD BEC BEF BEL BGJ BGK BGL BOP BRB BRC BRE BRN BRR BUK
        BYB BYR CHC CSD CSJ CSK CYP DDM DEM ECS ECV EEK ESA ESB ESP FIM FRF GEK GHC GHP GNE GNS GQE GRD GWE GWP
        HRD IEP ILP ILR ISJ ITL LAJ LSM LTL LTT LUC LUF LUL LVL LVR MGF MLF MRO MTL MTP MVQ MXP MZE MZM NIC NLG
        PEH PEI PES PLZ PTE RHD ROK ROL RUR SDD SDP SIT SKK SRG STD SUR TJR TMM TPE TRL UAK UGS UGW USS UYN UYP
        VEB VEF VNC XEU XFO XFU XRE YDD YUD YUM YUN ZAL ZMK ZRN ZRZ ZWC ZWD ZWN ZWR
        XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA\
        """ + " XX" + "X").split("\\s+"));

    private static final Settings SETTINGS = Settings.of(Objects.requireNonNullElse(
            System.getProperty(PROPERTY), Objects.requireNonNullElse(System.getenv(SETTING), "")));

    private final String code;
    private final int decimals;

    private CurrencyCode(String code, int decimals) {
        this.code = code;
        this.decimals = decimals;
    }

    private static void iso(int decimals, String codes) {
        for (var each = new StringTokenizer(codes); each.hasMoreTokens(); ) {
            var code = each.nextToken();
            ISO.put(code, new CurrencyCode(code, decimals));
        }
    }

    /**
     * Returns the currency with this code.
     *
     * @throws IllegalArgumentException if there is no such currency
     * @throws IllegalStateException if the value of {@value #SETTING} is malformed
     */
    public static CurrencyCode of(String code) {
        var iso = ISO.get(code);
        return iso != null ? iso : SETTINGS.crypto(code);
    }

    /**
     * Returns the cryptocurrency with this code.
     *
     * @throws IllegalArgumentException if there is no such currency, or it is an ISO-4217 currency
     * @throws IllegalStateException if the value of {@value #SETTING} is malformed
     */
    public static CurrencyCode ofCrypto(String code) {
        if (ISO.containsKey(code)) {
            throw new IllegalArgumentException("'" + code + "' is an ISO-4217 code, not a crypto code");
        }
        return SETTINGS.crypto(code);
    }

    /**
     * Validates {@value #SETTING}. Call it at start-up, so that a malformed value fails fast.
     *
     * @throws IllegalStateException if the value is malformed; the message says why
     */
    public static void requireSettings() {
        SETTINGS.requireReadable();
    }

    /**
     * Holds the decimal places from the setting.
     *
     * @param named the currencies by code
     * @param problem the reason why the setting is malformed, or empty
     */
    record Settings(Map<String, CurrencyCode> named, String problem) {
        private static final Pattern ENTRY = Pattern.compile("([A-Z0-9]{2,10})=(\\d|1[0-8])");

        static Settings of(String text) {
            var named = new HashMap<String, CurrencyCode>();
            for (var each = new StringTokenizer(text, ", "); each.hasMoreTokens(); ) {
                var entry = each.nextToken();
                var match = ENTRY.matcher(entry);
                if (!match.matches()) {
                    return broken("'" + entry + "' is not CODE=DECIMALS with 0 to 18 decimals, such as USDT=6");
                }
                var code = match.group(1);
                if (ISO.containsKey(code) || code.equals("FUN")) {
                    return broken("'" + code + "' is not a crypto code, so its decimals are fixed. Leave it out");
                }
                if (named.put(code, new CurrencyCode(code, Integer.parseInt(match.group(2)))) != null) {
                    return broken("'" + code + "' appears twice. Set its decimals once");
                }
            }
            return new Settings(Map.copyOf(named), "");
        }

        private static Settings broken(String why) {
            return new Settings(Map.of(), SETTING + " (or " + PROPERTY + "): " + why + ".");
        }

        void requireReadable() {
            if (!problem.isEmpty()) {
                throw new IllegalStateException(problem);
            }
        }

        CurrencyCode crypto(String code) {
            requireReadable();
            var set = named.get(code);
            if (set != null) {
                return set;
            }
            if (code.equals("FUN")) {
                throw new IllegalArgumentException("not a currency code: FUN is only for demos (LAU-13)");
            }
            if (!CRYPTO_FORM.matcher(code).matches()) {
                throw new IllegalArgumentException("not a currency code: must be 2 to 10 capital letters and digits");
            }
            if (UNUSABLE.contains(code)) {
                throw new IllegalArgumentException(
                        "not in use: ISO-4217 has withdrawn the code or defines no decimals for it. Set them with "
                                + SETTING);
            }
            return new CurrencyCode(code, CRYPTO_DECIMALS);
        }
    }

    /** Returns the code, such as {@code EUR} or {@code BTC}. */
    public String code() {
        return code;
    }

    /** Returns the number of decimal places, such as 2 for EUR and 0 for JPY. */
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
