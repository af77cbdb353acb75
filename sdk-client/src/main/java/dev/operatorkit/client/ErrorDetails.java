package dev.operatorkit.client;

import dev.operatorkit.client.ApiCall.ApiResponse;
import dev.operatorkit.client.SigningInterceptor.AttemptState;
import dev.operatorkit.json.Json;
import dev.operatorkit.json.MalformedJsonException;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.wire.ErrorMessage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** Holds the details of an error response. */
record ErrorDetails(
        int status,
        ErrorCode code,
        String reason,
        @Nullable String requestId,
        @Nullable Duration retryAfter,
        @Nullable Duration clockSkew) {
    private static final int MAX_REASON_LENGTH = 1000;
    private static final int MAX_ID_LENGTH = 200;
    private static final int UNAUTHORIZED = 401;
    private static final Duration MAX_WAIT = Duration.ofDays(365);

    static ErrorDetails of(ApiCall apiCall, ApiResponse apiResponse, AttemptState state, Clock clock) {
        var message = message(apiResponse.body());
        return new ErrorDetails(
                apiResponse.status(),
                ErrorCode.of(apiCall.operation(), apiResponse.status(), message != null),
                message == null ? excerpt(apiCall, apiResponse.body()) : apiCall.describe(message, MAX_REASON_LENGTH),
                requestId(apiCall, apiResponse.headers()),
                retryAfter(state.retryAfter(), apiResponse.headers(), clock),
                apiResponse.status() == UNAUTHORIZED ? clockSkew(apiResponse.headers(), state, clock) : null);
    }

    String describe(ApiCall apiCall) {
        var text = new StringBuilder(apiCall + " was rejected: " + status + " " + reason);
        if (clockSkew != null) {
            text.append("; this machine's clock is ")
                    .append(clockSkew.abs().toSeconds())
                    .append(clockSkew.isNegative() ? " s behind" : " s ahead of")
                    .append(" the provider's, more than the ")
                    .append(Verifier.TOLERANCE.toMinutes())
                    .append(" minutes allowed. Set the clock");
        }
        return requestId == null ? text.toString() : text + " (request " + requestId + ")";
    }

    private static @Nullable String message(byte[] body) {
        try {
            return Json.read(body, ErrorMessage.class).message();
        } catch (MalformedJsonException e) {
            return null;
        }
    }

    private static String excerpt(ApiCall apiCall, byte[] body) {
        return body.length == 0 ? "(no message)" : "(no message; the body begins: " + apiCall.describe(body) + ")";
    }

    private static @Nullable String requestId(ApiCall apiCall, Headers headers) {
        var id = headers.get("X-Request-Id") == null ? headers.get("X-Correlation-Id") : headers.get("X-Request-Id");
        return id == null || id.isBlank() ? null : apiCall.describe(id, MAX_ID_LENGTH);
    }

    /** Parses seconds or a date; null when the value is neither. */
    private static @Nullable Duration retryAfter(@Nullable String header, Headers headers, Clock clock) {
        if (header == null) {
            return null;
        }
        if (header.matches("\\d+")) {
            return header.length() > 8 ? MAX_WAIT : Duration.ofSeconds(Long.parseLong(header));
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
        return wait.isNegative() ? Duration.ZERO : wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait;
    }

    /**
     * Returns by how much the provider's Date lies outside the time of the attempt; null if within the tolerance
     * (SIG-10).
     */
    private static @Nullable Duration clockSkew(Headers headers, AttemptState state, Clock clock) {
        var theirs = headers.getInstant("Date");
        if (theirs == null) {
            return null;
        }
        var sent = Instant.ofEpochMilli(state.signedAtMillis());
        var received = clock.instant();
        var nearest = theirs.isBefore(sent) ? sent : theirs.isAfter(received) ? received : theirs;
        var skew = Duration.between(theirs, nearest);
        return skew.abs().compareTo(Verifier.TOLERANCE) > 0 ? skew : null;
    }
}
