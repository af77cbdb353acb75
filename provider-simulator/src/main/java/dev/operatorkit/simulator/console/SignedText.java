package dev.operatorkit.simulator.console;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Holds the signed string part by part, as a page shows it (SIG-1).
 *
 * @param path the raw path
 * @param timestamp the timestamp header as sent
 * @param data the body, query or nothing
 * @param changedAt the position of the byte of the data that was changed after signing, or -1
 */
record SignedText(String path, String timestamp, byte[] data, int changedAt) {
    private static final int MAX_SHOWN = 4096;
    private static final int MAX_LINES = 32;
    private static final int WIDTH = 16;

    /** Builds the string from its parts, with the position in the whole of the byte that was changed after it was signed, or -1. */
    static SignedText of(String path, String timestamp, byte[] data, int changed) {
        var at = changed - path.getBytes(StandardCharsets.UTF_8).length - timestamp.length() - 2;
        // A byte of a character that has several cannot be marked in the text.
        var isCharacter = at >= 0 && at < Math.min(data.length, MAX_SHOWN) && data[at] >= 0;
        return new SignedText(path, timestamp, data, isCharacter ? at : -1);
    }

    /** Returns the whole string, to copy, or null if it is not UTF-8. */
    @Nullable
    String exact() {
        var text = RawMessage.utf8(data);
        return text == null ? null : path + "|" + timestamp + "|" + text;
    }

    /** Returns the data before the changed character, or all of it that is shown. */
    String before() {
        return text(0, changedAt < 0 ? shown() : changedAt);
    }

    /** Returns the changed character, or nothing. */
    String changed() {
        return changedAt < 0 ? "" : text(changedAt, changedAt + 1);
    }

    /** Returns the data after the changed character. */
    String after() {
        return changedAt < 0 ? "" : text(changedAt + 1, shown());
    }

    private String text(int from, int to) {
        return new String(data, from, to - from, StandardCharsets.UTF_8);
    }

    /** Returns how many bytes of the data are shown. */
    int shown() {
        return Math.min(data.length, MAX_SHOWN);
    }

    /** Returns the first lines of the string in hex, sixteen bytes a line, each with its text. */
    String hex() {
        var head = (path + "|" + timestamp + "|").getBytes(StandardCharsets.UTF_8);
        var all = Arrays.copyOf(head, head.length + data.length);
        System.arraycopy(data, 0, all, head.length, data.length);
        var lines = new StringBuilder();
        for (var from = 0; from < Math.min(all.length, MAX_LINES * WIDTH); from += WIDTH) {
            var line = Arrays.copyOfRange(all, from, Math.min(from + WIDTH, all.length));
            lines.append(String.format(
                    "%04x  %-48s  %s%n",
                    from,
                    HexFormat.ofDelimiter(" ").formatHex(line),
                    new String(line, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", ".")));
        }
        return lines.toString();
    }
}
