package dev.operatorkit.reference.staff;

import java.util.function.IntPredicate;

/**
 * Escapes characters that act on a text instead of being read: control characters, those that reverse the order of others, and
 * invisible ones. With them, a name could look like another name, or like a sentence of the page that shows it.
 */
public final class EscapedText {
    private static final int LAST_OF_FOUR_DIGITS = 0xffff;
    private static final int NONCHARACTER_BITS = 0xfffe;

    private EscapedText() {}

    /** Returns the text with the number of each such character in its place. White space that divides words and lines stays. */
    public static String of(String text) {
        return escape(text, character -> isActing(character) && "\t\n\r".indexOf(character) < 0);
    }

    /** Returns the text as one line, with the number of each such character in its place. */
    static String line(String text) {
        return escape(text, EscapedText::isActing);
    }

    private static String escape(String text, IntPredicate acting) {
        if (text.codePoints().noneMatch(acting)) {
            return text;
        }
        var escaped = new StringBuilder();
        text.codePoints().forEach(character -> {
            if (acting.test(character)) {
                escaped.append((character > LAST_OF_FOUR_DIGITS ? "\\u{%x}" : "\\u%04x").formatted(character));
            } else {
                escaped.appendCodePoint(character);
            }
        });
        return escaped.toString();
    }

    private static boolean isActing(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> (character & NONCHARACTER_BITS) == NONCHARACTER_BITS;
        };
    }
}
