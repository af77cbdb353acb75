package dev.operatorkit.client;

import dev.operatorkit.client.CatalogueFetch.CacheValidators;
import dev.operatorkit.client.SigningInterceptor.AttemptState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * Holds one call of the Customer API; every attempt of it creates its own request.
 *
 * @param id the id, which every attempt sends as {@code X-Request-Id}
 * @param operation the operation
 * @param url the URL, its path and query exactly as they are signed and sent
 * @param body the JSON body, or null
 * @param validators the validators of a cached copy (CAC-2), or null
 * @param secret the session token, which must never be shown, or null
 */
record ApiCall(
        String id,
        Operation operation,
        HttpUrl url,
        @Nullable JsonBody body,
        @Nullable CacheValidators validators,
        @Nullable String secret) {
    private static final int SHOWN = 200;
    private static final int READ_FOR_SHOWING = 8 * 1024;

    /** Creates a call with a new id. */
    ApiCall(
            Operation operation,
            HttpUrl url,
            @Nullable JsonBody body,
            @Nullable CacheValidators validators,
            @Nullable String secret) {
        this(UUID.randomUUID().toString(), operation, url, body, validators, secret);
    }

    /** Returns the call with this id; null keeps the random one. */
    ApiCall withId(@Nullable String other) {
        return other == null ? this : new ApiCall(other, operation, url, body, validators, secret);
    }

    ApiCall withoutValidators() {
        return new ApiCall(id, operation, url, body, null, secret);
    }

    /** Returns true if the response is a 304 that refers to the cached copy (CAC-2). */
    boolean isConfirmedBy(ApiResponse apiResponse) {
        return apiResponse.isNotModified() && validators != null && validators.matches(apiResponse.headers());
    }

    Request request(AttemptState state, Headers headers) {
        var request = new Request.Builder()
                .url(url)
                .method(operation.method(), body)
                .headers(headers)
                .header("Accept", "application/json")
                .header("X-Request-Id", id)
                .tag(AttemptState.class, state);
        if (operation == Operation.LAUNCH) {
            // Caches in between must not store the response, although its headers allow it (D-13).
            request.header("Cache-Control", "no-store");
        }
        if (validators != null) {
            validators.addTo(request);
        }
        return request.build();
    }

    /** Returns the beginning of a body on one line and without secrets (SIG-17). */
    String describe(byte[] body) {
        var head = new String(body, 0, Math.min(body.length, READ_FOR_SHOWING), StandardCharsets.UTF_8);
        return describe(head, SHOWN);
    }

    /** Returns a received text as it may appear in a message: short, on one line, without secrets. */
    String describe(String text, int longest) {
        var safe = text;
        if (secret != null) {
            for (var form : List.of(secret, encoded(secret))) {
                safe = safe.replace(form, "[token]");
            }
        }
        safe = safe.replaceAll("[0-9a-f]{128}", "[signature]")
                .replaceAll("[\\p{Cntrl}\\s]+", " ")
                .strip();
        return safe.codePointCount(0, safe.length()) <= longest
                ? safe
                : safe.substring(0, safe.offsetByCodePoints(0, longest)) + "…";
    }

    /** Returns the text of an exception; some messages contain the requested URL. */
    String describe(Exception exception) {
        var message = exception.getMessage();
        var kind = exception.getClass().getSimpleName();
        return message == null ? kind : kind + ": " + describe(message, SHOWN);
    }

    /** Encodes the value as the query does. */
    private static String encoded(String value) {
        var carrier = new HttpUrl.Builder().scheme("https").host("host").addQueryParameter("token", value);
        return String.valueOf(carrier.build().encodedQuery()).substring("token=".length());
    }

    /** Returns the method, the path and the id, but not the query, which contains the token of a launch. */
    @Override
    public String toString() {
        return operation.method() + " " + url.encodedPath() + " (call " + id + ")";
    }

    /**
     * Holds a complete response.
     *
     * @param call the call that it ends
     * @param status the HTTP status
     * @param headers the headers
     * @param body the body after decompression, never longer than the limit
     */
    record ApiResponse(ApiCall call, int status, Headers headers, byte[] body) {
        boolean isNotModified() {
            return status == 304;
        }

        /** Returns true for a 2xx, but not for a part of a response, which the client never asks for (206). */
        boolean isSuccess() {
            return status >= 200 && status < 300 && status != 206;
        }
    }

    /** Holds the bytes that are signed and sent (SIG-5). */
    static final class JsonBody extends RequestBody {
        /** Has no charset, since the specification defines only this type (GEN-2). */
        static final MediaType JSON = MediaType.get("application/json");

        private final byte[] bytes;

        JsonBody(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes;
        }

        @Override
        public MediaType contentType() {
            return JSON;
        }

        @Override
        public long contentLength() {
            return bytes.length;
        }

        /**
         * Returns true, so that OkHttp never resends the body itself, not even after a 503: only RetryPolicy decides about
         * retries.
         */
        @Override
        public boolean isOneShot() {
            return true;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            sink.write(bytes);
        }
    }
}
