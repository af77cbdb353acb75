package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.benchmarks.wallet.PgbenchContender.Script;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Measures the wallet on a ledger of years, and with little memory. */
final class StoredParts {
    private static final long SLICE = 500_000;
    private static final String FILLED = "filled";
    private static final String FILLED_FOR_PGBENCH = "filled_for_pgbench";
    private static final int PGBENCH_CLIENTS = 16;
    private static final int PASSES_AFTER_A_CHECKPOINT = 8;
    private static final int PASSES_WITH_COMPRESSION = 2;
    private static final int ROWS_OF_A_ROUND_OF_EVERY_PLAYER = 2 * BenchmarkEnvironment.PLAYERS;

    private StoredParts() {}

    /**
     * Measures several passes after each checkpoint. The first change of a page after a checkpoint writes the whole page ahead, which
     * is dearest for ids that go to random pages of a large index, and rarer with each pass. pgbench shows how much of it any wallet
     * would pay, and compression how much of it a server can be spared.
     */
    static void stored(BenchmarkEnvironment environment) throws Exception {
        var rows = environment.options().rows() / ROWS_OF_A_ROUND_OF_EVERY_PLAYER * ROWS_OF_A_ROUND_OF_EVERY_PLAYER;
        var stored = "%,d rows".formatted(rows);
        Table.title("Debits with " + stored + " stored, after a checkpoint");
        environment.tables(FILLED);
        fill(environment.postgres(), rows);
        for (var table : List.of("ledger", "rounds")) {
            Table.say("- %s: %s bytes a row with its indexes"
                    .formatted(
                            table,
                            environment
                                    .postgres()
                                    .text(
                                            FILLED,
                                            "select pg_total_relation_size('%s') / count(*) from %s"
                                                    .formatted(table, table))));
        }
        environment.copy(FILLED, FILLED_FOR_PGBENCH);
        var onEmpty = environment.debits("wallet, an empty ledger", environment.wallet("empty"));
        var onFull = environment.debits("wallet, " + stored, environment.wallet(FILLED));
        var pgbenchOnEmpty = environment.pgbench(Script.PIPELINED, PGBENCH_CLIENTS, BenchmarkEnvironment.PLAYERS);
        var pgbenchOnFull = pgbenchOnEmpty.on(FILLED_FOR_PGBENCH, "pgbench, " + stored);
        environment.warm(onEmpty);
        environment.warm(onFull);
        List<Contender> contenders = List.of(onFull, onEmpty, pgbenchOnFull, pgbenchOnEmpty);
        afterCheckpoints(environment, contenders, PASSES_AFTER_A_CHECKPOINT);
        Table.title("The same with compressed images of pages (wal_compression)");
        compressImages(environment.postgres(), "on");
        afterCheckpoints(environment, contenders, PASSES_WITH_COMPRESSION);
        compressImages(environment.postgres(), "off");
        environment.stop("empty");
        environment.stop(FILLED);
    }

    /** Compares the first with the second contender, and the third with the fourth, in each of so many passes after a checkpoint. */
    private static void afterCheckpoints(BenchmarkEnvironment environment, List<Contender> contenders, int count)
            throws Exception {
        var passes = Stream.generate(() -> new Turns(contenders)).limit(count).toList();
        for (var turn = 0; turn < environment.options().turns(); turn++) {
            environment.postgres().run("postgres", "checkpoint");
            for (var pass : passes) {
                pass.take();
            }
        }
        for (var pass : passes) {
            Table.say("\nPass %d of each after a checkpoint:".formatted(passes.indexOf(pass) + 1));
            pass.print();
            Table.say("");
            pass.compare(contenders.get(0), contenders.get(1), "at least 0.9");
            pass.compare(contenders.get(2), contenders.get(3), "");
        }
    }

    private static void compressImages(Postgres postgres, String method) {
        postgres.run("postgres", "alter system set wal_compression = " + method);
        postgres.run("postgres", "select pg_reload_conf()");
    }

    /** Fills the tables with years of rounds, half of them lost and half won. */
    private static void fill(Postgres postgres, long rows) throws IOException {
        var slice = PgbenchContender.text("fill.sql");
        for (long from = 0; from < rows; from += SLICE) {
            var to = Math.min(from + SLICE, rows) - 1;
            postgres.run(FILLED, slice.replace(":from", "" + from).replace(":to", "" + to));
        }
        postgres.run(FILLED, "update accounts set version = version + " + rows / BenchmarkEnvironment.PLAYERS);
        postgres.run(FILLED, "vacuum analyze");
    }

    static void heap(BenchmarkEnvironment environment) throws Exception {
        Table.title("Debits with 192 MiB of heap");
        var roomy = environment.debits("default heap", environment.wallet("roomy"));
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
