package dev.operatorkit.simulator.wallet;

import dev.operatorkit.simulator.wallet.WireResult.Cause;
import java.time.Duration;

/** Tracks the time left for a call. */
final class Deadline {
    private final long nanos;

    Deadline(Duration time) {
        nanos = System.nanoTime() + time.toNanos();
    }

    /** Returns the time left, at least 1 ms, or throws a CallException if it is up. */
    int millisLeft() throws CallException {
        var left = nanos - System.nanoTime();
        if (left <= 0) {
            throw new CallException(Cause.TIMEOUT, "the response was not complete in time");
        }
        return (int) Math.min(Integer.MAX_VALUE, left / 1_000_000 + 1);
    }
}
