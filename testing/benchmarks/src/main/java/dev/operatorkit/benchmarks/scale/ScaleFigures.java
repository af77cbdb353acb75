package dev.operatorkit.benchmarks.scale;

import dev.operatorkit.benchmarks.scale.CommitSimulation.Result;
import java.util.List;
import java.util.Locale;

/**
 * Prints what the simulation says beside what was measured, and then what it says of loads that were not measured: {@code
 * testing/benchmarks/run scale.ScaleFigures [SEED]}. docs/scale.md explains the tables.
 */
public final class ScaleFigures {
    /** Costs on two cores that run everything, chosen so that the rates over 1, 8, 64 and 512 connections come out. */
    static final Costs TWO_CORES = new Costs(32, 35, 8, 104, 12, 293, 18, 0, 0, 126, 0, 0, 200, 0, 0);

    /** The time that {@code commit_delay = 2000} adds, with which slow flushes were measured. */
    private static final double SLOW_FLUSH = 2_060;

    private static final int CORES = 16;

    private ScaleFigures() {}

    private record Measured(String name, Costs costs, Setup setup, double perSecond, boolean fitted) {}

    /** Takes the seed, 1 by default. */
    public static void main(String... arguments) {
        Locale.setDefault(Locale.ROOT);
        var seed = arguments.length == 0 ? 1 : Long.parseLong(arguments[0]);
        print("\n### Simulated beside measured: one machine with two cores, seed " + seed + "\n");
        print("| Case | measured | simulated | deviation | simulated batch | |\n|---|---|---|---|---|---|");
        for (var each : measured()) {
            var result = CommitSimulation.run(each.costs(), each.setup(), seed);
            print("| %s | %,.0f | %,.0f | %+.0f %% | %.1f | %s |"
                    .formatted(
                            each.name(),
                            each.perSecond(),
                            result.perSecond(),
                            100 * (result.perSecond() / each.perSecond() - 1),
                            result.batch(),
                            each.fitted() ? "fitted" : "predicted"));
        }
        print("\n### Simulated only: `testing/benchmarks/citus rates`, each disk writes 262,144 bytes a second\n");
        head("Callers");
        for (var workers : List.of(1, 2, 4)) {
            var setup =
                    Setup.oneMachine(2, 32, 384).withWorkers(workers, 262_144).withSeconds(10);
            row("384", setup, citus(TWO_CORES), seed);
        }
        print("\n### Simulated only: machines of " + CORES + " cores\n");
        head("Debits per second");
        steps(seed);
        print("\n### Simulated only: 10,000 debits per second, one account with a share of them\n");
        head("Share");
        for (var share : List.of(0.0, 0.5, 0.9, 1.0)) {
            row("%.0f %%".formatted(100 * share), onMachines(1, 8, 1, 10_000).withHot(share), machines(), seed);
        }
        print("\n### Simulated only: 10,000 debits per second on one PostgreSQL, by the duration of a flush\n");
        head("Flush, committers");
        for (var flush : List.of(200.0, 1_000.0, 5_000.0, 20_000.0)) {
            for (var committers : List.of(1, 4, 8)) {
                var setup = onMachines(1, committers, 1, 10_000);
                row(
                        "%.1f ms, %d".formatted(flush / 1_000, committers),
                        setup,
                        machines().withFlush(flush),
                        seed);
            }
        }
    }

    private static List<Measured> measured() {
        var slow = TWO_CORES.withDelay(SLOW_FLUSH);
        return List.of(
                connections(1, 1_011, true),
                connections(8, 3_956, true),
                connections(64, 11_685, true),
                connections(192, 13_039, false),
                connections(512, 15_156, true),
                committers(TWO_CORES, 1, 10_915),
                committers(TWO_CORES, 2, 12_081),
                committers(TWO_CORES, 4, 10_742),
                committers(TWO_CORES, 8, 9_891),
                committers(slow, 1, 6_343),
                committers(slow, 2, 7_793),
                committers(slow, 4, 8_727),
                committers(slow, 8, 9_424));
    }

    private static Measured connections(int count, double perSecond, boolean fitted) {
        return new Measured(count + " connections", TWO_CORES, Setup.oneMachine(2, 1, count), perSecond, fitted);
    }

    private static Measured committers(Costs costs, int count, double perSecond) {
        var name = "%d committers%s".formatted(count, costs.delay() == 0 ? "" : ", flushes 2 ms longer");
        return new Measured(name, costs, Setup.oneMachine(2, count, 64), perSecond, false);
    }

    /** Returns the costs on machines of their own: a network between them, and a flush that reaches a synchronous standby. */
    private static Costs machines() {
        return TWO_CORES.withFlush(1_000).withRoundTrip(300);
    }

    /**
     * Returns the costs on Citus. The work of the coordinator is assumed: 1.4 times that of a worker, as in a run on a busy
     * machine, and seven round trips to the worker for one batch.
     */
    private static Costs citus(Costs costs) {
        return costs.withCoordinator(1.4 * costs.databaseBatch(), 1.4 * costs.databaseDebit(), 7)
                .withBytes(1_090, 6_000);
    }

    private static Setup onMachines(int wallets, int committers, int workers, double perSecond) {
        return Setup.machines(wallets, committers, workers, CORES, perSecond);
    }

    private static void steps(long seed) {
        row("1,000", onMachines(1, 4, 1, 1_000), machines(), seed);
        row("10,000", onMachines(1, 4, 1, 10_000), machines(), seed);
        row("50,000", onMachines(1, 8, 1, 50_000), machines(), seed);
        row("100,000", onMachines(2, 8, 1, 100_000), machines(), seed);
        row("100,000", onMachines(2, 16, 8, 100_000), citus(machines()), seed);
        row("100,000", onMachines(4, 16, 8, 100_000), citus(machines()), seed);
    }

    private static void head(String first) {
        print("| " + first
                + " | answered per second | batch | p50 ms | p99 ms | flushes per second | wallet | coordinator |"
                + " busiest worker |\n|---|---|---|---|---|---|---|---|---|");
    }

    private static void row(String first, Setup setup, Costs costs, long seed) {
        Result result = CommitSimulation.run(costs, setup, seed);
        print("| %s | %,.0f | %.1f | %.1f | %.1f | %,.0f | %.0f %% | %.0f %% | %.0f %% |"
                .formatted(
                        first
                                + ": %d wallets, %d workers, %d committers"
                                        .formatted(setup.wallets(), setup.workers(), setup.committers()),
                        result.perSecond(),
                        result.batch(),
                        result.p50(),
                        result.p99(),
                        result.flushes(),
                        100 * result.wallet(),
                        100 * result.coordinator(),
                        100 * result.worker()));
    }

    private static void print(String line) {
        System.out.println(line);
    }
}
