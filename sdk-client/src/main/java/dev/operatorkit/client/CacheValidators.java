package dev.operatorkit.client;

import okhttp3.Headers;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * What a kept copy is known by. The ETag wins over the date, so the date is sent only where there is no ETag (D-46).
 *
 * @param etag as received, weak or strong, or null
 * @param lastModified as received, or null
 */
record CacheValidators(@Nullable String etag, @Nullable String lastModified) {
    private static final int LONGEST = 1024;

    static CacheValidators of(Headers headers) {
        return new CacheValidators(headerSafe(headers.get("ETag")), headerSafe(headers.get("Last-Modified")));
    }

    /** A header that came in need not be one that may go out. */
    private static @Nullable String headerSafe(@Nullable String value) {
        var fine = value != null
                && !value.isEmpty()
                && value.length() <= LONGEST
                && value.chars().allMatch(c -> c >= ' ' && c < 0x7f);
        return fine ? value : null;
    }

    boolean isEmpty() {
        return etag == null && lastModified == null;
    }

    void addTo(Request.Builder request) {
        if (etag != null) {
            request.header("If-None-Match", etag);
        } else if (lastModified != null) {
            request.header("If-Modified-Since", lastModified);
        }
    }

    /** Whether a 304 may be about this copy: it does not name another ETag. Weak and strong are the same here. */
    boolean matches(Headers notModified) {
        var named = notModified.get("ETag");
        return named == null || etag == null || stripWeakPrefix(named).equals(stripWeakPrefix(etag));
    }

    private static String stripWeakPrefix(String etag) {
        return etag.startsWith("W/") ? etag.substring(2) : etag;
    }
}
