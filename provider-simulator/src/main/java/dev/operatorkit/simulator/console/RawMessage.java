package dev.operatorkit.simulator.console;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP message taken apart just so far that a page can show it and a request can be made of it again.
 *
 * @param startLine the first line
 * @param headers the lines after it
 * @param body what follows the empty line
 */
public record RawMessage(String startLine, List<String> headers, byte[] body) {
    private static final int LONGEST = 16 * 1024;

    /** Of the bytes as they were on the wire; none make an empty message. */
    public static RawMessage of(byte[] bytes) {
        var end = endOfHead(bytes);
        var head =
                new String(bytes, 0, end, StandardCharsets.ISO_8859_1).lines().toList();
        var bodyAt = Math.min(bytes.length, end + 4);
        var body = Arrays.copyOfRange(bytes, bodyAt, bytes.length);
        return new RawMessage(
                head.isEmpty() ? "" : head.get(0), head.isEmpty() ? List.of() : head.subList(1, head.size()), body);
    }

    private static int endOfHead(byte[] bytes) {
        for (var i = 0; i + 3 < bytes.length; i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
                return i;
            }
        }
        return bytes.length;
    }

    /** The first value of a header. */
    public @Nullable String header(String name) {
        var prefix = name.toLowerCase(Locale.ROOT) + ":";
        return headers.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                .map(line -> line.substring(prefix.length()).strip())
                .findFirst()
                .orElse(null);
    }

    /** The method of a request. */
    public String method() {
        return startLine.split(" ", 2)[0];
    }

    /** The target of a request: path and query. */
    public String target() {
        var parts = startLine.split(" ", -1);
        return parts.length > 1 ? parts[1] : "";
    }

    /** The target's path. */
    public String path() {
        return target().split("\\?", 2)[0];
    }

    /** The target's query, or null. */
    public @Nullable String query() {
        var parts = target().split("\\?", 2);
        return parts.length > 1 ? parts[1] : null;
    }

    /** The body as text, cut at a limit. */
    public String text() {
        return new String(body, 0, Math.min(body.length, LONGEST), StandardCharsets.UTF_8);
    }

    /** The whole message as text. */
    public String shown() {
        var head = String.join("\n", headers);
        return (startLine + (head.isEmpty() ? "" : "\n" + head) + "\n\n" + text()).strip();
    }
}
