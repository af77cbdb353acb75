package dev.operatorkit.simulator.console;

/**
 * Writes a text into the attribute of a button that copies it. HTML reads a carriage return as a line feed and has no zero byte, so
 * both are written with a percent sign and their number, as is the percent sign itself.
 */
final class CopyText {
    private CopyText() {}

    /** Returns the text as {@code decodeURIComponent} of a script reads it. */
    static String of(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\0", "%00");
    }
}
