package dev.operatorkit.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * One thing asked of the service; every attempt at it makes its own request.
 *
 * @param operation what is asked
 * @param url where, its path and query in the very form that is signed and sent
 * @param body the JSON, or null
 * @param validators what a kept copy is known by (CAC-2), or null
 * @param secret what must never be shown: the session token, or null
 */
record ApiCall(
        Operation operation,
        HttpUrl url,
        @Nullable JsonBody body,
        @Nullable CacheValidators validators,
        @Nullable String secret) {
    private static final int SHOWN = 200;
    private static final int READ_FOR_SHOWING = 8 * 1024;

    Request request(AttemptState departure) {
        var request = new Request.Builder()
                .url(url)
                .method(operation.method(), body)
                .header("Accept", "application/json")
                .header("User-Agent", "operatorkit-client")
                .tag(AttemptState.class, departure);
        if (operation == Operation.LAUNCH) {
            // Whatever sits between must not keep it, although the answer says that it may (D-13).
            request.header("Cache-Control", "no-store");
        }
        if (validators != null) {
            validators.addTo(request);
        }
        return request.build();
    }

    /** The beginning of a body, on one line, with nothing secret in it (SIG-17). */
    String describe(byte[] body) {
        var head = new String(body, 0, Math.min(body.length, READ_FOR_SHOWING), StandardCharsets.UTF_8);
        return describe(head, SHOWN);
    }

    /** What a text from outside may look like in a message: short, on one line, with nothing secret in it. */
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

    /** An exception's text: some name the address that was asked. */
    String describe(Exception exception) {
        var message = exception.getMessage();
        var kind = exception.getClass().getSimpleName();
        return message == null ? kind : kind + ": " + describe(message, SHOWN);
    }

    /** As the query carries it. */
    private static String encoded(String value) {
        var carrier = new HttpUrl.Builder().scheme("https").host("host").addQueryParameter("token", value);
        return String.valueOf(carrier.build().encodedQuery()).substring("token=".length());
    }

    /** Method and path; the query holds the token of a launch. */
    @Override
    public String toString() {
        return operation.method() + " " + url.encodedPath();
    }
}
