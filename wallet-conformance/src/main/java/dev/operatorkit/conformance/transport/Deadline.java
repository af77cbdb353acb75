package dev.operatorkit.conformance.transport;

import java.net.SocketTimeoutException;
import java.time.Duration;

/** Tracks the time left for a call. */
final class Deadline {
    private final long nanos;

    Deadline(Duration time) {
        nanos = System.nanoTime() + time.toNanos();
    }

    /** Returns the time left, at least 1 ms, or throws a SocketTimeoutException if it is up. */
    int millisLeft() throws SocketTimeoutException {
        var left = nanos - System.nanoTime();
        if (left <= 0) {
            throw new SocketTimeoutException("the time is up");
        }
        return (int) Math.min(Integer.MAX_VALUE, left / 1_000_000 + 1);
    }
}
