package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.CaseResult;
import dev.operatorkit.conformance.wire.Exchange;
import java.util.List;
import java.util.Locale;

/** Draws the latency of the wallet: a histogram with doubling buckets, and percentiles. */
final class LatencyChart {
    private static final int BAR = 54;
    private static final int HEIGHT = 150;

    private LatencyChart() {}

    static String of(List<CaseResult> results) {
        var sorted = results.stream()
                .flatMap(r -> r.exchanges().stream())
                .filter(e -> e.received().length > 0)
                .mapToLong(Exchange::micros)
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return "<p>No response arrived.</p>";
        }
        var counts = new int[16];
        for (var micros : sorted) {
            counts[Math.min(15, Math.max(0, 64 - Long.numberOfLeadingZeros(micros / 250)))]++;
        }
        var last = 15;
        while (last > 5 && counts[last] == 0) {
            last--;
        }
        return picture(counts, last) + "<p>" + sorted.length + " responses: p50 " + millis(sorted, 50)
                + ", p90 " + millis(sorted, 90) + ", p99 " + millis(sorted, 99) + ", slowest "
                + millis(sorted, 100) + ".</p>";
    }

    private static String picture(int[] counts, int last) {
        var most = 1;
        for (var count : counts) {
            most = Math.max(most, count);
        }
        var svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Histogram of latencies\">",
                (last + 1) * BAR,
                HEIGHT + 40));
        for (var i = 0; i <= last; i++) {
            var height = counts[i] * HEIGHT / most;
            var x = i * BAR;
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\"/>",
                    x + 3,
                    HEIGHT + 14 - height,
                    BAR - 6,
                    height));
            if (counts[i] > 0) {
                svg.append(text(x + BAR / 2, HEIGHT + 10 - height, Integer.toString(counts[i])));
            }
            svg.append(text(x + BAR / 2, HEIGHT + 30, "&lt; " + bound(i)));
        }
        return svg.append("</svg>").toString();
    }

    private static String text(int x, int y, String words) {
        return "<text x=\"" + x + "\" y=\"" + y + "\" text-anchor=\"middle\">" + words + "</text>";
    }

    private static String bound(int bucket) {
        var millis = 0.25 * (1L << bucket);
        return millis < 1000 ? (millis < 1 ? millis : (long) millis) + " ms" : (long) (millis / 1000) + " s";
    }

    private static String millis(long[] sorted, int percent) {
        var at = Math.min(sorted.length - 1, sorted.length * percent / 100);
        return String.format(Locale.ROOT, "%.1f ms", sorted[at] / 1000.0);
    }
}
