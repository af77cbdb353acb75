package dev.operatorkit.simulator.console;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Holds lines over time, as coordinates in a picture of {@value #WIDTH} by {@value #HEIGHT}.
 *
 * @param lines the points of each line
 * @param marks the heights and labels of the scale
 * @param seconds the duration
 * @param newest the newest value of each line
 */
record Chart(List<String> lines, List<Mark> marks, double seconds, List<Double> newest) {
    /** Holds the picture's width. */
    static final int WIDTH = 720;
    /** Holds the picture's height. */
    static final int HEIGHT = 196;
    /** Holds the distance of the scale from the left edge. */
    static final int LEFT = 76;

    /** Holds the fewest values that are drawn: a line through fewer looks like a trend that they do not show. */
    private static final int FEWEST = 5;

    private static final int RIGHT = WIDTH - 8;
    private static final int BOTTOM = 168;
    private static final int TOP = 12;
    private static final int STEPS = 4;
    private static final int MOST_DECIMALS = 5;
    private static final int MILLIS = 1000;

    /** Holds a height and its label. */
    record Mark(double y, String label) {}

    static Chart of(List<LoadRuns.Sample> samples, List<ToDoubleFunction<LoadRuns.Sample>> values) {
        var most = samples.stream()
                .flatMap(sample -> values.stream().map(value -> value.applyAsDouble(sample)))
                .max(Double::compare)
                .orElse(1.0);
        var full = most > 0 ? round(Math.max(most, 0.001)) : STEPS;
        var from = samples.isEmpty() ? 0 : samples.getFirst().second();
        var to = samples.isEmpty() ? 1 : Math.max(samples.getLast().second(), from + 0.001);
        var lines = values.stream()
                .map(value -> samples.stream()
                        .map(sample -> point(
                                LEFT + (sample.second() - from) / (to - from) * (RIGHT - LEFT),
                                y(value.applyAsDouble(sample), full)))
                        .collect(Collectors.joining(" ")))
                .map(line -> samples.size() == 1 ? line + " " + RIGHT + line.substring(line.indexOf(',')) : line)
                .toList();
        var marks = IntStream.rangeClosed(0, STEPS)
                .mapToObj(i -> new Mark(y(full * i / STEPS, full), describe(full * i / STEPS, decimals(full / STEPS))))
                .toList();
        return new Chart(
                lines,
                marks,
                samples.isEmpty() ? to : samples.getLast().second(),
                samples.isEmpty()
                        ? List.of()
                        : values.stream()
                                .map(value -> value.applyAsDouble(samples.getLast()))
                                .toList());
    }

    /** Returns whether there are enough values for a line. */
    boolean hasTrend() {
        return lines.stream().anyMatch(line -> line.split(" ", -1).length >= FEWEST);
    }

    /** Returns the duration as the label of its end, in milliseconds below one second. */
    String end() {
        return seconds < 1
                ? String.format(Locale.ROOT, "%.0f ms", seconds * MILLIS)
                : String.format(Locale.ROOT, "%.1f s", seconds);
    }

    /** Returns the line closed along the bottom, to be filled. */
    String area(int line) {
        var points = lines.get(line);
        if (points.isEmpty()) {
            return "";
        }
        var last = points.substring(points.lastIndexOf(' ') + 1).split(",", 2)[0];
        return LEFT + "," + BOTTOM + " " + points + " " + last + "," + BOTTOM;
    }

    private static double y(double value, double full) {
        return BOTTOM - value / full * (BOTTOM - TOP);
    }

    private static String point(double x, double y) {
        return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
    }

    /** Returns the next round number above {@code most}. */
    private static double round(double most) {
        var magnitude = Math.pow(10, Math.floor(Math.log10(most)));
        for (var step : new double[] {1, 2, 4, 5, 8}) {
            if (step * magnitude >= most) {
                return step * magnitude;
            }
        }
        return 10 * magnitude;
    }

    /** Returns how many decimals show this step of the scale without rounding it. */
    private static int decimals(double step) {
        var decimals = 0;
        for (var scaled = step; Math.abs(scaled - Math.rint(scaled)) > 1e-9 && decimals < MOST_DECIMALS; scaled *= 10) {
            decimals++;
        }
        return decimals;
    }

    private static String describe(double value, int decimals) {
        return value == 0 ? "0" : String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
