package dev.operatorkit.benchmarks.wallet;

import static dev.operatorkit.benchmarks.wallet.BenchmarkEnvironment.PLAYERS;

import dev.operatorkit.benchmarks.wallet.HttpContender.Shape;
import dev.operatorkit.benchmarks.wallet.PgbenchContender.Script;
import dev.operatorkit.benchmarks.wallet.Requests.Unit;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Measures how the rate depends on connections and committers, and the latency on the rate. */
final class CurveParts {
    private static final List<Integer> CONNECTIONS = List.of(1, 8, 64, 512);
    private static final double OPEN_LOOP = 0.6;
    private static final int SLOW_FLUSH_MICROS = 2000;

    private CurveParts() {}

    static void connections(BenchmarkEnvironment environment) throws Exception {
        Table.title("Debits over 1 to 512 connections");
        environment.warm(environment.debits("wallet", environment.wallet("wallet")));
        environment.warm(environment.debits("Spring with JdbcTemplate", environment.spring()));
        List<Contender> contenders = new ArrayList<>();
        for (var connections : CONNECTIONS) {
            var shape = new Shape(Unit.DEBIT, PLAYERS, connections);
            contenders.add(environment.http("wallet, " + connections, environment.wallet("wallet"), shape));
            contenders.add(environment.http("Spring, " + connections, environment.spring(), shape));
            contenders.add(environment.pgbench(Script.PIPELINED, connections, PLAYERS));
        }
        for (var contender : contenders) {
            contender.run();
        }
        environment.turns(contenders);
    }

    static void latency(BenchmarkEnvironment environment) throws Exception {
        Table.title("Latency at 60 % of the best rate, counted from the time each debit was due");
        latency(environment, environment.debits("wallet", environment.wallet("wallet")), "at most 2.5");
        latency(environment, environment.debits("Spring with JdbcTemplate", environment.spring()), "");
    }

    private static void latency(BenchmarkEnvironment environment, HttpContender contender, String goal)
            throws Exception {
        var best = environment.warm(contender);
        // Lets PostgreSQL recycle its write-ahead files, as a server does that has run for a while: creating a new
        // one of 16 MiB delays the commit that needs it.
        environment.postgres().run("postgres", "checkpoint");
        var rate = best * OPEN_LOOP;
        for (var pass = 0; pass < environment.options().turns(); pass++) {
            contender.runOpen(rate); // compiles the code for batches that are smaller than at saturation
        }
        List<Pass> passes = new ArrayList<>();
        List<Histogram> latencies = new ArrayList<>();
        for (var turn = 0; turn < environment.options().turns(); turn++) {
            var pass = contender.runOpen(rate);
            passes.add(pass);
            if (pass.micros() != null) {
                latencies.add(pass.micros());
            }
        }
        Table.head();
        Table.row(contender.name(), passes);
        Table.say("");
        Table.say("- %s at %.0f per second: p50 %s µs, p99 %s µs, p99.9 %s µs, p99 ÷ p50 **%s**%s"
                .formatted(
                        contender.name(),
                        rate,
                        percentile(latencies, 50),
                        percentile(latencies, 99),
                        percentile(latencies, 99.9),
                        Table.range(
                                "%.2f",
                                latencies.stream()
                                        .mapToDouble(all ->
                                                (double) all.getValueAtPercentile(99) / all.getValueAtPercentile(50))
                                        .toArray()),
                        goal.isEmpty() ? "" : " (" + goal + ")"));
    }

    private static String percentile(List<Histogram> latencies, double percentile) {
        return Table.range(
                "%.0f",
                latencies.stream()
                        .mapToDouble(all -> all.getValueAtPercentile(percentile))
                        .toArray());
    }

    static void committers(BenchmarkEnvironment environment) throws Exception {
        Table.title("Debits over the number of committers");
        List<Contender> contenders = new ArrayList<>();
        for (var count : environment.options().committers()) {
            var wallets = environment.wallet("committers_" + count, "--committers", "" + count);
            contenders.add(environment.fastest("wallet, %d committers".formatted(count), wallets, Unit.DEBIT, PLAYERS));
        }
        environment.turns(contenders);
        Table.title("The same with flushes that take %d µs longer".formatted(SLOW_FLUSH_MICROS));
        slowFlushes(environment.postgres(), SLOW_FLUSH_MICROS);
        environment.turns(contenders);
        slowFlushes(environment.postgres(), 0);
        environment.options().committers().forEach(count -> environment.stop("committers_" + count));
    }

    /** Makes every flush of the write-ahead log wait first, as on a slower disk. */
    private static void slowFlushes(Postgres postgres, int micros) {
        postgres.run("postgres", "alter system set commit_delay = " + micros);
        postgres.run("postgres", "alter system set commit_siblings = 0");
        postgres.run("postgres", "select pg_reload_conf()");
    }
}
