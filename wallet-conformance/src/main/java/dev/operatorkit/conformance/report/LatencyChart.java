package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.wire.Exchange;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Shows the latency of the wallet: a histogram with doubling buckets, a bar in each row so that it fits any width, and percentiles. */
final class LatencyChart {
    private static final int BUCKETS = 16;
    private static final double SHORTEST_MILLIS = 0.25;

    private final Html html;

    LatencyChart(Html html) {
        this.html = html;
    }

    void write(List<CaseResult> results) {
        var sorted = results.stream()
                .flatMap(r -> r.exchanges().stream())
                .filter(e -> e.received().length > 0)
                .mapToLong(Exchange::micros)
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            html.element("p", "No response arrived.");
            return;
        }
        var counts = new int[BUCKETS];
        for (var micros : sorted) {
            counts[Math.min(BUCKETS - 1, Math.max(0, 64 - Long.numberOfLeadingZeros(micros / 250)))]++;
        }
        bars(counts);
        html.element(
                "p",
                sorted.length + (sorted.length == 1 ? " response" : " responses") + ": p50 " + millis(sorted, 50)
                        + ", p90 " + millis(sorted, 90) + ", p99 " + millis(sorted, 99) + ", slowest "
                        + millis(sorted, 100) + ".");
    }

    /** Writes the buckets from the first to the last that is not empty. */
    private void bars(int[] counts) {
        var most = Arrays.stream(counts).max().orElse(1);
        var last = BUCKETS - 1;
        while (counts[last] == 0) {
            last--;
        }
        html.open("table", "class", "latency").open("thead").open("tr");
        html.element("th", "Latency", "scope", "col").element("th", "Responses", "scope", "col", "colspan", "2");
        html.close("tr", "thead").open("tbody");
        for (var i = 0; i <= last; i++) {
            html.open("tr").element("th", name(i), "scope", "row").open("td", "aria-hidden", "true");
            if (counts[i] > 0) {
                var share = String.format(Locale.ROOT, "width:%.1f%%", 100.0 * counts[i] / most);
                html.element("span", "", "class", "bar", "style", share);
            }
            html.close("td").element("td", Integer.toString(counts[i]), "class", "number");
            html.close("tr");
        }
        html.close("tbody", "table");
    }

    private static String name(int bucket) {
        return bucket == BUCKETS - 1 ? "from " + bound(bucket - 1) : "under " + bound(bucket);
    }

    private static String bound(int bucket) {
        var millis = SHORTEST_MILLIS * (1L << bucket);
        if (millis < 1) {
            return millis + " ms";
        }
        return millis < 1000 ? (long) millis + " ms" : (long) (millis / 1000) + " s";
    }

    private static String millis(long[] sorted, int percent) {
        var at = Math.min(sorted.length - 1, sorted.length * percent / 100);
        return String.format(Locale.ROOT, "%.1f ms", sorted[at] / 1000.0);
    }
}
