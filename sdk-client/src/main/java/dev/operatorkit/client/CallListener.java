package dev.operatorkit.client;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * Receives every attempt of a call, for metrics and traces. Attempts contain no secrets. An exception that the listener
 * throws is logged and otherwise ignored.
 */
@FunctionalInterface
public interface CallListener {
    /** Is called on the calling thread after an attempt has ended. */
    void onAttempt(Attempt attempt);

    /**
     * Holds one attempt of a call.
     *
     * @param operation the operation; its low cardinality makes it suitable as a metric tag
     * @param path the path as sent, without the query
     * @param number the number of the attempt, 1 for the first one of a call
     * @param startedAt the time at which the attempt began
     * @param elapsed the duration, including that of reading the response body
     * @param status the HTTP status, or empty if no status line was received
     */
    record Attempt(
            Operation operation, String path, int number, Instant startedAt, Duration elapsed, OptionalInt status) {}
}
