package dev.operatorkit.conformance.transport;

import java.time.Duration;

/**
 * Limits the time and size of a call (D-34, D-36).
 *
 * @param connect the time for one connection
 * @param call the time for the whole call, including the connection
 * @param answerHead the largest status line and headers, in bytes
 * @param answerBody the largest body, in bytes
 */
public record CallLimits(Duration connect, Duration call, int answerHead, int answerBody) {
    /** Allows 2 s to connect and 10 s in total (D-34), 16 KiB of headers and 64 KiB of body. */
    public static final CallLimits DEFAULT =
            new CallLimits(Duration.ofSeconds(2), Duration.ofSeconds(10), 16 * 1024, 64 * 1024);

    /** Rejects limits without time. */
    public CallLimits {
        if (connect.toMillis() < 1 || call.toMillis() < 1) {
            throw new IllegalArgumentException("The times of a call must be at least one millisecond.");
        }
    }

    /** Returns a copy with another time for the whole call. */
    public CallLimits withCall(Duration time) {
        return new CallLimits(connect.compareTo(time) < 0 ? connect : time, time, answerHead, answerBody);
    }
}
