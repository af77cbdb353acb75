package dev.operatorkit.client;

import dev.operatorkit.client.ApiCall.ApiResponse;
import dev.operatorkit.json.Json;
import dev.operatorkit.wire.Game;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.regex.Pattern;
import okhttp3.CacheControl;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** Requests the catalogue, conditionally if there is a copy (CAT-3, CAC-2). */
final class CatalogueFetch {
    private static final Duration MAX_FRESH = Duration.ofDays(1);

    private final Transport transport;
    private final HttpUrl url;

    CatalogueFetch(Transport transport, HttpUrl url) {
        this.transport = transport;
        this.url = url;
    }

    HttpUrl url() {
        return url;
    }

    /** Returns the same copy, confirmed, or a new one. */
    CatalogueCopy fetch(@Nullable CatalogueCopy copy) {
        var validators = copy == null ? null : copy.validators();
        var apiCall = new ApiCall(Operation.CATALOGUE, url, null, validators, null);
        return transport.exchange(apiCall, apiResponse -> read(apiResponse, copy));
    }

    private static CatalogueCopy read(ApiResponse apiResponse, @Nullable CatalogueCopy copy) {
        var mayUse = Permission.of(apiResponse.headers());
        if (copy != null && apiResponse.isNotModified()) {
            return copy.confirm(copy.validators(), mayUse);
        }
        var validators = CacheValidators.of(apiResponse.headers());
        var digest = digest(apiResponse.body());
        if (copy != null && copy.digest().equals(digest)) {
            return copy.confirm(validators, mayUse);
        }
        return new CatalogueCopy(parse(apiResponse.body()), validators, digest, mayUse, apiResponse.body());
    }

    /** Parses both forms that the specification allows (D-2). */
    static Catalogue parse(byte[] body) {
        return new Catalogue(Json.readDataList(body, Game.class));
    }

    static String digest(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-256", e);
        }
    }

    /**
     * Holds what the provider permits with a response.
     *
     * @param freshFor how long the copy may be used without a request (CAC-1)
     * @param isStorable whether it may be written to a file, which {@code no-store} forbids
     */
    record Permission(Duration freshFor, boolean isStorable) {
        static final Permission FROM_FILE = new Permission(Duration.ZERO, true);

        static Permission of(Headers headers) {
            var control = CacheControl.parse(headers);
            var maxAge = Math.max(0, control.maxAgeSeconds());
            var age = headers.get("Age");
            var aged = age != null && age.matches("\\d{1,9}") ? Long.parseLong(age) : 0;
            var fresh = Duration.ofSeconds(Math.max(0, maxAge - aged));
            return new Permission(fresh.compareTo(MAX_FRESH) > 0 ? MAX_FRESH : fresh, !control.noStore());
        }
    }

    /**
     * Holds the last catalogue that was received, with what is needed to ask whether it is still current.
     *
     * @param catalogue the games
     * @param validators the validators of the copy (CAC-2)
     * @param digest the digest of the body, which shows that a response other than 304 has the same body
     * @param mayUse what the provider permits with it
     * @param newBody the bytes, in the copy that first had them; null in a copy that was only confirmed
     */
    record CatalogueCopy(
            Catalogue catalogue,
            CacheValidators validators,
            String digest,
            Permission mayUse,
            byte @Nullable [] newBody) {

        CatalogueCopy confirm(CacheValidators validators, Permission mayUse) {
            return new CatalogueCopy(catalogue, validators, digest, mayUse, null);
        }

        /** Returns the copy without the bytes, to save memory. */
        CatalogueCopy withoutBody() {
            return confirm(validators, mayUse);
        }
    }

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
}
