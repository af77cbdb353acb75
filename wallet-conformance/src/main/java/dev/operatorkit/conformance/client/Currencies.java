package dev.operatorkit.conformance.client;

import java.util.regex.Pattern;

/** Recognises the codes of currencies: those of ISO 4217, and codes of the same convention for others (GEN-5). */
final class Currencies {
    static final String EXPECTED = "a code of ISO 4217 such as EUR, or of the same convention";
    static final String HINT = "Send the three capital letters of the code, neither its number nor a name.";

    /** Crypto codes have 2 to 10 capital letters and digits (D-58); a number is a code of neither kind. */
    private static final Pattern CODE = Pattern.compile("(?=.*[A-Z])[A-Z0-9]{2,10}");

    private Currencies() {}

    static boolean isCode(String text) {
        return CODE.matcher(text).matches();
    }
}
