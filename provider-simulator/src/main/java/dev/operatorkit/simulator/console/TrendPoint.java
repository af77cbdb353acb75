package dev.operatorkit.simulator.console;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Holds one run in a picture of many.
 *
 * @param link the page of the run
 * @param name what the point says, for screen readers and as a tooltip
 * @param value the height
 */
record TrendPoint(String link, String name, double value) {
    static final int WIDTH = 720;
    static final int HEIGHT = 130;
    private static final int LEFT = 56;
    private static final int RIGHT = 20;
    private static final int TOP = 18;
    private static final int BOTTOM = 112;

    /** Returns the x coordinate of a point among {@code of} ones. */
    static String x(int index, int of) {
        return format(of == 1 ? WIDTH / 2.0 : LEFT + (double) index / (of - 1) * (WIDTH - LEFT - RIGHT));
    }

    /** Returns the y coordinate of a value; zero is the bottom. */
    static String y(double value, List<TrendPoint> points) {
        var most = points.stream().mapToDouble(TrendPoint::value).max().orElse(0);
        return format(most == 0 ? BOTTOM : BOTTOM - value / most * (BOTTOM - TOP));
    }

    /** Returns the points of the line. */
    static String line(List<TrendPoint> points) {
        return IntStream.range(0, points.size())
                .mapToObj(i -> x(i, points.size()) + "," + y(points.get(i).value(), points))
                .collect(Collectors.joining(" "));
    }

    /** Returns a value as it is shown. */
    static String show(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** Returns the version of the wallet as the end of a point's name. */
    static String version(String walletVersion) {
        return walletVersion.isEmpty() ? "" : ", wallet version " + walletVersion;
    }

    private static String format(double coordinate) {
        return String.format(Locale.ROOT, "%.1f", coordinate);
    }
}
