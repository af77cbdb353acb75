package dev.operatorkit.client;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * Receives every attempt of a call when it has ended, on the calling thread, for metrics and traces. Attempts contain
 * no secrets. What a listener throws is logged and otherwise ignored.
 */
@FunctionalInterface
public interface CallListener {
    /** Reports that an attempt has ended. */
    void onAttempt(Attempt attempt);

    /**
     * Holds one attempt of a call.
     *
     * @param operation the operation; it has few values and is suitable as a metric tag
     * @param path the path as sent, without the query
     * @param number the number of the attempt, 1 for the first one of a call
     * @param startedAt the time at which it began
     * @param elapsed the duration, including that of reading the response body
     * @param status the HTTP status, or empty if no response was received
     */
    record Attempt(
            Operation operation, String path, int number, Instant startedAt, Duration elapsed, OptionalInt status) {}
}
