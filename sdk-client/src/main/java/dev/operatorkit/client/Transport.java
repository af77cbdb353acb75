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

/** Asks until there is an answer, a failure that stays, or no time left. */
final class Transport {
    private static final Logger LOG = LoggerFactory.getLogger(CustomerApi.class);
    private static final int READ_OF_A_REFUSAL = 64 * 1024;
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

    /** The time that one attempt and a whole call may take, and how large an answer may be. */
    record CallLimits(Duration attempt, Duration call, int answerBytes) {}

    /** Waits; tests do not. */
    interface Pauses {
        void pause(Duration duration) throws InterruptedException;
    }

    /** A success, or the 304 to a conditional request; everything else is a {@link CustomerApiException}. */
    ApiResponse exchange(ApiCall ask) {
        var started = System.nanoTime();
        for (var number = 1; ; number++) {
            try {
                return attempt(ask, number, remainingNanos(started));
            } catch (CustomerApiException failure) {
                var pause = retries.pauseAfter(failure, number);
                if (pause.isEmpty() || pause.get().toNanos() >= remainingNanos(started)) {
                    throw failure;
                }
                LOG.warn(
                        "{}; trying again in {} ms",
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

    private ApiResponse attempt(ApiCall ask, int number, long nanosLeft) {
        var departure = new AttemptState();
        var call = http.newCall(ask.request(departure));
        call.timeout().timeout(Math.max(1, Math.min(nanosLeft, limits.attempt().toNanos())), TimeUnit.NANOSECONDS);
        var startedAt = clock.instant();
        var started = System.nanoTime();
        var status = NONE;
        try (var response = call.execute()) {
            status = response.code();
            return evaluate(ask, read(ask, call, response), departure);
        } catch (IOException e) {
            throw new NoResponseException(ask, !departure.isSent(), number, e);
        } finally {
            notifyListener(ask, number, startedAt, Duration.ofNanos(System.nanoTime() - started), status);
        }
    }

    private ApiResponse evaluate(ApiCall ask, ApiResponse answer, AttemptState departure) {
        if (answer.isSuccess() || (answer.isNotModified() && ask.operation() == Operation.CATALOGUE)) {
            return answer;
        }
        if (answer.status() >= 400) {
            throw new ErrorResponseException(ask, ErrorDetails.of(ask, answer, departure, clock));
        }
        var why =
                answer.headers().get("Location") == null ? "no such status is expected" : "redirects are not followed";
        throw new UnexpectedResponseException(ask, answer.status(), ask.describe(answer.body()), why, null);
    }

    private ApiResponse read(ApiCall ask, Call call, Response response) throws IOException {
        var source = response.body().source();
        if (!response.isSuccessful()) {
            return new ApiResponse(response.code(), response.headers(), readExcerpt(source));
        }
        // The size is counted after decompression: OkHttp would unpack without end.
        if (source.request(limits.answerBytes() + 1L)) {
            call.cancel();
            throw new UnexpectedResponseException(
                    ask, response.code(), "", "it has more than " + limits.answerBytes() + " bytes", null);
        }
        return new ApiResponse(response.code(), response.headers(), source.readByteArray());
    }

    /** As much of a refusal's body as came: the status alone tells enough. */
    private static byte[] readExcerpt(BufferedSource source) throws IOException {
        try {
            source.request(READ_OF_A_REFUSAL);
        } catch (IOException e) {
            LOG.debug("a refusal's body broke off", e);
        }
        var came = source.getBuffer();
        return came.readByteArray(Math.min(came.size(), READ_OF_A_REFUSAL));
    }

    private void notifyListener(ApiCall ask, int number, Instant startedAt, Duration took, int status) {
        LOG.debug("{} -> {} in {} ms, attempt {}", ask, status == NONE ? "no answer" : status, took.toMillis(), number);
        if (listener == null) {
            return;
        }
        var answered = status == NONE ? OptionalInt.empty() : OptionalInt.of(status);
        try {
            listener.onAttempt(new CallListener.Attempt(
                    ask.operation(), ask.url().encodedPath(), number, startedAt, took, answered));
        } catch (RuntimeException e) {
            LOG.warn("the call listener failed", e);
        }
    }
}
