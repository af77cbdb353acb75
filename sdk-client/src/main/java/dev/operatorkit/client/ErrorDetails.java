package dev.operatorkit.client;

import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.wire.ErrorMessage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** What can be learnt from an answer that is no success. */
record ErrorDetails(
        int status,
        String reason,
        @Nullable String requestId,
        @Nullable Duration retryAfter,
        @Nullable Duration clockSkew) {
    private static final int LONGEST_REASON = 1000;
    private static final int LONGEST_ID = 200;
    private static final int UNAUTHORIZED = 401;
    private static final Duration LONGEST_WAIT = Duration.ofDays(365);

    static ErrorDetails of(ApiCall ask, ApiResponse answer, AttemptState departure, Clock clock) {
        return new ErrorDetails(
                answer.status(),
                reason(ask, answer.body()),
                requestId(ask, answer.headers()),
                retryAfter(departure.retryAfter(), answer.headers(), clock),
                answer.status() == UNAUTHORIZED ? clockSkew(answer.headers(), departure, clock) : null);
    }

    String describe(ApiCall ask) {
        var text = new StringBuilder(ask + " was refused: " + status + " " + reason);
        if (clockSkew != null) {
            text.append("; this machine's clock is ")
                    .append(clockSkew.abs().toSeconds())
                    .append(clockSkew.isNegative() ? " s behind" : " s ahead of")
                    .append(" the service's, more than the ")
                    .append(Verifier.TOLERANCE.toMinutes())
                    .append(" minutes allowed");
        }
        return requestId == null ? text.toString() : text + " (request " + requestId + ")";
    }

    private static String reason(ApiCall ask, byte[] body) {
        try {
            return ask.describe(Json.read(body, ErrorMessage.class).message(), LONGEST_REASON);
        } catch (MalformedJsonException e) {
            return body.length == 0 ? "(no message)" : "(no message; the body begins: " + ask.describe(body) + ")";
        }
    }

    private static @Nullable String requestId(ApiCall ask, Headers headers) {
        var id = headers.get("X-Request-Id") == null ? headers.get("X-Correlation-Id") : headers.get("X-Request-Id");
        return id == null || id.isBlank() ? null : ask.describe(id, LONGEST_ID);
    }

    /** Seconds, or a date; nothing when it is neither. */
    private static @Nullable Duration retryAfter(@Nullable String header, Headers headers, Clock clock) {
        if (header == null) {
            return null;
        }
        if (header.matches("\\d+")) {
            return header.length() > 8 ? LONGEST_WAIT : Duration.ofSeconds(Long.parseLong(header));
        }
        var until = new Headers.Builder()
                .addUnsafeNonAscii("Retry-After", header)
                .build()
                .getInstant("Retry-After");
        if (until == null) {
            return null;
        }
        var now = headers.getInstant("Date") == null ? clock.instant() : headers.getInstant("Date");
        var wait = Duration.between(now, until);
        return wait.isNegative() ? Duration.ZERO : wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    }

    /** How far the service's date lies outside the time that the attempt took; null within the tolerance (SIG-10). */
    private static @Nullable Duration clockSkew(Headers headers, AttemptState departure, Clock clock) {
        var theirs = headers.getInstant("Date");
        if (theirs == null) {
            return null;
        }
        var sent = Instant.ofEpochMilli(departure.signedAtMillis());
        var received = clock.instant();
        var nearest = theirs.isBefore(sent) ? sent : theirs.isAfter(received) ? received : theirs;
        var skew = Duration.between(theirs, nearest);
        return skew.abs().compareTo(Verifier.TOLERANCE) > 0 ? skew : null;
    }
}
