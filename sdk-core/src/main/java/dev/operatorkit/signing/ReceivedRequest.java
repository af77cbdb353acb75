package dev.operatorkit.signing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds a request as it was received, neither decoded nor parsed (SIG-14).
 *
 * @param method the HTTP method
 * @param rawPath the path, still percent-encoded (D-40)
 * @param rawQuery the query without {@code ?}, or null if there is none
 * @param timestamps every value of the {@code X-Svc-Timestamp} header, normally one
 * @param signatures every value of the {@code X-Svc-Signature} header, normally one
 * @param body the bytes of the body, empty if there is none
 */
public record ReceivedRequest(
        String method,
        String rawPath,
        @Nullable String rawQuery,
        List<String> timestamps,
        List<String> signatures,
        byte[] body) {

    /** Returns the method, the path and the size of the body; the rest may contain a token or a signature (SIG-17). */
    @Override
    public String toString() {
        return method + " " + rawPath + " (" + body.length + " bytes)";
    }
}
