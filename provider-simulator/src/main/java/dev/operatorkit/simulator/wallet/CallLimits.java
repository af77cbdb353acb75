package dev.operatorkit.simulator.wallet;

import java.time.Duration;

/**
 * How long and how much the simulator listens (D-34, D-36).
 *
 * @param connect time for one connection to come up
 * @param call time for the whole call, connecting included
 * @param answerHead largest status line and headers, in bytes
 * @param answerBody largest body, in bytes
 */
public record CallLimits(Duration connect, Duration call, int answerHead, int answerBody) {
    /** Connect 2 s, whole call 10 s (D-34); 16 KiB of headers, 64 KiB of body. */
    public static final CallLimits DEFAULT =
            new CallLimits(Duration.ofSeconds(2), Duration.ofSeconds(10), 16 * 1024, 64 * 1024);

    /** Refuses a call that has no time. */
    public CallLimits {
        if (connect.toMillis() < 1 || call.toMillis() < 1) {
            throw new IllegalArgumentException("a call takes a millisecond at least");
        }
    }

    /** The same with another time for the whole call. */
    public CallLimits withCall(Duration time) {
        return new CallLimits(connect.compareTo(time) < 0 ? connect : time, time, answerHead, answerBody);
    }
}
