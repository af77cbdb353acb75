package dev.operatorkit.simulator.console;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the signed string part by part, as a page shows it (SIG-1).
 *
 * @param path the raw path
 * @param timestamp the timestamp header as sent
 * @param data the body, query or nothing, as text, cut at a limit
 * @param dataSize the full number of bytes of the data
 * @param changedAt the position of the character in {@code data} that was changed after signing, or -1
 * @param hex the first lines of the string in hex, sixteen bytes per line
 * @param exact the whole string, to copy, or null if it is not UTF-8
 */
record SignedText(
        String path,
        String timestamp,
        String data,
        int dataSize,
        int changedAt,
        List<HexLine> hex,
        @Nullable String exact) {
    private static final int LONGEST = 4096;
    private static final int LINES = 32;
    private static final int WIDTH = 16;

    /** Holds sixteen bytes of the string, each with its part. */
    record HexLine(String offset, List<HexByte> bytes, String text) {}

    /** Holds one byte and the style of its part: path, bar, time or data, with {@code differs} if it was changed. */
    record HexByte(String hex, String part) {}

    /** Builds the string to sign from its parts. */
    static SignedText of(String path, String timestamp, byte[] data) {
        return of(path, timestamp, data, -1);
    }

    /** Builds the string to sign with the byte marked that was changed after it was signed, or none if that is -1. */
    static SignedText of(String path, String timestamp, byte[] data, int changed) {
        var from = path.getBytes(StandardCharsets.UTF_8).length + timestamp.length() + 2;
        var at = changed - from;
        // A byte of a character that has several is marked only among the bytes.
        var isCharacter = at >= 0 && at < Math.min(data.length, LONGEST) && data[at] >= 0;
        return new SignedText(
                path,
                timestamp,
                text(data, LONGEST),
                data.length,
                isCharacter ? text(data, at).length() : -1,
                hex(path, timestamp, data, changed),
                exact(path, timestamp, data));
    }

    private static @Nullable String exact(String path, String timestamp, byte[] data) {
        var text = RawMessage.utf8(data);
        return text == null ? null : path + "|" + timestamp + "|" + text;
    }

    private static String text(byte[] data, int length) {
        return new String(data, 0, Math.min(data.length, length), StandardCharsets.UTF_8);
    }

    /** Returns the data before the changed character, or all of it. */
    String before() {
        return changedAt < 0 ? data : data.substring(0, changedAt);
    }

    /** Returns the changed character, or nothing. */
    String changed() {
        return changedAt < 0 ? "" : data.substring(changedAt, changedAt + 1);
    }

    /** Returns the data after the changed character. */
    String after() {
        return changedAt < 0 ? "" : data.substring(changedAt + 1);
    }

    /** Returns whether the page shows only a part of the data. */
    boolean cut() {
        return dataSize > LONGEST;
    }

    private static List<HexLine> hex(String path, String timestamp, byte[] data, int changed) {
        var bytes = new ArrayList<HexByte>();
        var text = new StringBuilder();
        add(bytes, text, path.getBytes(StandardCharsets.UTF_8), "path");
        add(bytes, text, new byte[] {'|'}, "bar");
        add(bytes, text, timestamp.getBytes(StandardCharsets.UTF_8), "time");
        add(bytes, text, new byte[] {'|'}, "bar");
        add(bytes, text, data, "data");
        if (changed >= 0 && changed < bytes.size()) {
            bytes.set(
                    changed,
                    new HexByte(bytes.get(changed).hex(), bytes.get(changed).part() + " differs"));
        }
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
