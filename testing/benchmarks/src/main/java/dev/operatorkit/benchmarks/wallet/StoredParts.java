package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.util.List;

/** Measures the wallet on a ledger of years, and with little memory. */
final class StoredParts {
    private static final long SLICE = 500_000;
    private static final int ROWS_OF_A_ROUND_OF_EVERY_PLAYER = 2 * BenchmarkEnvironment.PLAYERS;

    private StoredParts() {}

    static void stored(BenchmarkEnvironment environment) throws Exception {
        var rows = environment.options().rows() / ROWS_OF_A_ROUND_OF_EVERY_PLAYER * ROWS_OF_A_ROUND_OF_EVERY_PLAYER;
        Table.title("Debits with %,d rows stored, after a checkpoint".formatted(rows));
        environment.tables("filled");
        fill(environment.postgres(), rows);
        var onEmpty = afterCheckpoint(environment, environment.debits("an empty ledger", environment.wallet("empty")));
        var onFull = afterCheckpoint(
                environment, environment.debits("%,d rows".formatted(rows), environment.wallet("filled")));
        environment.warm(onEmpty);
        environment.warm(onFull);
        var turns = environment.turns(List.of(onEmpty, onFull));
        Table.say("");
        turns.compare(onFull, onEmpty, "at least 0.9");
        environment.stop("empty");
        environment.stop("filled");
    }

    /**
     * Lets each pass begin with a checkpoint: the first change of each page after it writes the whole page ahead, which is dearest
     * for ids that go to random pages.
     */
    private static Contender afterCheckpoint(BenchmarkEnvironment environment, Contender contender) {
        return new Contender() {
            @Override
            public String name() {
                return contender.name();
            }

            @Override
            public Pass run() throws Exception {
                environment.postgres().run("postgres", "checkpoint");
                return contender.run();
            }
        };
    }

    /** Fills the tables with years of rounds, half of them lost and half won. */
    private static void fill(Postgres postgres, long rows) throws IOException {
        var slice = PgbenchContender.text("fill.sql");
        for (long from = 0; from < rows; from += SLICE) {
            var to = Math.min(from + SLICE, rows) - 1;
            postgres.run("filled", slice.replace(":from", "" + from).replace(":to", "" + to));
        }
        postgres.run("filled", "update accounts set version = version + " + rows / BenchmarkEnvironment.PLAYERS);
        postgres.run("filled", "vacuum analyze");
    }

    static void heap(BenchmarkEnvironment environment) throws Exception {
        Table.title("Debits with 192 MiB of heap");
        var roomy = environment.debits("heap as the JVM likes", environment.wallet("roomy"));
        var small = environment.debits(
                "192 MiB of heap", environment.wallet("small", "-Xmx192m -XX:+ExitOnOutOfMemoryError", List.of()));
        environment.warm(roomy);
        environment.warm(small);
        var turns = environment.turns(List.of(roomy, small));
        Table.say("");
        turns.compare(small, roomy, "");
        environment.stop("roomy");
        environment.stop("small");
    }
}
