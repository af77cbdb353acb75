package dev.operatorkit.conformance.suite;

import java.util.regex.Pattern;

/** Shortens texts where a word or a number ends, so that the beginning of a value is never read as the value. */
public final class Excerpt {
    private static final Pattern PART_OF_A_VALUE = Pattern.compile("[\\p{L}\\p{M}\\p{N}._+-]");

    private Excerpt() {}

    /** Returns the text, or its beginning with an ellipsis when it is longer than this many characters. */
    public static String of(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, end(text, longest)) + "…";
    }

    /** Returns the last place up to which no value is cut; when the whole beginning is one value, the longest place. */
    private static int end(String text, int longest) {
        var end = longest;
        while (end > longest / 2 && isPart(text, end - 1) && isPart(text, end)) {
            end--;
        }
        var found = end > longest / 2 ? end : longest;
        return Character.isLowSurrogate(text.charAt(found)) ? found - 1 : found;
    }

    private static boolean isPart(String text, int at) {
        return PART_OF_A_VALUE.matcher(text.substring(at, at + 1)).matches();
    }
}
