package dev.operatorkit.simulator.wallet;

import dev.operatorkit.simulator.wallet.WireResult.Cause;
import java.time.Duration;

/** When a call must be over. */
final class Deadline {
    private final long nanos;

    Deadline(Duration time) {
        nanos = System.nanoTime() + time.toNanos();
    }

    /** At least 1; CallException when the time is up. */
    int millisLeft() throws CallException {
        var left = nanos - System.nanoTime();
        if (left <= 0) {
            throw new CallException(Cause.TIMEOUT, "no whole answer in time");
        }
        return (int) Math.min(Integer.MAX_VALUE, left / 1_000_000 + 1);
    }
}
