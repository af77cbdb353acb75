package dev.operatorkit.money;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Represents a currency and its number of decimal places: an ISO-4217 code, or the code of a cryptocurrency (GEN-5,
 * D-19).
 *
 * <p>ISO-4217 codes come from a table of this library and not from the JDK's, so that the currencies of a wallet do not
 * depend on its Java version. The usual cryptocurrencies, such as {@code BTC} and {@code ETH}, are in it with 8 decimal
 * places (D-58); other codes are registered with theirs. The following codes are rejected:
 *
 * <ul>
 * <li>those that are neither in the table nor registered: a misspelt {@code EURO} would otherwise move other amounts. The
 * table has no {@code USDT} and other coins whose decimal places differ between platforms;
 * <li>{@code FUN}, the virtual currency of demos, which is never sent to a wallet (LAU-13);
 * <li>codes that ISO-4217 has withdrawn, such as {@code DEM}, because treating them as crypto codes with 8 decimal
 * places would be wrong. Recently withdrawn codes, such as {@code HRK}, are still in the table, because accounts in
 * them may still be open;
 * <li>codes for which ISO-4217 defines no number of decimal places ("N.A."), such as {@code XAU} and {@code XTS}.
 * </ul>
 *
 * <p>A code is registered with {@link #register}, or by the environment variable {@value #SETTING} (or the system property
 * {@value #PROPERTY}, which takes precedence), such as {@code USDT=6,SHIB=2}. Every code is allowed except {@code FUN} and
 * those of ISO-4217. The variable is read once, by the SDKs, the reference wallet and the simulator: give all of them the
 * same value. A code has the same decimal places in the whole process. Amounts are stored as minor units, so never change
 * the decimal places of a currency in which amounts are stored. Immutable.
 */
public final class CurrencyCode {
    /** Defines the name of the environment variable that sets the decimal places of crypto codes. */
    public static final String SETTING = "OPERATORKIT_CURRENCY_DECIMALS";

    /** Defines the name of the equivalent system property, which takes precedence over the environment variable. */
    public static final String PROPERTY = "operatorkit.currency.decimals";

    private static final int CRYPTO_DECIMALS = 8;
    private static final int MAX_DECIMALS = 18;
    private static final int MAX_CODES = 10_000;
    private static final String CRYPTO =
            "ADA ATOM AVAX BCH BNB BTC DASH DOGE DOT ETC ETH LINK LTC SOL TON TRX XLM XMR XRP ZEC";
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
     * @throws IllegalArgumentException if it is not of ISO-4217, a usual cryptocurrency or registered; the message says how
     *     to register it
     * @throws IllegalStateException if the value of {@value #SETTING} is malformed
     */
    public static CurrencyCode of(String code) {
        var iso = ISO.get(code);
        return iso != null ? iso : SETTINGS.listed(code);
    }

    /**
     * Returns the currency with this code, with 8 decimal places if the code is not known (D-58). For programs that show
     * what others sent, and move no money. The code keeps them: {@link #register} then refuses others.
     *
     * @throws IllegalArgumentException if the code is rejected even so, or 10,000 other codes were used before
     * @throws IllegalStateException if the value of {@value #SETTING} is malformed
     */
    public static CurrencyCode ofUnlisted(String code) {
        var iso = ISO.get(code);
        return iso != null ? iso : SETTINGS.unlisted(code);
    }

    /**
     * Registers a currency that is not of ISO-4217, for the whole process. Call it at start-up; calling it again has no
     * effect.
     *
     * @param decimals the number of decimal places, from 0 to 18
     * @throws IllegalArgumentException if the code is malformed, of ISO-4217, or known with other decimal places
     * @throws IllegalStateException if the value of {@value #SETTING} is malformed
     */
    public static CurrencyCode register(String code, int decimals) {
        SETTINGS.requireReadable();
        return SETTINGS.register(code, decimals);
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
     * Holds the currencies that are not of ISO-4217.
     *
     * @param used all that were made so far, by code, so that none is made twice
     * @param known the codes of the usual ones, those of the setting, and those registered
     * @param problem the reason why the setting is malformed, or empty
     */
    record Settings(Map<String, CurrencyCode> used, Set<String> known, String problem) {
        private static final Pattern ENTRY = Pattern.compile("([A-Z0-9]{2,10})=(\\d|1[0-8])");

        static Settings of(String text) {
            var settings = new Settings(new ConcurrentHashMap<>(), ConcurrentHashMap.newKeySet(), "");
            for (var each = new StringTokenizer(text, ", "); each.hasMoreTokens(); ) {
                var entry = each.nextToken();
                var match = ENTRY.matcher(entry);
                if (!match.matches()) {
                    return broken("'" + entry + "' is not CODE=DECIMALS with 0 to 18 decimals, such as USDT=6");
                }
                try {
                    settings.register(match.group(1), Integer.parseInt(match.group(2)));
                } catch (IllegalArgumentException e) {
                    return broken(String.valueOf(e.getMessage()));
                }
            }
            for (var each = new StringTokenizer(CRYPTO); each.hasMoreTokens(); ) {
                var code = each.nextToken();
                settings.used.putIfAbsent(code, new CurrencyCode(code, CRYPTO_DECIMALS));
                settings.known.add(code);
            }
            return settings;
        }

        private static Settings broken(String why) {
            return new Settings(Map.of(), Set.of(), SETTING + " (or " + PROPERTY + "): " + why + ".");
        }

        void requireReadable() {
            if (!problem.isEmpty()) {
                throw new IllegalStateException(problem);
            }
        }

        CurrencyCode register(String code, int decimals) {
            if (ISO.containsKey(code) || code.equals("FUN")) {
                throw new IllegalArgumentException("'" + code + "' is not a crypto code, so its decimals are fixed");
            }
            requireForm(code);
            if (decimals < 0 || decimals > MAX_DECIMALS) {
                throw new IllegalArgumentException("'" + code + "' must have 0 to " + MAX_DECIMALS + " decimals");
            }
            var currency = used.computeIfAbsent(code, added -> new CurrencyCode(added, decimals));
            if (currency.decimals != decimals) {
                throw new IllegalArgumentException("'" + code + "' already has " + currency.decimals + " decimals. "
                        + (known.contains(code) ? "Set them once" : "Set them at start-up, before the code is used"));
            }
            known.add(code);
            return currency;
        }

        CurrencyCode listed(String code) {
            var currency = unlisted(code);
            if (!known.contains(code)) {
                var iso = code.substring(0, Math.min(3, code.length()));
                throw new IllegalArgumentException("not a known currency: " + code + "."
                        + (ISO.containsKey(iso) ? " Did you mean " + iso + "?" : "")
                        + " Set the decimals of a cryptocurrency with CurrencyCode.register or " + SETTING);
            }
            return currency;
        }

        CurrencyCode unlisted(String code) {
            requireReadable();
            var currency = used.get(code);
            if (currency != null) {
                return currency;
            }
            if (code.equals("FUN")) {
                throw new IllegalArgumentException("not a currency code: FUN is only for demos (LAU-13)");
            }
            requireForm(code);
            if (UNUSABLE.contains(code)) {
                throw new IllegalArgumentException(
                        "not in use: ISO-4217 has withdrawn the code or defines no decimals for it. Set them with "
                                + SETTING);
            }
            if (used.size() >= MAX_CODES) {
                throw new IllegalArgumentException("not a known currency: " + code + ". " + MAX_CODES
                        + " other codes were used before. Set the decimals of those that are real with " + SETTING);
            }
            return used.computeIfAbsent(code, added -> new CurrencyCode(added, CRYPTO_DECIMALS));
        }

        private static void requireForm(String code) {
            if (!CRYPTO_FORM.matcher(code).matches()) {
                throw new IllegalArgumentException("not a currency code: must be 2 to 10 capital letters and digits");
            }
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
