package dev.operatorkit.conformance;

import java.time.Duration;
import java.util.Arrays;

/** Measures how long the calls of a run take: the median of the newest. */
final class Latency {
    private static final int KEPT = 31;
    private static final long SLOW_MICROS = 20_000;
    private static final int CALLS_OF_A_RACE = 16;

    private final long[] newest = new long[KEPT];
    private long count;

    synchronized void record(long micros) {
        newest[(int) (count++ % KEPT)] = micros;
    }

    /** Returns the median in microseconds; 0 before the first call. */
    synchronized long median() {
        var known = Arrays.copyOf(newest, (int) Math.min(count, KEPT));
        Arrays.sort(known);
        return known.length == 0 ? 0 : known[known.length / 2];
    }

    /**
     * Returns true when calls take long, and yet races of several players at the same time stay within the time limit of a call,
     * even when the wallet serves one call at a time.
     */
    boolean leavesTimeFor(int races, Duration timeout) {
        return races > 1 && isSlow() && median() * races * CALLS_OF_A_RACE * 2 < timeout.toNanos() / 1000;
    }

    /** Returns true when calls take so long that they decide how long the run takes. */
    boolean isSlow() {
        return median() > SLOW_MICROS;
    }
}
