package dev.operatorkit.benchmarks.wallet;

import java.util.Locale;

/**
 * Compares the wallet with pgbench and with a wallet as others write it, on one PostgreSQL, in one run on one machine:
 * {@code testing/benchmarks/fair}. docs/speed.md says what each part measures.
 */
public final class FairFigures {
    private FairFigures() {}

    /** Takes {@code [--quick] [--rows N] [PART]…} and runs every part when none is named. */
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
        try (var environment = new BenchmarkEnvironment(options)) {
            Table.say("%d processors, Java %s, %s"
                    .formatted(
                            Runtime.getRuntime().availableProcessors(),
                            System.getProperty("java.version"),
                            environment.postgres().text("postgres", "select split_part(version(), ' on ', 1)")));
            for (var part : options.parts()) {
                part.measurement.run(environment);
            }
        }
        Table.say("\nEvery answer was 200, every answered movement is stored once, and every ledger balances.");
    }
}
