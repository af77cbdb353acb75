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
        if (text.length() <= width - used) {
            used += text.length();
            return text;
        }
        full = true;
        var kept = Math.max(0, width - used - CUT.length());
        return text.substring(0, kept) + CUT.substring(0, Math.clamp(width - used, 0, CUT.length()));
    }

    @Override
    public String toString() {
        return line.toString();
    }
}
