package dev.operatorkit.files;

import java.text.Normalizer;

/** Recognizes texts in a CSV file that a spreadsheet would calculate instead of showing them. */
public final class SpreadsheetText {
    private static final String FORMULA_STARTS = "=+-@";
    private static final String REMOVED_STARTS = "\t\r\n";

    private SpreadsheetText() {}

    /**
     * Returns true for a text that a spreadsheet may take for a formula. Some read the full-width signs of East Asian keyboards as
     * the plain ones, and some skip blanks and characters without a width first.
     */
    public static boolean isFormula(String text) {
        if (text.isEmpty() || REMOVED_STARTS.indexOf(text.charAt(0)) >= 0) {
            return !text.isEmpty();
        }
        var start = Normalizer.normalize(text, Normalizer.Form.NFKC)
                .codePoints()
                .dropWhile(SpreadsheetText::isSkipped)
                .findFirst();
        return start.isPresent() && FORMULA_STARTS.indexOf(start.getAsInt()) >= 0;
    }

    private static boolean isSkipped(int character) {
        return Character.isWhitespace(character)
                || Character.isSpaceChar(character)
                || Character.isISOControl(character)
                || Character.getType(character) == Character.FORMAT;
    }
}
