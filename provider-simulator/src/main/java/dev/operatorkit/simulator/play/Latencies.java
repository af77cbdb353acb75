package dev.operatorkit.simulator.play;

import dev.operatorkit.simulator.CallbackKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Records the latencies of calls by callback. */
final class Latencies {
    private static final long MAX_MICROS = 3_600_000_000L;
    private static final int DIGITS = 3;

    private final Recorder newest = new Recorder(MAX_MICROS, DIGITS);
    private final Map<CallbackKind, Histogram> byKind = new EnumMap<>(CallbackKind.class);

    Latencies() {
        for (var kind : CallbackKind.values()) {
            byKind.put(kind, new ConcurrentHistogram(MAX_MICROS, DIGITS));
        }
    }

    void record(CallbackKind kind, long nanos) {
        var micros = Math.min(MAX_MICROS, nanos / 1000);
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

    /** Returns a percentile of the debit latencies, in milliseconds. */
    double debitMillis(double percentile) {
        return of(CallbackKind.DEBIT).getValueAtPercentile(percentile) / 1000.0;
    }

    long calls() {
        return byKind.values().stream().mapToLong(Histogram::getTotalCount).sum();
    }

    /** Returns the latencies of each callback that was sent. */
    List<LoadRun.CallbackLatency> byCallback() {
        return byKind.entrySet().stream()
                .filter(entry -> entry.getValue().getTotalCount() > 0)
                .map(entry -> new LoadRun.CallbackLatency(
                        entry.getKey().name().toLowerCase(Locale.ROOT),
                        entry.getValue().getTotalCount(),
                        List.of(
                                percentile("p50", entry.getValue(), 50),
                                percentile("p90", entry.getValue(), 90),
                                percentile("p99", entry.getValue(), 99),
                                percentile("p99.9", entry.getValue(), 99.9),
                                percentile("Longest", entry.getValue(), 100))))
                .toList();
    }

    private static LoadRun.Percentile percentile(String name, Histogram histogram, double percentile) {
        return new LoadRun.Percentile(name, histogram.getValueAtPercentile(percentile) / 1000.0);
    }

    String table() {
        var table = new StringBuilder("callback        calls   p50 ms   p90 ms   p99 ms  p99.9 ms   max ms\n");
        for (var row : byCallback()) {
            var values = Stream.concat(
                    Stream.of(row.callback(), row.calls()),
                    row.percentiles().stream().map(LoadRun.Percentile::millis));
            table.append(String.format(Locale.ROOT, "%-10s %10d %8.2f %8.2f %8.2f %9.2f %8.2f%n", values.toArray()));
        }
        return table.toString();
    }
}
