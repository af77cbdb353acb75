package dev.operatorkit.malformed;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Holds the parts of a valid request, before it is signed.
 *
 * @param method the method
 * @param path the path, percent-encoded
 * @param query the query without {@code ?}, or null
 * @param type the content type, or null if there is no body
 * @param body the bytes of the body
 */
public record Draft(
        String method,
        String path,
        @Nullable String query,
        @Nullable String type,
        byte[] body) {
    private static final byte[] NO_BODY = {};

    /** Creates a request without a body. */
    public static Draft get(String path, @Nullable String query) {
        return new Draft("GET", path, query, null, NO_BODY);
    }

    /** Creates a request with a body of JSON. */
    public static Draft post(String path, String json) {
        return new Draft("POST", path, null, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    Draft withPath(String changed) {
        return new Draft(method, changed, query, type, body);
    }

    Draft withQuery(String changed) {
        return new Draft(method, path, changed, type, body);
    }

    Draft withType(@Nullable String changed) {
        return new Draft(method, path, query, changed, body);
    }

    Draft withBody(byte[] changed) {
        return new Draft(method, path, query, type, changed);
    }

    Draft withMethod(String changed) {
        return new Draft(changed, path, query, type, body);
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    Draft withText(String changed) {
        return withBody(changed.getBytes(StandardCharsets.UTF_8));
    }
}
