package dev.operatorkit.conformance;

import java.util.Arrays;

/** Measures how long the calls of a run take: the median of the newest. */
final class Latency {
    private static final int KEPT = 31;
    private static final long SLOW_MICROS = 20_000;

    private final long[] newest = new long[KEPT];
    private long count;

    synchronized void record(long micros) {
        newest[(int) (count++ % KEPT)] = micros;
    }

    /** Returns true when calls take so long that they decide how long the run takes. */
    synchronized boolean isSlow() {
        var known = Arrays.copyOf(newest, (int) Math.min(count, KEPT));
        Arrays.sort(known);
        return known.length > 0 && known[known.length / 2] > SLOW_MICROS;
    }
}
