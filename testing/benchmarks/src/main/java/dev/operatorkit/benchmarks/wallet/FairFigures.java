package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.benchmarks.wallet.FairOptions.Part;
import java.util.Locale;

/**
 * Measures the wallet next to pgbench and to a wallet as others write it, on one PostgreSQL, in one run on one machine:
 * {@code testing/benchmarks/fair}. docs/speed.md says what each part measures.
 */
public final class FairFigures {
    private FairFigures() {}

    /** Takes {@code [--quick] [--crowded] [--rows N] [--committers N,N] [--before FOLDER] [PART]…} and runs every part when none is named. */
    public static void main(String[] arguments) throws Exception {
        Locale.setDefault(Locale.ROOT);
        FairOptions options;
        try {
            options = FairOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        var neighbours = options.crowded() ? Neighbours.start() : Neighbours.none();
        try (var environment = new BenchmarkEnvironment(options);
                neighbours) {
            Table.say("%d processors, Java %s, %s%s"
                    .formatted(
                            Runtime.getRuntime().availableProcessors(),
                            System.getProperty("java.version"),
                            environment.postgres().text("postgres", "select split_part(version(), ' on ', 1)"),
                            options.crowded() ? ", another process on every processor" : ""));
            for (var part : options.parts()) {
                run(part, environment);
            }
        }
        Table.say("\nEvery answer was 200, every answered movement is stored once, and every ledger balances.");
    }

    private static void run(Part part, BenchmarkEnvironment environment) throws Exception {
        switch (part) {
            case DEBITS -> DebitParts.debits(environment);
            case ROUNDS -> DebitParts.rounds(environment);
            case HOT -> DebitParts.hot(environment);
            case STARTER -> DebitParts.starter(environment);
            case TWO -> DebitParts.two(environment);
            case CONNECTIONS -> CurveParts.connections(environment);
            case LATENCY -> CurveParts.latency(environment);
            case COMMITTERS -> CurveParts.committers(environment);
            case STORED -> StoredParts.stored(environment);
            case HEAP -> StoredParts.heap(environment);
            case BEFORE -> DebitParts.before(environment);
        }
    }
}
