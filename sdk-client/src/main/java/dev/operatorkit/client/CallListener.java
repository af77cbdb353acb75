package dev.operatorkit.client;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * Told of every attempt when it has ended, on the thread of the caller: for metrics and traces. Nothing secret is told. What
 * it throws is logged and goes no further.
 */
@FunctionalInterface
public interface CallListener {
    /** An attempt has ended. */
    void onAttempt(Attempt attempt);

    /**
     * One attempt.
     *
     * @param operation what was asked for: few values, fit for a metric's tag
     * @param path the path as sent, without the query
     * @param number 1 for the first attempt of a call
     * @param startedAt when it began
     * @param took how long it took, the answer's body included
     * @param status the HTTP status, or nothing when no answer came
     */
    record Attempt(
            Operation operation, String path, int number, Instant startedAt, Duration elapsed, OptionalInt status) {}
}
