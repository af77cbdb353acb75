package dev.operatorkit.benchmarks.wallet;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Prints Markdown that can be copied into a page. Each figure is the median of the turns, with the lowest and the highest. */
final class Table {
    private Table() {}

    static void title(String text) {
        say("\n### " + text + "\n");
    }

    static void head() {
        say("\n| Contender | per second | load µs | application µs | database µs | application + database µs"
                + " | busiest thread µs | WAL bytes | load average | others |\n"
                + "|---|---|---|---|---|---|---|---|---|---|");
    }

    static void row(String name, List<Pass> passes) {
        say("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |"
                .formatted(
                        name,
                        range("%.0f", passes, Pass::perSecond),
                        middle("%.0f", passes, pass -> pass.perUnit(pass.time().load())),
                        middle("%.0f", passes, pass -> pass.perUnit(pass.time().application())),
                        middle("%.0f", passes, pass -> pass.perUnit(pass.time().postgres())),
                        range("%.0f", passes, Pass::serverMicros),
                        middle("%.0f", passes, pass -> pass.perUnit(pass.time().busiestThread())),
                        middle("%.0f", passes, pass -> pass.perUnit(pass.walBytes())),
                        range("%.1f", passes, Pass::loadAverage),
                        range("%.0f %%", passes, pass -> 100 * pass.othersShare())));
    }

    static void ratio(String what, double[] rates, double[] times, String goal) {
        say("- %s: **%s** by rate%s, %s by processor time"
                .formatted(what, range("%.2f", rates), goal.isEmpty() ? "" : " (" + goal + ")", range("%.2f", times)));
    }

    static void say(String line) {
        System.out.println(line);
    }

    static double median(double[] figures) {
        var sorted = figures.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static String middle(String format, List<Pass> passes, ToDoubleFunction<Pass> figure) {
        return format.formatted(median(passes.stream().mapToDouble(figure).toArray()));
    }

    private static String range(String format, List<Pass> passes, ToDoubleFunction<Pass> figure) {
        return range(format, passes.stream().mapToDouble(figure).toArray());
    }

    static String range(String format, double[] figures) {
        var sorted = figures.clone();
        Arrays.sort(sorted);
        return "%s (%s to %s)"
                .formatted(
                        format.formatted(median(sorted)),
                        format.formatted(sorted[0]),
                        format.formatted(sorted[sorted.length - 1]));
    }
}
