package dev.operatorkit.benchmarks.wallet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds the arguments of {@code testing/benchmarks/fair}.
 *
 * @param quick whether turns are fewer and shorter
 * @param crowded whether neighbours keep every core busy
 * @param rows the rows stored for the part {@code stored}
 * @param committers the numbers of committers of the curve
 * @param before the folder of an earlier version, which is built; null if it is not measured
 * @param parts the parts to run
 */
record FairOptions(
        boolean quick,
        boolean crowded,
        long rows,
        List<Integer> committers,
        @Nullable Path before,
        Set<Part> parts) {
    private static final long ROWS = 10_000_000;
    private static final long QUICK_ROWS = 200_000;

    /** Names the parts, in the order in which they run. */
    enum Part {
        DEBITS,
        ROUNDS,
        HOT,
        TWO,
        STARTER,
        CONNECTIONS,
        LATENCY,
        COMMITTERS,
        STORED,
        HEAP,
        /** Only with {@code --before}. */
        BEFORE
    }

    static FairOptions parse(String... arguments) {
        var quick = List.of(arguments).contains("--quick");
        var crowded = false;
        var rows = quick ? QUICK_ROWS : ROWS;
        List<Integer> committers = List.of(1, 2, 4, 8);
        Path before = null;
        var parts = EnumSet.noneOf(Part.class);
        for (var each = List.of(arguments).iterator(); each.hasNext(); ) {
            var argument = each.next();
            switch (argument) {
                case "--quick" -> {}
                case "--crowded" -> crowded = true;
                case "--rows" -> rows = Long.parseLong(value(argument, each));
                case "--before" -> before = Path.of(value(argument, each));
                case "--committers" ->
                    committers = Stream.of(value(argument, each).split(",", -1))
                            .map(Integer::valueOf)
                            .toList();
                default -> parts.add(part(argument));
            }
        }
        if (parts.isEmpty()) {
            parts = EnumSet.complementOf(EnumSet.of(Part.BEFORE));
        }
        if (before != null) {
            parts.add(Part.BEFORE);
        } else if (parts.contains(Part.BEFORE)) {
            throw new IllegalArgumentException("The part before needs --before COMMIT, the version to compare with.");
        }
        return new FairOptions(quick, crowded, rows, committers, before, parts);
    }

    private static String value(String option, Iterator<String> arguments) {
        if (!arguments.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return arguments.next();
    }

    private static Part part(String name) {
        try {
            return Part.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            var known = new ArrayList<String>();
            EnumSet.allOf(Part.class).forEach(part -> known.add(part.name().toLowerCase(Locale.ROOT)));
            throw new IllegalArgumentException(
                    "There is no part called " + name + ". The parts are " + String.join(", ", known) + ".", e);
        }
    }

    int turns() {
        return quick ? 3 : 5;
    }

    int seconds() {
        return quick ? 2 : 5;
    }

    int mostWarming() {
        return 20;
    }
}
