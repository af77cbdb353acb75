package dev.operatorkit.client;

import dev.operatorkit.client.ApiCall.ApiResponse;
import dev.operatorkit.client.SigningInterceptor.AttemptState;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import okhttp3.Call;
import okhttp3.Headers;
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
    private static final int NOT_MODIFIED = 304;
    private static final int PRECONDITION_FAILED = 412;

    private final OkHttpClient http;
    private final CallSettings settings;
    private final RetryPolicy retries;
    private final Telemetry telemetry;
    private final Clock clock;
    private final CallScope scope;

    Transport(
            OkHttpClient http,
            CallSettings settings,
            RetryPolicy retries,
            Telemetry telemetry,
            Clock clock,
            CallScope scope) {
        this.http = http;
        this.settings = settings;
        this.retries = retries;
        this.telemetry = telemetry;
        this.clock = clock;
        this.scope = scope;
    }

    /** Returns a transport whose calls have these options. */
    Transport with(CallOptions options) {
        return new Transport(http, settings.with(options), retries, telemetry, clock, scope);
    }

    /** Returns a transport whose calls end with this scope. */
    Transport withScope(CallScope other) {
        return new Transport(http, settings, retries, telemetry, clock, other);
    }

    /**
     * Limits the time of one attempt and of a whole call, and the size of a response. Holds the headers of every call, and its id if
     * that is not random.
     */
    record CallSettings(
            Duration attempt,
            Duration call,
            int responseBytes,
            Headers headers,
            @Nullable String id) {
        CallSettings with(CallOptions options) {
            var all = headers.newBuilder();
            options.headers().forEach(header -> all.set(header.getFirst(), header.getSecond()));
            return new CallSettings(
                    attempt,
                    Objects.requireNonNullElse(options.timeout(), call),
                    responseBytes,
                    all.build(),
                    options.callId() == null ? id : options.callId());
        }
    }

    /** Reads a response; each exception becomes an {@link UnexpectedResponseException}. */
    interface Reader<T> {
        T read(ApiResponse response);
    }

    /**
     * Returns what the reader reads from a success, or from the 304 that confirms the caller's copy. Anything else is a
     * {@link CustomerApiException}.
     */
    <T> T exchange(ApiCall apiCall, Reader<T> reader) {
        var execution = new Execution<>(apiCall.withId(settings.id()), reader);
        return measure(execution::run, execution::reportCall);
    }

    private interface Report {
        void ended(Instant startedAt, Duration elapsed, Optional<Throwable> failure);
    }

    private <R> R measure(Function<Instant, R> work, Report report) {
        var startedAt = clock.instant();
        var started = System.nanoTime();
        Throwable failure = null;
        try {
            return work.apply(startedAt);
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        } finally {
            report.ended(startedAt, Duration.ofNanos(System.nanoTime() - started), Optional.ofNullable(failure));
        }
    }

    /** Holds the progress of one call. */
    private final class Execution<T> {
        private final Reader<T> reader;
        private final long started = System.nanoTime();
        private Headers headers = settings.headers();
        private ApiCall apiCall;
        private int attempts;
        private OptionalInt status = OptionalInt.empty();
        private boolean isConditionDropped;
        private @Nullable CustomerApiException previous;

        Execution(ApiCall apiCall, Reader<T> reader) {
            this.apiCall = apiCall;
            this.reader = reader;
        }

        T run(Instant startedAt) {
            telemetry.callStarted(event(startedAt, Duration.ZERO, Optional.empty()));
            var traceparent = telemetry.traceparent();
            if (traceparent != null) {
                headers = headers.newBuilder().set("traceparent", traceparent).build();
            }
            while (true) {
                attempts++;
                status = OptionalInt.empty();
                try {
                    return measure(attemptedAt -> attempt(), this::reportAttempt);
                } catch (CustomerApiException failure) {
                    prepareNext(failure);
                }
            }
        }

        /** Returns if there is another attempt, and otherwise throws the failure. */
        private void prepareNext(CustomerApiException failure) {
            if (isConditionRejected() && !isConditionDropped && remainingNanos() > 0) {
                isConditionDropped = true;
                apiCall = apiCall.withoutValidators();
                return;
            }
            if (previous != null) {
                failure.addSuppressed(previous);
            }
            previous = failure;
            var pause = retries.pauseAfter(failure, attempts);
            if (pause.isEmpty() || pause.get().toNanos() >= remainingNanos()) {
                throw failure;
            }
            requireMayContinue(failure);
            LOG.warn("{}; retrying in {} ms", failure.getMessage(), pause.get().toMillis());
            pause(pause.get(), failure);
            requireMayContinue(failure);
        }

        private void requireMayContinue(CustomerApiException failure) {
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted(failure, "interrupted before the next attempt", null);
            }
            if (scope.hasEnded()) {
                throw interrupted(failure, scope.whyEnded(), null);
            }
        }

        /** Returns the failure of a call that ends before another attempt; this one is a suppressed exception of it. */
        private CustomerApiException interrupted(CustomerApiException last, String why, @Nullable Exception cause) {
            if (last.code() == ErrorCode.INTERRUPTED) {
                return last;
            }
            var unsent = last instanceof NoResponseException noResponse && noResponse.isUnsent();
            var failure = NoResponseException.interrupted(apiCall, unsent, attempts, why, cause);
            failure.addSuppressed(last);
            return failure;
        }

        /**
         * Returns true if the provider does not accept the condition, or claims that a copy is current that the client
         * does not have. The catalogue is then requested once more, without a condition.
         */
        private boolean isConditionRejected() {
            var code = status.orElse(0);
            return apiCall.operation() == Operation.CATALOGUE
                    && (code == NOT_MODIFIED || (code == PRECONDITION_FAILED && apiCall.validators() != null));
        }

        private void pause(Duration duration, CustomerApiException failure) {
            try {
                retries.pause(duration, scope);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw interrupted(failure, "interrupted before the next attempt", e);
            }
        }

        private long remainingNanos() {
            return settings.call().toNanos() - (System.nanoTime() - started);
        }

        private T attempt() {
            var state = new AttemptState();
            var call = http.newCall(apiCall.request(state, headers));
            var timeout = Math.min(remainingNanos(), settings.attempt().toNanos());
            call.timeout().timeout(Math.max(1, timeout), TimeUnit.NANOSECONDS);
            scope.add(call);
            try {
                return interpret(receive(call, state), state);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw interrupted(state, "interrupted", e);
            } catch (IOException e) {
                throw scope.hasEnded()
                        ? interrupted(state, scope.whyEnded(), e)
                        : new NoResponseException(apiCall, !state.isSent(), attempts, e);
            } finally {
                scope.remove(call);
            }
        }

        /** Reports each exception of a parser, of the body or of a header, as an unexpected response. */
        private T interpret(ApiResponse apiResponse, AttemptState state) {
            try {
                return reader.read(accept(apiResponse, state));
            } catch (CustomerApiException e) {
                throw e;
            } catch (RuntimeException e) {
                var why = apiCall.describe(String.valueOf(e.getMessage()), 200);
                throw new UnexpectedResponseException(apiResponse, why, apiCall.secret() == null ? e : null);
            }
        }

        private ApiResponse receive(Call call, AttemptState state) throws IOException, InterruptedException {
            try (var response = execute(call)) {
                var code = state.status(response.code());
                status = OptionalInt.of(code);
                return read(apiCall, call, response, code);
            } catch (CustomerApiException e) {
                throw e;
            } catch (RuntimeException e) {
                // OkHttp throws them for headers such as Content-Length: -5. No argument was wrong.
                if (state.isSent()) {
                    throw new IOException("The response is not HTTP: " + e.getMessage(), e);
                }
                throw e;
            }
        }

        private NoResponseException interrupted(AttemptState state, String why, Exception cause) {
            return NoResponseException.interrupted(apiCall, !state.isSent(), attempts, why, cause);
        }

        private void reportAttempt(Instant startedAt, Duration elapsed, Optional<Throwable> failure) {
            telemetry.attemptEnded(
                    apiCall,
                    new CallListener.Attempt(
                            apiCall.operation(),
                            apiCall.url().encodedPath(),
                            apiCall.id(),
                            attempts,
                            startedAt,
                            elapsed,
                            status,
                            failure));
        }

        void reportCall(Instant startedAt, Duration elapsed, Optional<Throwable> failure) {
            telemetry.callEnded(event(startedAt, elapsed, failure));
        }

        private CallListener.Call event(Instant startedAt, Duration elapsed, Optional<Throwable> failure) {
            return new CallListener.Call(
                    apiCall.operation(),
                    apiCall.url().encodedPath(),
                    apiCall.id(),
                    attempts,
                    startedAt,
                    elapsed,
                    status,
                    failure);
        }
    }

    /**
     * Executes the call, unless the thread is interrupted already. Otherwise that would depend on whether OkHttp still
     * has a connection: only where it connects does it notice an interruption, and throws this exception without
     * declaring it.
     */
    private static Response execute(Call call) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return call.execute();
    }

    /** Returns the response, unless it is an error or unexpected. */
    private ApiResponse accept(ApiResponse apiResponse, AttemptState state) {
        if (apiResponse.isSuccess()) {
            requireDecoded(apiResponse);
            return apiResponse;
        }
        if (apiResponse.call().isConfirmedBy(apiResponse)) {
            return apiResponse;
        }
        if (apiResponse.status() >= 400) {
            throw new ErrorResponseException(
                    apiResponse.call(), ErrorDetails.of(apiResponse.call(), apiResponse, state, clock));
        }
        var why = apiResponse.headers().get("Location") == null
                ? "the status is not expected"
                : "redirects are not followed";
        throw new UnexpectedResponseException(apiResponse, why, null);
    }

    /** Checks that OkHttp decoded the body. It asks for gzip only, and reads no other coding. */
    private static void requireDecoded(ApiResponse apiResponse) {
        var coding = apiResponse.headers().get("Content-Encoding");
        if (coding != null && !coding.equalsIgnoreCase("identity") && apiResponse.body().length > 0) {
            var why = "the Content-Encoding is not supported: "
                    + apiResponse.call().describe(coding, 50);
            throw new UnexpectedResponseException(apiResponse, why, null);
        }
    }

    private ApiResponse read(ApiCall apiCall, Call call, Response response, int status) throws IOException {
        var source = response.body().source();
        if (!response.isSuccessful()) {
            return new ApiResponse(apiCall, status, response.headers(), readExcerpt(source));
        }
        // Count the size after decompression, which OkHttp does not limit.
        if (source.request(settings.responseBytes() + 1L)) {
            call.cancel();
            throw new UnexpectedResponseException(
                    new ApiResponse(apiCall, status, response.headers(), new byte[0]),
                    "the body has more than " + settings.responseBytes() + " bytes",
                    null);
        }
        return new ApiResponse(apiCall, status, response.headers(), source.readByteArray());
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
}
