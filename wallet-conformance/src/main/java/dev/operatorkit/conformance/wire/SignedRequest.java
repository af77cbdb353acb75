package dev.operatorkit.conformance.wire;

import dev.operatorkit.conformance.transport.Header;
import dev.operatorkit.conformance.transport.RawRequest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Holds a signed request, as it is sent.
 *
 * @param path the path that is sent, prefix included
 * @param timestamp the value of the header
 * @param offset how far the timestamp is from now, in milliseconds
 * @param literal true when the timestamp is a fixed text rather than a moment
 * @param genuine true when the signature is valid for what is sent
 * @param misstatesLength true when the Content-Length is not that of the body
 */
public record SignedRequest(
        String method,
        String path,
        @Nullable String query,
        List<Header> headers,
        byte[] body,
        String timestamp,
        long offset,
        boolean literal,
        boolean genuine,
        boolean chunked,
        boolean misstatesLength)
        implements RawRequest {

    static SignedRequest of(Request request, WalletAddress address, Secret secret, long now) {
        var path = request.wholePath(address);
        var timestamp = request.timestamp != null ? request.timestamp : Long.toString(now + request.offset);
        var signature = request.spoil.apply(request.signing.sign(
                secret,
                request.signedPath != null ? request.signedPath : path,
                request.signedTimestamp != null ? request.signedTimestamp : timestamp,
                data(request)));
        return new SignedRequest(
                request.method,
                path,
                request.query,
                headers(request, address, timestamp, signature),
                request.body,
                timestamp,
                request.offset,
                request.timestamp != null,
                request.genuine,
                request.chunked,
                request.announcedLength != null
                        && !request.announcedLength.equals(Integer.toString(request.body.length)));
    }

    /** Reads a request from the bytes that were sent; they do not show what the other values say. */
    public static SignedRequest parse(
            byte[] sent, long offset, boolean literal, boolean genuine, boolean misstatesLength) {
        var message = RecordedMessage.of(sent, StandardCharsets.UTF_8);
        var start = message.start().split(" ", 3);
        var target = start.length < 2 ? "" : start[1];
        var query = target.indexOf('?');
        var timestamp = message.headers().stream().filter(header -> header.is("X-Svc-Timestamp"));
        return new SignedRequest(
                start[0],
                query < 0 ? target : target.substring(0, query),
                query < 0 ? null : target.substring(query + 1),
                message.headers(),
                message.body(),
                timestamp.map(Header::value).findFirst().orElse(""),
                offset,
                literal,
                genuine,
                message.isChunked(),
                misstatesLength);
    }

    /** Returns a copy with another body. */
    public SignedRequest withBody(byte[] other) {
        return new SignedRequest(
                method, path, query, headers, other, timestamp, offset, literal, genuine, chunked, misstatesLength);
    }

    /** Returns the third part of the signed string: the body, else the raw query, else nothing (SIG-5, SIG-6, SIG-7). */
    private static byte[] data(Request request) {
        if (request.signedData != null) {
            return request.signedData;
        }
        if (request.body.length > 0 || request.query == null) {
            return request.body;
        }
        return request.query.getBytes(StandardCharsets.UTF_8);
    }

    private static List<Header> headers(Request request, WalletAddress address, String timestamp, String signature) {
        var usual = new ArrayList<Header>();
        usual.add(new Header("Host", address.authority()));
        usual.add(new Header("Accept", "application/json"));
        usual.add(new Header("X-Svc-Timestamp", timestamp));
        usual.add(new Header("X-Svc-Signature", signature));
        if (request.body.length > 0) {
            usual.add(new Header("Content-Type", "application/json"));
        }
        if (request.chunked) {
            usual.add(new Header("Transfer-Encoding", "chunked"));
        } else if (request.announcedLength != null) {
            usual.add(new Header("Content-Length", request.announcedLength));
        } else if (request.body.length > 0 || request.method.equals("POST")) {
            usual.add(new Header("Content-Length", Integer.toString(request.body.length)));
        }
        usual.removeIf(header -> request.dropped.stream().anyMatch(header::is));
        usual.addAll(request.added);
        if (request.fresh) {
            usual.add(new Header("Connection", "close"));
        }
        if (request.lowerCase) {
            usual.replaceAll(header -> new Header(header.name().toLowerCase(Locale.ROOT), header.value()));
        }
        return List.copyOf(usual);
    }

    /** Returns path and query, as in the request line. */
    public String target() {
        return query == null ? path : path + "?" + query;
    }

    /** Returns everything up to and including the empty line. */
    public String head() {
        var head = new StringBuilder(method).append(' ').append(target()).append(" HTTP/1.1\r\n");
        headers.forEach(
                h -> head.append(h.name()).append(": ").append(h.value()).append("\r\n"));
        return head.append("\r\n").toString();
    }

    @Override
    public byte[] bytes() {
        var out = new ByteArrayOutputStream();
        out.writeBytes(head().getBytes(StandardCharsets.UTF_8));
        if (chunked && body.length > 0) {
            var half = Math.max(1, body.length / 2);
            chunk(out, 0, half);
            chunk(out, half, body.length - half);
            out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        } else {
            out.writeBytes(body);
        }
        return out.toByteArray();
    }

    private void chunk(ByteArrayOutputStream out, int from, int length) {
        if (length > 0) {
            out.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(body, from, length);
            out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
    }
}
