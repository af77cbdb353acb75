package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * Compares the wallet with pgbench on the same PostgreSQL, in one run on one machine: {@code testing/benchmarks/wallet}. The two take
 * turns, so that other load affects both alike; each figure is the median of the turns.
 */
public final class WalletFigures implements AutoCloseable {
    private static final int PLAYERS = 10_000;
    private static final int MOST_PER_SECOND = 60_000;
    private static final double OPEN_LOOP = 0.6;
    private static final int MOST_WARMING = 20;
    private static final long SLICE = 500_000; // whole rounds of every player

    private final Postgres postgres = new Postgres();
    private final SecretKeys secret = SecretKeys.of(WalletProcess.SECRET);
    private final int turns;
    private final int seconds;
    private final long stored;
    private double saturation;

    private WalletFigures(boolean quick, long stored) throws IOException {
        this.turns = quick ? 3 : 5;
        this.seconds = quick ? 3 : 5;
        this.stored = stored;
    }

    /** Takes {@code [--quick] [throughput|latency|stored|heap]…} and runs everything when none is named. */
    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.ROOT);
        var wanted = Arrays.asList(args);
        var quick = wanted.contains("--quick");
        var all = wanted.size() == (quick ? 1 : 0);
        try (var figures = new WalletFigures(quick, quick ? 1_000_000 : 10_000_000)) {
            if (all || wanted.contains("throughput") || wanted.contains("latency")) {
                figures.measureAlone(all || wanted.contains("throughput"), all || wanted.contains("latency"));
            }
            if (all || wanted.contains("stored")) {
                figures.withMuchStored();
            }
            if (all || wanted.contains("heap")) {
                figures.heap();
            }
        }
    }

    private void measureAlone(boolean throughput, boolean latency) throws Exception {
        var database = postgres.database("wallet");
        try (var wallet = new WalletProcess(database, PLAYERS)) {
            var port = wallet.port();
            warm(port);
            if (throughput) {
                throughput(port);
            } else {
                saturation = fresh(port, PLAYERS);
            }
            if (latency) {
                latency(port);
            }
        }
        WalletProcess.audit(database);
    }

    private void throughput(int port) throws Exception {
        new WalletProcess(postgres.database("bench"), PLAYERS).close();
        var separate = script("separate-statements.sql");
        var one = script("one-statement.sql");
        postgres.pgbench("bench", separate, 64, 2);
        List<double[]> seen = new ArrayList<>();
        say("%28s%14s%10s%10s%12s"
                .formatted("statements by pgbench", "one by pgbench", "wallet", "replays", "hot player"));
        for (var turn = 0; turn < turns; turn++) {
            var requests = debits(PLAYERS);
            var separately = best(separate);
            var atOnce = best(one);
            var fresh = closed(port, requests);
            var again = closed(port, requests.first(fresh.answered())); // later requests would be new debits
            var row = new double[] {separately, atOnce, fresh.perSecond(), again.perSecond(), fresh(port, 1)};
            seen.add(row);
            say("%28.0f%14.0f%10.0f%10.0f%12.0f".formatted(row[0], row[1], row[2], row[3], row[4]));
        }
        saturation = median(seen, row -> row[2]);
        say("R1 wallet / separate statements     %6.2f  (at least 2.5)"
                .formatted(median(seen, row -> row[2] / row[0])));
        say("R2 wallet / one statement           %6.2f  (at least 1.0)"
                .formatted(median(seen, row -> row[2] / row[1])));
        say("R3 one hot player / 10 000 players  %6.2f  (at least 1.0)"
                .formatted(median(seen, row -> row[4] / row[2])));
        say("R4 replays / fresh                  %6.2f  (at least 1.5)"
                .formatted(median(seen, row -> row[3] / row[2])));
    }

    private double best(Path script) throws IOException, InterruptedException {
        var seconds = Math.max(2, this.seconds / 2);
        return Math.max(postgres.pgbench("bench", script, 16, seconds), postgres.pgbench("bench", script, 64, seconds));
    }

    private void latency(int port) throws IOException {
        var rate = saturation * OPEN_LOOP;
        // Lets PostgreSQL recycle its write-ahead files, as a server does that has run for a while: creating a new
        // one of 16 MiB delays the commit that needs it.
        postgres.run("wallet", "checkpoint");
        for (var warming = 0; warming < turns; warming++) {
            open(port, rate); // warms up the code for batches that are smaller than at saturation
        }
        List<double[]> seen = new ArrayList<>();
        for (var turn = 0; turn < turns; turn++) {
            var micros = open(port, rate);
            var p50 = micros.getValueAtPercentile(50);
            var p99 = micros.getValueAtPercentile(99);
            var total = (double) micros.getTotalCount();
            seen.add(new double[] {(double) p99 / p50, micros.getCountBetweenValues(38_000, 46_000) / total});
            say("open loop, %.0f/s: p50 %d us, p99 %d us, p99.9 %d us; 30-38 ms %.4f, 38-46 ms %.4f, 46-54 ms %.4f"
                    .formatted(
                            rate,
                            p50,
                            p99,
                            micros.getValueAtPercentile(99.9),
                            micros.getCountBetweenValues(30_000, 37_999) / total,
                            micros.getCountBetweenValues(38_000, 46_000) / total,
                            micros.getCountBetweenValues(46_001, 54_000) / total));
        }
        say("p99 / p50 at 60 %% of saturation    %6.2f  (at most 4)".formatted(median(seen, row -> row[0])));
        say("share of answers at 38 to 46 ms     %6.4f  (no cluster)".formatted(median(seen, row -> row[1])));
    }

    private Histogram open(int port, double rate) throws IOException {
        var requests = Requests.debits((int) (rate * seconds * 2), PLAYERS, secret, "/wallet");
        return Load.open(port, requests, rate, seconds * 2).onlySuccesses().micros();
    }

    private void withMuchStored() throws Exception {
        var empty = postgres.database("empty");
        var full = postgres.database("filled");
        new WalletProcess(full, PLAYERS).close();
        fill();
        try (var onEmpty = new WalletProcess(empty, PLAYERS);
                var onFull = new WalletProcess(full, PLAYERS)) {
            var seen = inTurns("empty", onEmpty, "full", onFull);
            say("R5 %d stored / empty table    %6.2f  (at least 0.9)"
                    .formatted(stored, median(seen, row -> row[1] / row[0])));
        }
        WalletProcess.audit(empty);
        WalletProcess.audit(full);
    }

    /** Runs the same load on two wallets in turns, after both are warm. */
    private List<double[]> inTurns(String oneName, WalletProcess one, String otherName, WalletProcess other)
            throws Exception {
        warm(one.port());
        warm(other.port());
        List<double[]> seen = new ArrayList<>();
        say("%16s%10s".formatted(oneName, otherName));
        for (var turn = 0; turn < turns; turn++) {
            var row = new double[] {fresh(one.port(), PLAYERS), fresh(other.port(), PLAYERS)};
            seen.add(row);
            say("%16.0f%10.0f".formatted(row[0], row[1]));
        }
        return seen;
    }

    /** Fills the tables with years of rounds, half of them lost and half won. */
    private void fill() throws IOException {
        var slice = text("fill.sql");
        for (long from = 0; from < stored; from += SLICE) {
            var to = from + SLICE - 1;
            postgres.run("filled", slice.replace(":from", "" + from).replace(":to", "" + to));
            say("stored %d of %d".formatted(to + 1, stored));
        }
        postgres.run("filled", "update accounts set version = version + " + stored / PLAYERS);
        postgres.run("filled", "vacuum analyze");
        postgres.run("filled", "checkpoint");
        say("all stored");
    }

    /** Compares a wallet with 192 MiB of heap with one without a limit, under the same load. */
    private void heap() throws Exception {
        var roomy = postgres.database("roomy");
        var small = postgres.database("small");
        try (var onRoomy = new WalletProcess(roomy, PLAYERS);
                var onSmall = new WalletProcess(small, PLAYERS, "-Xmx192m -XX:+ExitOnOutOfMemoryError")) {
            var seen = inTurns("as it likes", onRoomy, "192 MiB", onSmall);
            say("192 MiB of heap / as it likes       %6.2f  (all answered, at %.0f/s)"
                    .formatted(median(seen, row -> row[1] / row[0]), median(seen, row -> row[1])));
        }
        WalletProcess.audit(small);
    }

    /** Warms a wallet up until it gets no faster: code is compiled and the sessions of all players are cached. */
    private void warm(int port) throws IOException {
        var best = 0.0;
        var passesWithoutGain = 0;
        for (var pass = 0; pass < MOST_WARMING && passesWithoutGain < 2; pass++) {
            var rate = fresh(port, PLAYERS);
            passesWithoutGain = rate > best * 1.05 ? 0 : passesWithoutGain + 1;
            best = Math.max(best, rate);
        }
    }

    private Requests debits(int players) {
        return Requests.debits(MOST_PER_SECOND * seconds, players, secret, "/wallet");
    }

    private double fresh(int port, int players) throws IOException {
        return closed(port, debits(players)).perSecond();
    }

    private Load.Outcome closed(int port, Requests requests) throws IOException {
        return Load.closed(port, requests, seconds).onlySuccesses();
    }

    private interface Figure {
        double of(double[] row);
    }

    private static double median(List<double[]> rows, Figure figure) {
        var sorted = rows.stream().mapToDouble(figure::of).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static Path script(String name) throws IOException {
        var file = Files.createTempFile("pgbench", ".sql");
        file.toFile().deleteOnExit();
        return Files.writeString(file, text(name));
    }

    private static String text(String name) throws IOException {
        try (var in = WalletFigures.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
