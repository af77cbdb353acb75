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
                .entity(("{\"message\":\"" + describe(status) + "\"}").getBytes(StandardCharsets.UTF_8))
                .keepAlive(false)
                .build();
    }

    private static String describe(Status status) {
        return RejectionMessages.find(status)
                .orElse(
                        status.code() < 500
                                ? "the request is not well-formed HTTP/1.1. Check its request line, headers and"
                                        + " framing."
                                : "internal error");
    }
}
