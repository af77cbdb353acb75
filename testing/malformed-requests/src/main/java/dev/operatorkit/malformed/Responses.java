package dev.operatorkit.malformed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads all responses of a connection, and fails where bytes are not a response. */
final class Responses {
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.1 ([1-5]\\d\\d) [ -~]*");
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int FIRST_FINAL = 200;

    private final String all;
    private int at;

    private Responses(String all) {
        this.all = all;
    }

    /**
     * Holds one response.
     *
     * @param status its status
     * @param isLast whether it announces the end of the connection
     * @param body its body, or all bytes to the end when it has no length
     */
    record Response(int status, boolean isLast, String body) {}

    /**
     * Reads the responses to several requests.
     *
     * @param head the number of the response that has no body, because it is one to HEAD; -1 for none
     */
    static List<Response> read(byte[] bytes, int head) {
        var reader = new Responses(new String(bytes, ISO_8859_1));
        List<Response> responses = new ArrayList<>();
        while (reader.at < reader.all.length()) {
            var response = reader.next(responses.size() == head);
            if (response.status() >= FIRST_FINAL) {
                responses.add(response);
            }
        }
        return responses;
    }

    private Response next(boolean isHead) {
        var statusLine = line();
        var matcher = STATUS_LINE.matcher(statusLine);
        if (!matcher.matches()) {
            throw new Violation("these bytes are not a status line: " + statusLine);
        }
        var status = Integer.parseInt(matcher.group(1));
        var isLast = false;
        var length = -1;
        for (var header = line(); !header.isEmpty(); header = line()) {
            var lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(
                        lower.substring("content-length:".length()).strip());
            }
            isLast |= lower.startsWith("connection:") && lower.contains("close");
        }
        if (isHead || status < FIRST_FINAL || status == NO_CONTENT || status == NOT_MODIFIED) {
            return new Response(status, isLast, "");
        }
        if (length < 0 || at + length > all.length()) {
            throw new Violation("the body of a response with status " + status + " is cut, or has no length");
        }
        at += length;
        return new Response(status, isLast, all.substring(at - length, at));
    }

    private String line() {
        var end = all.indexOf("\r\n", at);
        if (end < 0) {
            throw new Violation("these bytes are not a line: " + all.substring(at));
        }
        var line = all.substring(at, end);
        at = end + 2;
        return line;
    }
}
