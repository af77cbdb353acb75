package dev.operatorkit.files;

import java.text.Normalizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps texts in a CSV file from being calculated by the spreadsheet that opens it. */
public final class SpreadsheetText {
    private static final String FORMULA_STARTS = "=+-@";

    /** Matches what is one cell for a program that separates by semicolons or tabs, as Excel does in most of Europe. */
    private static final Pattern CELL = Pattern.compile("[^;|\t\r\n]+");

    /** Matches quotes, controls, blanks, marks, and, normalized, the letters and the pattern that fonts draw as nothing. */
    private static final Pattern INVISIBLE = Pattern.compile("[\"\\p{C}\\p{Z}\\p{M}\u115f\u1160\u2800]");

    private SpreadsheetText() {}

    /** Returns the text with an apostrophe before every part that a spreadsheet would take for a formula, or that begins with one. */
    public static String neutralize(String text) {
        var cells = CELL.matcher(text)
                .replaceAll(cell -> (isFormula(cell.group()) ? "'" : "") + Matcher.quoteReplacement(cell.group()));
        // A blank start is removed by some, and an apostrophe of the text's own would be taken for ours.
        return !text.isEmpty() && "'\t\r\n".indexOf(text.charAt(0)) >= 0 ? "'" + cells : cells;
    }

    /**
     * Returns true for a text that a spreadsheet may take for a formula. Some read the full-width signs of East Asian keyboards as
     * the plain ones, and some skip blanks, quotes and characters that cannot be seen first.
     */
    private static boolean isFormula(String text) {
        var start = Normalizer.normalize(text, Normalizer.Form.NFKC)
                .codePoints()
                .dropWhile(SpreadsheetText::isSkipped)
                .findFirst();
        return start.isPresent() && FORMULA_STARTS.indexOf(start.getAsInt()) >= 0;
    }

    private static boolean isSkipped(int character) {
        return INVISIBLE.matcher(Character.toString(character)).matches();
    }
}
