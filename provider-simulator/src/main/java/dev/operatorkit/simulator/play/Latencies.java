package dev.operatorkit.simulator.play;

import dev.operatorkit.simulator.CallbackKind;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Records the latencies of calls by callback. */
final class Latencies {
    private static final long MAX_MICROS = 3_600_000_000L;

    private final Map<CallbackKind, Histogram> byKind = new EnumMap<>(CallbackKind.class);

    Latencies() {
        for (var kind : CallbackKind.values()) {
            byKind.put(kind, new ConcurrentHistogram(MAX_MICROS, 3));
        }
    }

    private Histogram of(CallbackKind kind) {
        return Objects.requireNonNull(byKind.get(kind));
    }

    void record(CallbackKind kind, long nanos) {
        of(kind).recordValue(Math.min(MAX_MICROS, nanos / 1000));
    }

    double debitMillis(double percentile) {
        return millis(of(CallbackKind.DEBIT), percentile);
    }

    private static double millis(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1000.0;
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
                        millis(histogram, 50),
                        millis(histogram, 90),
                        millis(histogram, 99),
                        millis(histogram, 99.9),
                        millis(histogram, 100)));
            }
        });
        return table.toString();
    }
}
