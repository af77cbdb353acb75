package dev.operatorkit.benchmarks.wallet;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Holds what one pass of a contender measured.
 *
 * @param units the number of units, all of them answered and stored
 * @param perSecond the units per second
 * @param seconds the duration
 * @param time the processor time used
 * @param walBytes the bytes written ahead by PostgreSQL
 * @param loadAverage the machine's load average over one minute at the end of the pass
 * @param micros the latencies; null for pgbench
 */
record Pass(
        long units,
        double perSecond,
        double seconds,
        ProcessorTime time,
        long walBytes,
        double loadAverage,
        @Nullable Histogram micros) {
    /** Returns the processor time of application and database for one unit, in microseconds. */
    double serverMicros() {
        return perUnit(time.application() + time.postgres());
    }

    double perUnit(long total) {
        return (double) total / units;
    }

    /** Returns the share of the machine's processors that work outside of the measurement took. */
    double othersShare() {
        return time.others() / (seconds * 1e6 * Runtime.getRuntime().availableProcessors());
    }
}
