package dev.operatorkit.client;

import java.util.regex.Pattern;
import okhttp3.Headers;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * Holds the validators of a cached copy. The ETag takes precedence, so the date is sent only if there is no ETag
 * (D-46).
 *
 * @param etag the ETag as received, weak or strong, or null
 * @param lastModified the Last-Modified date as received, or null
 */
record CacheValidators(@Nullable String etag, @Nullable String lastModified) {
    private static final int LONGEST = 1024;
    private static final Pattern ETAG = Pattern.compile("(W/)?\"[!#-~]*\"");

    static CacheValidators of(Headers headers) {
        return of(headers.get("ETag"), headers.get("Last-Modified"));
    }

    /** Leaves out what must not be sent back: an ETag of {@code *} for example would match every catalogue. */
    static CacheValidators of(@Nullable String etag, @Nullable String lastModified) {
        var safe = headerSafe(etag);
        return new CacheValidators(
                safe != null && ETAG.matcher(safe).matches() ? safe : null, headerSafe(lastModified));
    }

    /** Returns null for a received value that must not be sent in a header. */
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

    /**
     * Returns true if a 304 may refer to this copy: it names no other ETag. Weak and strong ETags are compared alike.
     */
    boolean matches(Headers notModified) {
        var named = notModified.get("ETag");
        return named == null || etag == null || stripWeakPrefix(named).equals(stripWeakPrefix(etag));
    }

    private static String stripWeakPrefix(String etag) {
        return etag.startsWith("W/") ? etag.substring(2) : etag;
    }
}
