package dev.operatorkit.simulator.wallet;

import dev.operatorkit.simulator.wallet.WireResult.Answered;
import dev.operatorkit.simulator.wallet.WireResult.Cause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads one HTTP/1.1 response and keeps its bytes, within the size limits. The source enforces the time limit. It is not a
 * library, because the transcript needs the exact bytes.
 */
final class ResponseReader {
    private static final int MOST_INTERIM_ANSWERS = 4;
    private static final int NO_BODY = 0;
    private static final int CHUNKED = -1;
    private static final int UNTIL_CLOSED = -2;
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] [1-9]\\d\\d( .*)?");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
    private static final Pattern CHUNK_LENGTH = Pattern.compile("[0-9a-fA-F]{1,8}");

    /** Provides the next bytes, or -1 at the end. */
    interface Source {
        int read(byte[] into, int offset, int length) throws IOException;
    }

    private final Source source;
    private final CallLimits limits;
    private byte[] buffer = new byte[2048];
    private int filled;
    private int position;
    private boolean reusable = true;
    private final List<String> contentTypes = new ArrayList<>();
    private final List<String> contentEncodings = new ArrayList<>();

    ResponseReader(Source source, CallLimits limits) {
        this.source = source;
        this.limits = limits;
    }

    /** Returns the bytes read so far. */
    byte[] raw() {
        return Arrays.copyOf(buffer, filled);
    }

    boolean isEmpty() {
        return filled == 0;
    }

    /** Returns whether the connection can be reused. */
    boolean isReusable() {
        return reusable && filled == position;
    }

    Answered read() throws IOException {
        for (var interim = 0; interim <= MOST_INTERIM_ANSWERS; interim++) {
            var status = statusLine(line());
            var length = headers(status);
            if (status >= 200) {
                var body = body(length);
                return new Answered(status, Arrays.copyOf(buffer, position), body, contentTypes, contentEncodings);
            }
        }
        throw new CallException(Cause.NOT_HTTP, "too many interim responses");
    }

    private static int statusLine(String line) throws CallException {
        if (!STATUS_LINE.matcher(line).matches()) {
            throw new CallException(Cause.NOT_HTTP, "the response does not begin with an HTTP/1.1 status line");
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    /** Reads the headers and returns the length of the body. */
    private int headers(int status) throws IOException {
        var length = UNTIL_CLOSED;
        contentTypes.clear();
        contentEncodings.clear();
        for (var line = line(); !line.isEmpty(); line = line()) {
            var colon = line.indexOf(':');
            if (colon <= 0) {
                throw new CallException(Cause.NOT_HTTP, "a header of the response has no name");
            }
            var value = line.substring(colon + 1).strip();
            switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = length == UNTIL_CLOSED ? contentLength(value) : contradiction();
                case "transfer-encoding" -> length = length == UNTIL_CLOSED ? chunked(value) : contradiction();
                case "content-type" -> contentTypes.add(value);
                case "content-encoding" -> contentEncodings.add(value);
                case "connection" -> reusable &= !value.equalsIgnoreCase("close");
                default -> {}
            }
        }
        if (status < 200 || status == 204 || status == 304) {
            return NO_BODY;
        }
        reusable &= length != UNTIL_CLOSED;
        return length;
    }

    private static int contradiction() throws CallException {
        throw new CallException(Cause.NOT_HTTP, "the response has two lengths");
    }

    private static int chunked(String coding) throws CallException {
        if (!coding.equalsIgnoreCase("chunked")) {
            throw new CallException(Cause.NOT_HTTP, "the response has an unknown transfer coding");
        }
        return CHUNKED;
    }

    private int contentLength(String value) throws CallException {
        if (!LENGTH.matcher(value).matches()) {
            throw new CallException(Cause.NOT_HTTP, "the response's Content-Length is not a number");
        }
        return requireWithinLimit(Long.parseLong(value));
    }

    private int requireWithinLimit(long length) throws CallException {
        if (length > limits.answerBody()) {
            throw new CallException(
                    Cause.TOO_LARGE, "the response body is larger than " + limits.answerBody() + " bytes");
        }
        return (int) length;
    }

    private byte[] body(int length) throws IOException {
        return switch (length) {
            case CHUNKED -> chunks();
            case UNTIL_CLOSED -> untilClosed();
            default -> take(length);
        };
    }

    private byte[] take(int length) throws IOException {
        while (filled - position < length) {
            requireMore();
        }
        position += length;
        return Arrays.copyOfRange(buffer, position - length, position);
    }

    private byte[] untilClosed() throws IOException {
        var start = position;
        while (more()) {
            requireWithinLimit(filled - start);
        }
        position = filled;
        return Arrays.copyOfRange(buffer, start, filled);
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        for (var length = chunkLength(); length > 0; length = chunkLength()) {
            requireWithinLimit((long) body.size() + length);
            body.writeBytes(take(length));
            if (!line().isEmpty()) {
                throw new CallException(Cause.NOT_HTTP, "a chunk of the response is longer than its size");
            }
        }
        while (!line().isEmpty()) {
            // Trailers are not needed.
        }
        return body.toByteArray();
    }

    private int chunkLength() throws IOException {
        var line = line();
        var end = line.indexOf(';');
        var digits = (end < 0 ? line : line.substring(0, end)).strip();
        if (!CHUNK_LENGTH.matcher(digits).matches()) {
            throw new CallException(Cause.NOT_HTTP, "a chunk of the response has no size");
        }
        return requireWithinLimit(Long.parseLong(digits, 16));
    }

    private String line() throws IOException {
        var start = position;
        for (var i = start; ; i++) {
            if (i == filled) {
                if (i - start > limits.answerHead()) {
                    throw new CallException(Cause.TOO_LARGE, "a line of the response is too long");
                }
                requireMore();
            }
            if (buffer[i] == '\n') {
                position = i + 1;
                var end = i > start && buffer[i - 1] == '\r' ? i - 1 : i;
                return new String(buffer, start, end - start, StandardCharsets.ISO_8859_1);
            }
        }
    }

    private void requireMore() throws IOException {
        if (!more()) {
            throw new CallException(
                    Cause.CLOSED,
                    filled == 0 ? "the connection was closed without a response" : "the response is incomplete");
        }
    }

    private boolean more() throws IOException {
        // Counts chunk framing and headers too, to stop tiny chunks and endless headers.
        if (filled > limits.answerHead() + 2 * limits.answerBody()) {
            throw new CallException(Cause.TOO_LARGE, "the response is too large");
        }
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        var read = source.read(buffer, filled, buffer.length - filled);
        if (read < 0) {
            return false;
        }
        filled += read;
        return true;
    }
}
