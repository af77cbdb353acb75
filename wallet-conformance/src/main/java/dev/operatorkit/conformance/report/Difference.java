package dev.operatorkit.conformance.report;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Describes where a file of a bundle differs from what the suite makes of the recorded run. */
final class Difference {
    private static final int BEFORE = 30;
    private static final int SHOWN = 80;
    private static final Comparator<String> DATA_FIRST = Comparator.<String, Boolean>comparing(
                    name -> !name.endsWith(".json"))
            .thenComparing(name -> name);

    private Difference() {}

    /** Returns a sentence for each of the right files that the bundle lacks, or holds with another content; the data first. */
    static List<String> between(Map<String, byte[]> files, Map<String, byte[]> right) {
        var differences = new ArrayList<String>();
        for (var name : right.keySet().stream().sorted(DATA_FIRST).toList()) {
            var held = files.get(name);
            var content = Objects.requireNonNull(right.get(name));
            if (held == null) {
                differences.add("There is no " + name + ".");
            } else if (!Arrays.equals(held, content)) {
                differences.add(describe(name, held, content));
            }
        }
        return differences;
    }

    private static String describe(String name, byte[] held, byte[] right) {
        var at = Arrays.mismatch(held, right);
        var before = new String(right, 0, at, StandardCharsets.UTF_8);
        var line = before.lines().count() + (before.isEmpty() || before.endsWith("\n") ? 1 : 0);
        var column = before.length() - before.lastIndexOf('\n');
        return name + " was changed in line " + line + ", character " + column + ": it says \"" + excerpt(held, at)
                + "\", and the recorded run makes \"" + excerpt(right, at) + "\".";
    }

    private static String excerpt(byte[] content, int at) {
        var from = Math.max(0, at - BEFORE);
        var text = new String(content, from, Math.min(content.length - from, SHOWN), StandardCharsets.UTF_8);
        return VisibleText.line(text).replaceAll(" {2,}", " ");
    }
}
