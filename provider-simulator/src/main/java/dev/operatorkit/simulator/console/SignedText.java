package dev.operatorkit.simulator.console;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Holds the signed string part by part, as a page shows it (SIG-1).
 *
 * @param path the raw path
 * @param timestamp the timestamp header as sent
 * @param data the body, query or nothing, as text, cut at a limit
 * @param dataSize the full number of bytes of the data
 * @param hex the first lines of the string in hex, sixteen bytes per line
 */
record SignedText(String path, String timestamp, String data, int dataSize, List<HexLine> hex) {
    private static final int LONGEST = 4096;
    private static final int LINES = 32;
    private static final int WIDTH = 16;

    /** Holds sixteen bytes of the string, each with its part. */
    record HexLine(String offset, List<HexByte> bytes, String text) {}

    /** Holds one byte and the style of its part: path, bar, time or data. */
    record HexByte(String hex, String part) {}

    /** Builds the string to sign from its parts. */
    static SignedText of(String path, String timestamp, byte[] data) {
        var shown = new String(data, 0, Math.min(data.length, LONGEST), StandardCharsets.UTF_8);
        return new SignedText(path, timestamp, shown, data.length, hex(path, timestamp, data));
    }

    /** Returns whether the page shows only a part of the data. */
    boolean cut() {
        return dataSize > LONGEST;
    }

    private static List<HexLine> hex(String path, String timestamp, byte[] data) {
        var bytes = new ArrayList<HexByte>();
        var text = new StringBuilder();
        add(bytes, text, path.getBytes(StandardCharsets.UTF_8), "path");
        add(bytes, text, new byte[] {'|'}, "bar");
        add(bytes, text, timestamp.getBytes(StandardCharsets.UTF_8), "time");
        add(bytes, text, new byte[] {'|'}, "bar");
        add(bytes, text, data, "data");
        var lines = new ArrayList<HexLine>();
        for (var from = 0; from < bytes.size(); from += WIDTH) {
            var to = Math.min(from + WIDTH, bytes.size());
            lines.add(new HexLine(
                    String.format("%04x", from), List.copyOf(bytes.subList(from, to)), text.substring(from, to)));
        }
        return List.copyOf(lines);
    }

    private static void add(List<HexByte> bytes, StringBuilder text, byte[] part, String style) {
        for (var i = 0; i < part.length && bytes.size() < LINES * WIDTH; i++) {
            bytes.add(new HexByte(HexFormat.of().toHexDigits(part[i]), style));
            text.append(part[i] >= ' ' && part[i] <= '~' ? (char) part[i] : '.');
        }
    }
}
