package dev.operatorkit.simulator.console;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Compares two texts line by line. */
final class LineDiff {
    private static final int MOST_LINES = 600;

    private LineDiff() {}

    /** Distinguishes lines of both texts from those of one. */
    enum Side {
        BOTH,
        EARLIER,
        LATER
    }

    /** Holds one line. */
    record Line(Side side, String text) {}

    /** Returns all lines in order, those of the earlier text before those that replace them. */
    static List<Line> of(List<String> earlier, List<String> later) {
        var one = earlier.subList(0, Math.min(earlier.size(), MOST_LINES));
        var two = later.subList(0, Math.min(later.size(), MOST_LINES));
        var common = new int[one.size() + 1][two.size() + 1];
        for (var i = one.size() - 1; i >= 0; i--) {
            for (var j = two.size() - 1; j >= 0; j--) {
                common[i][j] = one.get(i).equals(two.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        var lines = new ArrayList<Line>();
        var i = 0;
        var j = 0;
        while (i < one.size() || j < two.size()) {
            if (i < one.size() && j < two.size() && one.get(i).equals(two.get(j))) {
                lines.add(new Line(Side.BOTH, one.get(i++)));
                j++;
            } else if (i < one.size() && (j == two.size() || common[i + 1][j] >= common[i][j + 1])) {
                lines.add(new Line(Side.EARLIER, one.get(i++)));
            } else {
                lines.add(new Line(Side.LATER, two.get(j++)));
            }
        }
        return lines;
    }

    /** Returns the lines of a text with their line breaks made visible if they are not plain line feeds. */
    static Stream<String> lines(String text) {
        return Stream.of(text.split("\n", -1)).map(line -> line.replace("\r", "␍"));
    }
}
