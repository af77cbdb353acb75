package dev.operatorkit.http.guard;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Creates the responses to input that never becomes a request, in the format of every other error (GEN-7). */
final class JsonErrors implements DirectHandler {
    @Override
    public TransportResponse handle(
            TransportRequest request,
            EventType type,
            Status status,
            ServerResponseHeaders headers,
            @Nullable String message) {
        return TransportResponse.builder()
                .status(status)
                .headers(headers)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .entity(("{\"message\":\"" + sentence(status) + "\"}").getBytes(StandardCharsets.UTF_8))
                .keepAlive(false)
                .build();
    }

    private static String sentence(Status status) {
        return switch (status.code()) {
            case 413 -> "the body is too large";
            case 414 -> "the request line is too long";
            case 431 -> "the headers are too large";
            case 501 -> "the method or the transfer coding is not known here. Send the method in upper case.";
            case 503 -> "too many requests at once. Send it again later.";
            case 505 -> "this version of HTTP is not served. Use HTTP/1.1.";
            default ->
                status.code() < 500
                        ? "the request is not well-formed HTTP/1.1. Check its request line, headers and framing."
                        : "internal error";
        };
    }
}
