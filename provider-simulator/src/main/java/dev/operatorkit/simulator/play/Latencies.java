package dev.operatorkit.simulator.play;

import dev.operatorkit.simulator.CallbackKind;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Records the latencies of calls by callback. */
final class Latencies {
    private static final long LONGEST_MICROS = 3_600_000_000L;
    private static final int DIGITS = 3;

    private final Recorder newest = new Recorder(LONGEST_MICROS, DIGITS);
    private final Map<CallbackKind, Histogram> byKind = new EnumMap<>(CallbackKind.class);

    Latencies() {
        for (var kind : CallbackKind.values()) {
            byKind.put(kind, new ConcurrentHistogram(LONGEST_MICROS, DIGITS));
        }
    }

    void record(CallbackKind kind, long nanos) {
        var micros = Math.min(LONGEST_MICROS, nanos / 1000);
        of(kind).recordValue(micros);
        newest.recordValue(micros);
    }

    private Histogram of(CallbackKind kind) {
        var histogram = byKind.get(kind);
        if (histogram == null) {
            throw new IllegalStateException("There is no histogram for " + kind + ".");
        }
        return histogram;
    }

    /** Returns the calls since the previous call of this method. */
    synchronized Histogram sinceLastCall() {
        return newest.getIntervalHistogram();
    }

    /** Returns a percentile of the debit latencies, in milliseconds. */
    double debitMillis(double percentile) {
        return of(CallbackKind.DEBIT).getValueAtPercentile(percentile) / 1000.0;
    }

    long calls() {
        return byKind.values().stream().mapToLong(Histogram::getTotalCount).sum();
    }

    String table() {
        var table = new StringBuilder("callback        calls   p50 ms   p90 ms   p99 ms  p99.9 ms   max ms\n");
        byKind.forEach((kind, histogram) -> {
            if (histogram.getTotalCount() > 0) {
                table.append(String.format(
                        Locale.ROOT,
                        "%-10s %10d %8.2f %8.2f %8.2f %9.2f %8.2f%n",
                        kind.name().toLowerCase(Locale.ROOT),
                        histogram.getTotalCount(),
                        histogram.getValueAtPercentile(50) / 1000.0,
                        histogram.getValueAtPercentile(90) / 1000.0,
                        histogram.getValueAtPercentile(99) / 1000.0,
                        histogram.getValueAtPercentile(99.9) / 1000.0,
                        histogram.getMaxValue() / 1000.0));
            }
        });
        return table.toString();
    }
}
