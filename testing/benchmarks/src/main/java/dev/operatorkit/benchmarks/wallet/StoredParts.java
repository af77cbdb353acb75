package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.util.List;

/** Measures the wallet on a ledger of years, and with little memory. */
final class StoredParts {
    private static final long SLICE = 500_000;
    private static final int ROWS_OF_A_ROUND_OF_EVERY_PLAYER = 2 * Stage.PLAYERS;

    private StoredParts() {}

    static void stored(Stage stage) throws Exception {
        var rows = stage.options().rows() / ROWS_OF_A_ROUND_OF_EVERY_PLAYER * ROWS_OF_A_ROUND_OF_EVERY_PLAYER;
        Table.title("Debits with %,d rows stored, after a checkpoint".formatted(rows));
        stage.tables("filled");
        fill(stage.postgres(), rows);
        var onEmpty = afterCheckpoint(stage, stage.debits("an empty ledger", stage.wallet("empty")));
        var onFull = afterCheckpoint(stage, stage.debits("%,d rows".formatted(rows), stage.wallet("filled")));
        stage.warm(onEmpty);
        stage.warm(onFull);
        var turns = stage.turns(List.of(onEmpty, onFull));
        Table.say("");
        turns.compare(onFull, onEmpty, "at least 0.9");
        stage.stop("empty");
        stage.stop("filled");
    }

    /**
     * Lets each pass begin with a checkpoint: the first change of each page after it writes the whole page ahead, which is dearest
     * for ids that go to random pages.
     */
    private static Contender afterCheckpoint(Stage stage, Contender contender) {
        return new Contender() {
            @Override
            public String name() {
                return contender.name();
            }

            @Override
            public Pass run() throws Exception {
                stage.postgres().run("postgres", "checkpoint");
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
        postgres.run("filled", "update accounts set version = version + " + rows / Stage.PLAYERS);
        postgres.run("filled", "vacuum analyze");
    }

    static void heap(Stage stage) throws Exception {
        Table.title("Debits with 192 MiB of heap");
        var roomy = stage.debits("heap as the JVM likes", stage.wallet("roomy"));
        var small = stage.debits(
                "192 MiB of heap", stage.wallet("small", "-Xmx192m -XX:+ExitOnOutOfMemoryError", List.of()));
        stage.warm(roomy);
        stage.warm(small);
        var turns = stage.turns(List.of(roomy, small));
        Table.say("");
        turns.compare(small, roomy, "");
        stage.stop("roomy");
        stage.stop("small");
    }
}
