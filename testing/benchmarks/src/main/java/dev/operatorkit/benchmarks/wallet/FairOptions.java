package dev.operatorkit.benchmarks.wallet;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds the arguments of {@code testing/benchmarks/fair}.
 *
 * @param quick whether turns are fewer and shorter
 * @param rows the rows stored for the part {@code stored}
 * @param parts the parts to run
 */
record FairOptions(boolean quick, long rows, Set<Part> parts) {
    static final int MAX_WARM_UP_PASSES = 20;

    private static final long ROWS = 10_000_000;
    private static final long QUICK_ROWS = 200_000;

    /** Measures something and prints its tables. */
    interface Measurement {
        void run(BenchmarkEnvironment environment) throws Exception;
    }

    /** Lists the parts, in the order in which they run. */
    enum Part {
        DEBITS(DebitParts::debits),
        ROUNDS(DebitParts::rounds),
        HOT(DebitParts::hot),
        LATENCY(CurveParts::latency),
        COMMITTERS(CurveParts::committers),
        STORED(StoredPart::measure);

        final Measurement measurement;

        Part(Measurement measurement) {
            this.measurement = measurement;
        }

        private static Part named(String name) {
            return Arrays.stream(values())
                    .filter(part -> part.toString().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("There is no part called " + name
                            + ". The parts are "
                            + Arrays.stream(values()).map(Part::toString).collect(Collectors.joining(", ")) + "."));
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static FairOptions parse(String... arguments) {
        var quick = List.of(arguments).contains("--quick");
        var rows = quick ? QUICK_ROWS : ROWS;
        var parts = EnumSet.noneOf(Part.class);
        for (var each = List.of(arguments).iterator(); each.hasNext(); ) {
            var argument = each.next();
            switch (argument) {
                case "--quick" -> {}
                case "--rows" -> rows = value(each);
                default -> parts.add(Part.named(argument));
            }
        }
        return new FairOptions(quick, rows, parts.isEmpty() ? EnumSet.allOf(Part.class) : parts);
    }

    private static long value(Iterator<String> arguments) {
        if (!arguments.hasNext()) {
            throw new IllegalArgumentException("--rows needs a number.");
        }
        return Long.parseLong(arguments.next());
    }

    int turns() {
        return quick ? 3 : 5;
    }

    int seconds() {
        return quick ? 2 : 5;
    }
}
