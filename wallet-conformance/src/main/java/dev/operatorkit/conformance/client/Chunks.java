package dev.operatorkit.conformance.client;

import java.util.regex.Pattern;

/** Undoes the chunked transfer coding of a recorded body. */
final class Chunks {
    private static final Pattern LENGTH = Pattern.compile("[0-9a-fA-F]{1,7}");

    private Chunks() {}

    /** Returns the body; what cannot be read of it is left out. */
    static String join(String coded) {
        var joined = new StringBuilder();
        var from = 0;
        while (true) {
            var line = coded.indexOf("\r\n", from);
            var digits =
                    line < 0 ? "" : coded.substring(from, line).split(";", 2)[0].strip();
            if (!LENGTH.matcher(digits).matches()) {
                return joined.toString();
            }
            var length = Integer.parseInt(digits, 16);
            var start = line + 2;
            if (length == 0 || length > coded.length() - start) {
                return joined.toString();
            }
            joined.append(coded, start, start + length);
            from = start + length + 2;
        }
    }
}
