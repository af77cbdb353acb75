package dev.operatorkit.client;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a call until there is a response, a failure that must not be retried, or no time left. */
final class Transport {
    private static final Logger LOG = LoggerFactory.getLogger(CustomerApi.class);
    private static final int MAX_ERROR_BODY_BYTES = 64 * 1024;
    private static final int NONE = 0;

    private final OkHttpClient http;
    private final CallLimits limits;
    private final RetryPolicy retries;
    private final Clock clock;
    private final Pauses pauses;
    private final @Nullable CallListener listener;

    Transport(
            OkHttpClient http,
            CallLimits limits,
            RetryPolicy retries,
            Clock clock,
            Pauses pauses,
            @Nullable CallListener listener) {
        this.http = http;
        this.limits = limits;
        this.retries = retries;
        this.clock = clock;
        this.pauses = pauses;
        this.listener = listener;
    }

    /** Limits the time of one attempt and of a whole call, and the size of a response. */
    record CallLimits(Duration attempt, Duration call, int responseBytes) {}

    /** Waits between attempts; tests replace it. */
    interface Pauses {
        void pause(Duration duration) throws InterruptedException;
    }

    /** Returns a success, or the 304 to a conditional request. Anything else is a {@link CustomerApiException}. */
    ApiResponse exchange(ApiCall apiCall) {
        var started = System.nanoTime();
        for (var number = 1; ; number++) {
            try {
                return attempt(apiCall, number, remainingNanos(started));
            } catch (CustomerApiException failure) {
                var pause = retries.pauseAfter(failure, number);
                if (pause.isEmpty() || pause.get().toNanos() >= remainingNanos(started)) {
                    throw failure;
                }
                LOG.warn(
                        "{}; retrying in {} ms",
                        failure.getMessage(),
                        pause.get().toMillis());
                pause(pause.get(), failure);
            }
        }
    }

    private long remainingNanos(long started) {
        return limits.call().toNanos() - (System.nanoTime() - started);
    }

    private void pause(Duration duration, CustomerApiException failure) {
        try {
            pauses.pause(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    private ApiResponse attempt(ApiCall apiCall, int number, long nanosLeft) {
        var state = new AttemptState();
        var call = http.newCall(apiCall.request(state));
        call.timeout().timeout(Math.max(1, Math.min(nanosLeft, limits.attempt().toNanos())), TimeUnit.NANOSECONDS);
        var startedAt = clock.instant();
        var started = System.nanoTime();
        var status = NONE;
        try (var response = call.execute()) {
            status = response.code();
            return evaluate(apiCall, read(apiCall, call, response), state);
        } catch (IOException e) {
            throw new NoResponseException(apiCall, !state.isSent(), number, e);
        } finally {
            notifyListener(apiCall, number, startedAt, Duration.ofNanos(System.nanoTime() - started), status);
        }
    }

    private ApiResponse evaluate(ApiCall apiCall, ApiResponse apiResponse, AttemptState state) {
        if (apiResponse.isSuccess() || (apiResponse.isNotModified() && apiCall.operation() == Operation.CATALOGUE)) {
            return apiResponse;
        }
        if (apiResponse.status() >= 400) {
            throw new ErrorResponseException(apiCall, ErrorDetails.of(apiCall, apiResponse, state, clock));
        }
        var why = apiResponse.headers().get("Location") == null
                ? "the status is not expected"
                : "redirects are not followed";
        throw new UnexpectedResponseException(
                apiCall, apiResponse.status(), apiCall.describe(apiResponse.body()), why, null);
    }

    private ApiResponse read(ApiCall apiCall, Call call, Response response) throws IOException {
        var source = response.body().source();
        if (!response.isSuccessful()) {
            return new ApiResponse(response.code(), response.headers(), readExcerpt(source));
        }
        // Count the size after decompression, which OkHttp does not limit.
        if (source.request(limits.responseBytes() + 1L)) {
            call.cancel();
            throw new UnexpectedResponseException(
                    apiCall, response.code(), "", "the body has more than " + limits.responseBytes() + " bytes", null);
        }
        return new ApiResponse(response.code(), response.headers(), source.readByteArray());
    }

    /** Reads as much of an error's body as was received; the status is sufficient without it. */
    private static byte[] readExcerpt(BufferedSource source) throws IOException {
        try {
            source.request(MAX_ERROR_BODY_BYTES);
        } catch (IOException e) {
            LOG.debug("The body of an error response is incomplete", e);
        }
        var received = source.getBuffer();
        return received.readByteArray(Math.min(received.size(), MAX_ERROR_BODY_BYTES));
    }

    private void notifyListener(ApiCall apiCall, int number, Instant startedAt, Duration duration, int status) {
        LOG.debug(
                "{} -> {} in {} ms, attempt {}",
                apiCall,
                status == NONE ? "no response" : status,
                duration.toMillis(),
                number);
        if (listener == null) {
            return;
        }
        var responded = status == NONE ? OptionalInt.empty() : OptionalInt.of(status);
        try {
            listener.onAttempt(new CallListener.Attempt(
                    apiCall.operation(), apiCall.url().encodedPath(), number, startedAt, duration, responded));
        } catch (RuntimeException e) {
            LOG.warn("The call listener threw an exception, which is ignored", e);
        }
    }
}
