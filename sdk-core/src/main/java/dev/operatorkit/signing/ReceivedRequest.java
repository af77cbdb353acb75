package dev.operatorkit.signing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as it came off the wire: nothing decoded, nothing parsed (SIG-14).
 *
 * @param method the HTTP method
 * @param rawPath the path, percent-encoding kept (D-40)
 * @param rawQuery the query without {@code ?}, or null when the target has none
 * @param timestamps every value of {@code X-Svc-Timestamp}
 * @param signatures every value of {@code X-Svc-Signature}
 * @param body the bytes of the body, empty when there is none
 */
public record ReceivedRequest(
        String method,
        String rawPath,
        @Nullable String rawQuery,
        List<String> timestamps,
        List<String> signatures,
        byte[] body) {

    /** Method, path and size; what else there is may hold a token or a signature (SIG-17). */
    @Override
    public String toString() {
        return method + " " + rawPath + " (" + body.length + " bytes)";
    }
}
