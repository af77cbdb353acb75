package dev.operatorkit.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Receives every call when it starts and when it has ended, and every attempt of it, for metrics and traces. The events contain no
 * secrets. Methods are called on the thread of the caller, so an implementation must be thread-safe. What a listener throws is logged and otherwise ignored. A call that is
 * rejected before its first attempt, because of an argument or because the client is closed, is not reported.
 */
@FunctionalInterface
public interface CallListener {
    /**
     * Is called before the first attempt, and before {@link CustomerApiBuilder#traceparent} is asked: a listener may start a span here,
     * or put the id into the log context of the thread, and end it in {@link #onCallEnded}, which always follows. The call has no
     * attempts, no status and no duration yet. The default does nothing.
     */
    default void onCallStarted(Call call) {}

    /** Is called after an attempt has ended. */
    void onAttempt(Attempt attempt);

    /** Is called after a call has ended, following its last attempt. The default does nothing. */
    default void onCallEnded(Call call) {}

    /**
     * Holds one attempt of a call. The client creates it; later versions may add components.
     *
     * @param operation the operation; its low cardinality makes it suitable as a metric tag
     * @param path the path as sent, without the query
     * @param callId the id of the call, see {@link CustomerApiException#callId}
     * @param number the number of the attempt, 1 for the first one of a call
     * @param startedAt the time at which the attempt began
     * @param elapsed the duration, including that of reading the response body
     * @param status the HTTP status, or empty if no status line was received
     * @param failure the reason why the attempt failed, usually a {@link CustomerApiException}; empty if it succeeded
     */
    record Attempt(
            Operation operation,
            String path,
            String callId,
            int number,
            Instant startedAt,
            Duration elapsed,
            OptionalInt status,
            Optional<Throwable> failure) {
        public Attempt {
            Objects.requireNonNull(operation, "operation");
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(callId, "callId");
            Objects.requireNonNull(startedAt, "startedAt");
            Objects.requireNonNull(elapsed, "elapsed");
            Objects.requireNonNull(status, "status");
            Objects.requireNonNull(failure, "failure");
        }
    }

    /**
     * Holds one call, with its attempts so far. The client creates it; later versions may add components.
     *
     * @param operation the operation; its low cardinality makes it suitable as a metric tag
     * @param path the path as sent, without the query
     * @param id the id of the call, see {@link CustomerApiException#callId}
     * @param attempts the number of attempts
     * @param startedAt the time at which the call began
     * @param elapsed the duration, including all attempts and the pauses between them
     * @param status the HTTP status of the last attempt, or empty if it received no status line
     * @param failure what the call threw, usually a {@link CustomerApiException}; empty if it succeeded
     */
    record Call(
            Operation operation,
            String path,
            String id,
            int attempts,
            Instant startedAt,
            Duration elapsed,
            OptionalInt status,
            Optional<Throwable> failure) {
        public Call {
            Objects.requireNonNull(operation, "operation");
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(startedAt, "startedAt");
            Objects.requireNonNull(elapsed, "elapsed");
            Objects.requireNonNull(status, "status");
            Objects.requireNonNull(failure, "failure");
        }
    }
}
