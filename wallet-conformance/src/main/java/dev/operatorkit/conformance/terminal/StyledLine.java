package dev.operatorkit.conformance.terminal;

import dev.operatorkit.conformance.report.VisibleText;

/**
 * Builds one line of a terminal from texts with colours. Nothing in a text can act on the terminal or begin another line, and the
 * line is cut where the terminal ends.
 */
public final class StyledLine {
    /** Names a colour of text. */
    public enum Style {
        /** Names the colour of other text. */
        PLAIN(""),
        /** Names the colour of success. */
        GOOD("32"),
        /** Names the colour of what deserves a look. */
        NOTICE("33"),
        /** Names the colour of failure. */
        BAD("31");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    private static final String CUT = "...";

    private final boolean colour;
    private final int width;
    private final StringBuilder line = new StringBuilder();
    private int used;
    private boolean full;

    /** Begins a line of at most {@code width} columns. */
    public StyledLine(boolean colour, int width) {
        this.colour = colour;
        this.width = width;
    }

    /** Adds a text. */
    public StyledLine add(Style style, String text) {
        if (full) {
            return this;
        }
        var shown = fitting(VisibleText.line(text));
        if (!colour || style == Style.PLAIN || shown.isEmpty()) {
            line.append(shown);
        } else {
            line.append("\u001b[").append(style.code).append('m').append(shown).append("\u001b[0m");
        }
        return this;
    }

    /** Adds a plain text. */
    public StyledLine add(String text) {
        return add(Style.PLAIN, text);
    }

    /** Returns what fits of a text, and closes the line when that is not all. */
    private String fitting(String text) {
        var columns = columns(text);
        if (used + columns <= width) {
            used += columns;
            return text;
        }
        full = true;
        var shown = new StringBuilder();
        var left = width - used - CUT.length();
        for (var c : text.codePoints().toArray()) {
            left -= columns(c);
            if (left < 0) {
                break;
            }
            shown.appendCodePoint(c);
        }
        return shown.append(CUT, 0, Math.clamp(width - used, 0, CUT.length())).toString();
    }

    private static int columns(String text) {
        return text.codePoints().map(StyledLine::columns).sum();
    }

    /** Returns how many columns a terminal gives a character: two to the wide ones of East Asia and to emoji. */
    private static int columns(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> 0;
            default -> isWide(c) ? 2 : 1;
        };
    }

    private static boolean isWide(int c) {
        return (c >= 0x1100 && c <= 0x115f)
                || (c >= 0x2e80 && c <= 0xa4cf)
                || (c >= 0xac00 && c <= 0xd7a3)
                || (c >= 0xf900 && c <= 0xfaff)
                || (c >= 0xfe30 && c <= 0xfe6f)
                || (c >= 0xff00 && c <= 0xff60)
                || (c >= 0xffe0 && c <= 0xffe6)
                || (c >= 0x1f300 && c <= 0x1faff)
                || (c >= 0x20000 && c <= 0x3fffd);
    }

    @Override
    public String toString() {
        return line.toString();
    }
}
