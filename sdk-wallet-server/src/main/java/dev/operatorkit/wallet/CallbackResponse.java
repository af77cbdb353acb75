package dev.operatorkit.wallet;

import java.util.Map;
import java.util.Objects;

/**
 * Holds the response that your HTTP server sends unchanged.
 *
 * @param status the HTTP status
 * @param headers every header to send, {@code Content-Type} included
 * @param body JSON in UTF-8, never empty
 */
public record CallbackResponse(int status, Map<String, String> headers, byte[] body) {
    public CallbackResponse {
        Objects.requireNonNull(headers, "headers");
        Objects.requireNonNull(body, "body");
    }
}
