package dev.operatorkit.conformance;

import java.time.Duration;
import java.util.Arrays;

/** Measures how long the calls of a run take: the median of the newest. */
final class Latency {
    private static final int KEPT = 31;
    private static final long SLOW_MICROS = 20_000;
    private static final int CALLS_OF_A_RACE = 16;
    private static final int MARGIN = 2;

    private final long[] newest = new long[KEPT];
    private final long[] shares = new long[KEPT];
    private long count;

    /** Records a call and how many were under way when it began, this one included. */
    synchronized void record(long micros, int underWay) {
        var at = (int) (count++ % KEPT);
        newest[at] = micros;
        shares[at] = micros / underWay;
    }

    /** Returns the median in microseconds; 0 before the first call. */
    synchronized long median() {
        return median(newest);
    }

    /**
     * Returns how many races, each of a player of its own, may be run at the same time; at least 1. It is 1 while calls are fast,
     * since then the processor is the limit. Otherwise all calls must stay within the time limit of one, even when the wallet
     * serves them one after another: such a wallet takes n times as long for each of n calls, one that serves them side by side
     * does not.
     */
    synchronized int racesWithin(Duration timeout) {
        if (!isSlow()) {
            return 1;
        }
        var race = Math.max(1, median(shares)) * CALLS_OF_A_RACE * MARGIN;
        return Math.clamp(timeout.toNanos() / 1000 / race, 1, Integer.MAX_VALUE);
    }

    /** Returns true when calls take so long that they decide how long the run takes. */
    boolean isSlow() {
        return median() > SLOW_MICROS;
    }

    private long median(long[] values) {
        var known = Arrays.copyOf(values, (int) Math.min(count, KEPT));
        Arrays.sort(known);
        return known.length == 0 ? 0 : known[known.length / 2];
    }
}
