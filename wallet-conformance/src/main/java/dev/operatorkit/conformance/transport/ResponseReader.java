package dev.operatorkit.conformance.transport;

import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads one HTTP/1.1 response and keeps its bytes, within the size limits. The connection enforces the time limit. It is not a
 * library, because transcript and reports need the exact bytes. It refuses what two readers could understand differently.
 */
final class ResponseReader {
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.\\d [1-9]\\d\\d( .*)?");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
    private static final Pattern CHUNK_LENGTH = Pattern.compile("[0-9a-fA-F]{1,8}");
    private static final byte[] NOTHING = {};

    private final Connection connection;
    private final CallLimits limits;
    private byte[] buffer = new byte[2048];
    private int filled;
    private int position;
    private boolean reusable;

    ResponseReader(Connection connection, CallLimits limits) {
        this.connection = connection;
        this.limits = limits;
    }

    /** Returns the bytes read so far. */
    byte[] raw() {
        return Arrays.copyOf(buffer, filled);
    }

    /** Returns whether the connection can be reused: not when more was received than the response. */
    boolean isReusable() {
        return reusable && filled == position;
    }

    /**
     * Reads the response to one request.
     *
     * @param bodyless true for a request by HEAD, whose response announces a body and has none (RFC 9112 6.3)
     */
    Answered read(boolean bodyless) throws IOException {
        while (true) {
            var statusLine = line();
            if (!STATUS_LINE.matcher(statusLine).matches()) {
                throw notHttp("the response does not begin with an HTTP/1.1 status line");
            }
            var status = Integer.parseInt(statusLine.substring(9, 12));
            var headers = headers();
            if (status >= 200) {
                var body = bodyless ? NOTHING : body(statusLine.startsWith("HTTP/1.0"), status, headers);
                return new Answered(status, headers, body, Arrays.copyOf(buffer, position));
            }
        }
    }

    private List<Header> headers() throws IOException {
        var headers = new ArrayList<Header>();
        for (var line = headerLine(); !line.isEmpty(); line = headerLine()) {
            var colon = line.indexOf(':');
            if (isBlank(line.charAt(0))) {
                continue; // white space before the first header is to be ignored with its line (RFC 9112 2.2)
            }
            if (colon <= 0) {
                throw notHttp("a header of the response has no name");
            }
            headers.add(new Header(
                    line.substring(0, colon).strip(), line.substring(colon + 1).strip()));
        }
        return headers;
    }

    /** Returns a header with the lines that continue it, which begin with white space (RFC 9112 5.2). */
    private String headerLine() throws IOException {
        var line = new StringBuilder(line());
        while (!line.isEmpty() && isBlank(peek())) {
            line.append(' ').append(line().strip());
        }
        return line.toString();
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\t';
    }

    private byte[] body(boolean http10, int status, List<Header> headers) throws IOException {
        var options = list(headers, "Connection");
        var codings = list(headers, "Transfer-Encoding");
        var length = length(list(headers, "Content-Length"), !codings.isEmpty());
        reusable = !has(options, "close") && (!http10 || (has(options, "keep-alive") && codings.isEmpty()));
        if (status == 204 || status == 304) {
            // Some servers send the announced body all the same, and perhaps later.
            reusable &= length <= 0 && codings.isEmpty();
            return new byte[0];
        }
        if (!codings.isEmpty()) {
            if (codings.size() > 1 || !has(codings, "chunked")) {
                throw notHttp("the response has an unknown transfer coding");
            }
            return chunks();
        }
        reusable &= length >= 0;
        return length < 0 ? untilClosed() : take(length);
    }

    /** Returns the elements of all headers of one name. */
    private static List<String> list(List<Header> headers, String name) {
        return headers.stream()
                .filter(header -> header.is(name))
                .flatMap(header -> Stream.of(header.value().split(",", -1)))
                .map(String::strip)
                .toList();
    }

    private static boolean has(List<String> elements, String value) {
        return elements.stream().anyMatch(value::equalsIgnoreCase);
    }

    /** Returns the announced length, or -1 if there is none. The same one twice is one (RFC 9112 6.3). */
    private static long length(List<String> announced, boolean hasCoding) throws CallException {
        var lengths = announced.stream().distinct().toList();
        if (lengths.isEmpty()) {
            return -1;
        }
        if (lengths.size() > 1 || hasCoding) {
            throw notHttp("the response has two lengths");
        }
        if (!LENGTH.matcher(lengths.get(0)).matches()) {
            throw notHttp("the response's Content-Length is not a number");
        }
        return Long.parseLong(lengths.get(0));
    }

    private static CallException notHttp(String why) {
        return new CallException(Cause.NOT_HTTP, why);
    }

    private void requireWithinLimit(long length) throws CallException {
        if (length > limits.answerBody()) {
            throw new CallException(
                    Cause.TOO_LARGE, "the response body is larger than " + limits.answerBody() + " bytes");
        }
    }

    private byte[] take(long length) throws IOException {
        requireWithinLimit(length);
        while (filled - position < length) {
            requireMore();
        }
        position += (int) length;
        return Arrays.copyOfRange(buffer, position - (int) length, position);
    }

    private byte[] untilClosed() throws IOException {
        var start = position;
        while (more()) {
            requireWithinLimit(filled - start);
        }
        if (connection.isCutBelowTls()) {
            throw new CallException(Cause.CLOSED, "the response is incomplete: its end was not announced over TLS");
        }
        position = filled;
        return Arrays.copyOfRange(buffer, start, filled);
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        for (var length = chunkLength(); length > 0; length = chunkLength()) {
            requireWithinLimit(body.size() + length);
            body.writeBytes(take(length));
            if (!line().isEmpty()) {
                throw notHttp("a chunk of the response is longer than its size");
            }
        }
        while (!line().isEmpty()) {
            // Trailers are not needed.
        }
        return body.toByteArray();
    }

    private long chunkLength() throws IOException {
        var digits = line().split(";", 2)[0].strip();
        if (!CHUNK_LENGTH.matcher(digits).matches()) {
            throw notHttp("a chunk of the response has no size");
        }
        return Long.parseLong(digits, 16);
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

    private byte peek() throws IOException {
        if (position == filled) {
            requireMore();
        }
        return buffer[position];
    }

    private void requireMore() throws IOException {
        if (!more()) {
            throw new CallException(
                    Cause.CLOSED, filled == 0 ? "the connection was closed" : "the response is incomplete");
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
        var read = connection.read(buffer, filled, buffer.length - filled);
        if (read < 0) {
            return false;
        }
        filled += read;
        return true;
    }
}
