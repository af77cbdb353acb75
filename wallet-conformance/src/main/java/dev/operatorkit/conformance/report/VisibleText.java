package dev.operatorkit.conformance.report;

import java.util.regex.Pattern;

/**
 * Shows characters that would act on a page or a terminal instead of being read: control characters, those that reverse the order
 * of others, and invisible ones. A wallet or a changed file could forge a verdict with them.
 */
public final class VisibleText {
    private static final String ACTING = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\x{FFFE}\\x{FFFF}";
    private static final Pattern IN_TEXT = Pattern.compile("[" + ACTING + "&&[^\\t\\n\\r]]");
    private static final Pattern IN_LINE = Pattern.compile("[" + ACTING + "]");

    private VisibleText() {}

    /** Returns a text of several lines, in which each of these characters is replaced by its number. */
    public static String of(String text) {
        return escape(IN_TEXT, text);
    }

    /** Returns a text as one line. */
    public static String line(String text) {
        return escape(IN_LINE, text.replaceAll("[\\t\\n\\r]", " "));
    }

    private static String escape(Pattern which, String text) {
        return which.matcher(text)
                .replaceAll(found -> found.group()
                        .codePoints()
                        .mapToObj(c -> String.format(c > 0xffff ? "\\\\u{%X}" : "\\\\u%04X", c))
                        .reduce("", String::concat));
    }
}
