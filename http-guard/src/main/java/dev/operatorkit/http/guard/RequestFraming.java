package dev.operatorkit.http.guard;

import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds where each request ends in the bytes of a connection, and rejects framing that two readers could interpret
 * differently (RFC 9112, fault matrix H1).
 *
 * <p>Helidon reads a chunk of 2^32 bytes as the last one, reads a body that no route consumed as the next request, and
 * reads chunk extensions without a limit. Every byte passes through this class before Helidon sees it.
 */
final class RequestFraming {
    private static final int MAX_CHUNK_LINE_LENGTH = 256;
    private static final int HEX = 16;
    private static final byte[] VERSION = " HTTP/1.".getBytes(StandardCharsets.US_ASCII);
    private static final Status HEADERS_TOO_LARGE = Status.create(431, "Request Header Fields Too Large");

    /** Defines the part of a request that the next byte belongs to. */
    private enum Part {
        REQUEST_LINE,
        HEADERS,
        BODY,
        CHUNK_LINE,
        CHUNK,
        CHUNK_END,
        LAST_LINE
    }

    private final int longestRequestLine;
    private final int longestHeaders;
    private Part part = Part.REQUEST_LINE;
    private RequestHead head = new RequestHead();
    private byte[] line = new byte[MAX_CHUNK_LINE_LENGTH];
    private int length;
    private int headersLength;
    private long left;
    private boolean begun;

    RequestFraming(int longestRequestLine, int longestHeaders) {
        this.longestRequestLine = longestRequestLine;
        this.longestHeaders = longestHeaders;
    }

    /** Returns true if the next byte begins a request. */
    boolean isBetweenRequests() {
        return !begun;
    }

    /** Returns true if the head of the request has arrived, but not all of its body. */
    boolean isInBody() {
        return begun && part != Part.REQUEST_LINE && part != Part.HEADERS;
    }

    /** Returns true if the newest request waits for 100 Continue before it sends its body. */
    boolean expectsContinue() {
        return head.expectsContinue();
    }

    /** Returns true if the newest request asks for the head of a response only. */
    boolean isHead() {
        return head.isHead();
    }

    /** Returns true if the newest request is one of HTTP/1.0. */
    boolean isHttp10() {
        return head.isHttp10();
    }

    /**
     * Reads on and returns the end of the bytes that may be handed over together: the end of a head or
     * of a request, or the end of the bytes. Changes the version of a request line from 1.0 to 1.1, the only one that Helidon
     * serves.
     */
    int read(byte[] bytes) {
        if (!begun) {
            begun = true;
            head = new RequestHead();
            headersLength = 0;
        }
        for (var at = 0; at < bytes.length; ) {
            if (part == Part.BODY || part == Part.CHUNK) {
                var taken = (int) Math.min(left, bytes.length - at);
                left -= taken;
                at += taken;
                if (left == 0 && part == Part.BODY) {
                    return end(at);
                }
                part = left == 0 ? Part.CHUNK_END : part;
            } else {
                var next = bytes[at++];
                if (next != '\n') {
                    if (next == '0' && isLastOfVersion()) {
                        bytes[at - 1] = '1';
                    }
                    add(next);
                    continue;
                }
                if (length == 0 || line[length - 1] != '\r') {
                    throw refuse(Status.BAD_REQUEST_400, "a line ends without CR");
                }
                if (endLine()) {
                    return at;
                }
            }
        }
        return bytes.length;
    }

    private boolean isLastOfVersion() {
        var from = length - VERSION.length;
        return part == Part.REQUEST_LINE && from > 0 && Arrays.equals(line, from, length, VERSION, 0, VERSION.length);
    }

    private int end(int at) {
        begun = false;
        part = Part.REQUEST_LINE;
        return at;
    }

    private void add(byte next) {
        if (length > 0 && line[length - 1] == '\r') {
            throw refuse(Status.BAD_REQUEST_400, "a CR is in the middle of a line");
        }
        switch (part) {
            case REQUEST_LINE -> limit(length, longestRequestLine, Status.REQUEST_URI_TOO_LONG_414);
            case HEADERS -> limit(++headersLength, longestHeaders, HEADERS_TOO_LARGE);
            case CHUNK_END, LAST_LINE -> limit(length, 1, Status.BAD_REQUEST_400);
            default -> limit(length, MAX_CHUNK_LINE_LENGTH, Status.BAD_REQUEST_400);
        }
        if (length == line.length) {
            line = Arrays.copyOf(line, 2 * length);
        }
        line[length++] = next;
    }

    private static void limit(int length, int most, Status status) {
        if (length >= most) {
            throw refuse(status, "a line is longer than " + most + " bytes");
        }
    }

    /** Returns true if the bytes read so far are handed over before the next byte is examined. */
    private boolean endLine() {
        var ended = length - 1;
        length = 0;
        switch (part) {
            case REQUEST_LINE -> {
                head.readRequestLine(line, ended);
                part = Part.HEADERS;
            }
            case HEADERS -> {
                if (ended > 0) {
                    head.readHeader(line, ended);
                } else {
                    beginBody();
                    return true;
                }
            }
            case CHUNK_LINE -> {
                left = chunkSize(ended);
                part = left == 0 ? Part.LAST_LINE : Part.CHUNK;
            }
            case CHUNK_END -> {
                requireEmpty(ended);
                part = Part.CHUNK_LINE;
            }
            case LAST_LINE -> {
                requireEmpty(ended);
                end(0);
                return true;
            }
            default -> throw new IllegalStateException(part + " has no lines");
        }
        return false;
    }

    private void beginBody() {
        head.check();
        left = head.contentLength();
        if (head.isChunked()) {
            part = Part.CHUNK_LINE;
        } else if (left > 0) {
            part = Part.BODY;
        } else {
            end(0);
        }
    }

    private long chunkSize(int end) {
        var size = 0L;
        var digits = 0;
        while (digits < end && Character.digit(line[digits], HEX) >= 0) {
            size = size * HEX + Character.digit(line[digits++], HEX);
            if (size > Integer.MAX_VALUE) { // Helidon counts in an int, which wraps around beyond this
                throw refuse(Status.BAD_REQUEST_400, "the size of a chunk is above 2^31");
            }
        }
        // Helidon ignores extensions, so nothing is lost.
        if (digits == 0 || digits != end) {
            throw refuse(Status.BAD_REQUEST_400, "the size of a chunk is not a number, or has an extension");
        }
        return size;
    }

    private static void requireEmpty(int end) {
        if (end > 0) {
            throw refuse(Status.BAD_REQUEST_400, "a chunk is longer than its size, or trailers follow the last one");
        }
    }

    static RequestException refuse(Status status, String reason) {
        return RequestException.builder()
                .type(
                        status.equals(Status.HTTP_VERSION_NOT_SUPPORTED_505)
                                ? EventType.HTTP_VERSION_NOT_SUPPORTED
                                : EventType.BAD_REQUEST)
                .status(status)
                .message(reason)
                .setKeepAlive(false)
                .build();
    }
}
