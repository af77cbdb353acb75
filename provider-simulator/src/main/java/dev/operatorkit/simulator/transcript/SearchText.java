package dev.operatorkit.simulator.transcript;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds a text in an exchange: in its transaction id, its verdict, the target of its request and both bodies. Headers are left
 * out, since they are the same everywhere. Upper and lower case are one, as far as ASCII goes.
 */
final class SearchText {
    private static final byte[] LOWER = lowerCase();

    private final byte[] wanted;

    SearchText(String text) {
        wanted = text.getBytes(StandardCharsets.UTF_8);
        for (var i = 0; i < wanted.length; i++) {
            wanted[i] = LOWER[wanted[i] & 0xff];
        }
    }

    private static byte[] lowerCase() {
        var table = new byte[256];
        for (var i = 0; i < table.length; i++) {
            table[i] = (byte) (i >= 'A' && i <= 'Z' ? i + ('a' - 'A') : i);
        }
        return table;
    }

    /** Returns all that is searched of an exchange, in one piece. */
    static byte[] of(Entry entry) {
        return of(entry.transaction(), entry.verdict(), entry.request(), entry.response());
    }

    /** Returns all that is searched of an exchange with these parts, in one piece. */
    static byte[] of(@Nullable String transaction, String verdict, byte[] request, byte[] response) {
        var lineEnd = endOfLine(request);
        var body = bodyStart(request);
        var responseBody = bodyStart(response);
        var all = new ByteArrayOutputStream(
                lineEnd + request.length - body + response.length - responseBody + verdict.length() + 64);
        if (transaction != null) {
            all.writeBytes(transaction.getBytes(StandardCharsets.UTF_8));
            all.write('\n');
        }
        all.writeBytes(verdict.getBytes(StandardCharsets.UTF_8));
        all.write('\n');
        all.write(request, 0, lineEnd);
        all.write('\n');
        all.write(request, body, request.length - body);
        all.write('\n');
        all.write(response, responseBody, response.length - responseBody);
        return all.toByteArray();
    }

    /** Returns where the body of a message starts: after the empty line. */
    static int bodyStart(byte[] message) {
        for (var i = 0; i + 3 < message.length; i++) {
            if (message[i] == '\r' && message[i + 1] == '\n' && message[i + 2] == '\r' && message[i + 3] == '\n') {
                return i + 4;
            }
        }
        return message.length;
    }

    private static int endOfLine(byte[] message) {
        for (var i = 0; i < message.length; i++) {
            if (message[i] == '\r' || message[i] == '\n') {
                return i;
            }
        }
        return message.length;
    }

    boolean isIn(Entry entry) {
        return isIn(of(entry));
    }

    /** Returns whether the text occurs in these bytes. */
    boolean isIn(byte[] bytes) {
        if (wanted.length == 0) {
            return true;
        }
        var first = wanted[0];
        var last = bytes.length - wanted.length;
        for (var i = 0; i <= last; i++) {
            if (LOWER[bytes[i] & 0xff] == first && continuesAt(bytes, i)) {
                return true;
            }
        }
        return false;
    }

    private boolean continuesAt(byte[] bytes, int at) {
        for (var i = 1; i < wanted.length; i++) {
            if (LOWER[bytes[at + i] & 0xff] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
