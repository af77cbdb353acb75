package dev.operatorkit.reference.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.operatorkit.simulator.delivery.ControlledProvider.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Simulates provider, network, wallet and store with faults, seed after seed, and plants faults that have to be found.
 * {@code -Dsimulation.from} and {@code -Dsimulation.seeds} choose the seeds, {@code -Dsimulation.plan=FILE} runs a plan
 * that an earlier failure has printed.
 */
class SimulationTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final long FROM = Long.getLong("simulation.from", 1);
    private static final long SEEDS = Long.getLong("simulation.seeds", LONG ? 50_000 : 40);
    private static final long SEEDS_THAT_MEET_EVERY_FAULT = 200;
    private static final int MOST_SEEDS_FOR_A_FAULT = LONG ? 20_000 : 100;
    private static final List<Long> RANGES =
            LONG ? List.of(FROM, 1_000_000L, 2_000_000L, 3_000_000L, 4_000_000L) : List.of(FROM);

    private static Tables tables;
    private static SimulatedLogs logs;

    @BeforeAll
    static void open() {
        tables = new Tables();
        logs = SimulatedLogs.drop();
    }

    @AfterAll
    static void close() {
        logs.close();
        tables.close();
    }

    static Stream<PlantedFault> faults() {
        return LONG
                ? Arrays.stream(PlantedFault.values())
                : Stream.of(
                        PlantedFault.QUEUE_IN_MEMORY,
                        PlantedFault.TOMBSTONE_IN_MEMORY,
                        PlantedFault.CACHE_OF_UNCOMMITTED,
                        PlantedFault.LAST_COMMIT_LOST_BY_CRASH,
                        PlantedFault.FRESHNESS_BY_TIME_SINCE_START);
    }

    /** Runs on a virtual thread, like the simulated threads, so that taking turns needs no thread of the system. */
    private static void simulate(Runnable body) {
        var task = new FutureTask<>(
                () -> {
                    SimulatedLogs.markThread();
                    body.run();
                },
                null);
        Thread.ofVirtual().start(task);
        try {
            task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void check(Plan plan) {
        Failure.of(plan, null, tables)
                .ifPresent(failure -> fail("seed " + plan.seed() + ": "
                        + failure.shrink(null, tables).describe()));
    }

    @Test
    void no_seed_violates_an_invariant() throws IOException {
        var file = System.getProperty("simulation.plan");
        if (file != null) {
            var plan = Plan.read(Files.readString(Path.of(file)));
            simulate(() -> check(plan));
            return;
        }
        simulate(() -> {
            var began = System.nanoTime();
            var met = new TreeSet<String>();
            var events = 0L;
            var commits = 0L;
            var orphans = 0L;
            var reviews = 0L;
            var virtual = Duration.ZERO;
            for (var seed = FROM; seed < FROM + SEEDS; seed++) {
                var plan = Plan.of(seed);
                var simulation = new Simulation(plan, null, tables, new MemoryBackend());
                try {
                    var result = simulation.run();
                    events += result.events();
                    commits += result.commits();
                    orphans += result.orphans();
                    reviews += result.reviews();
                    virtual = virtual.plus(result.virtualTime());
                    result.history().forEach(line -> met.add(kind(line)));
                } catch (Invariant.Violation e) {
                    check(plan);
                    fail("seed " + seed + " violates an invariant once only: " + e.getMessage() + "\n" + plan.write());
                }
            }
            var seconds = (System.nanoTime() - began) / 1e9;
            System.out.printf(
                    "%d seeds from %d in %.1f s (%.0f a minute): %d events, %d commits, %d h of virtual time, %d rounds"
                            + " in manual review, %d debits applied by a late copy%n",
                    SEEDS, FROM, seconds, SEEDS * 60 / seconds, events, commits, virtual.toHours(), reviews, orphans);
            if (SEEDS >= SEEDS_THAT_MEET_EVERY_FAULT) {
                assertThat(met).containsAll(everyFault());
            }
        });
    }

    /** Returns the words of a line without names, numbers and times. */
    private static String kind(String line) {
        return Arrays.stream(line.strip().split(" "))
                .skip(1)
                .filter(word -> word.matches("[A-Za-z_]{3,}|wallet-\\d"))
                .limit(2)
                .collect(Collectors.joining(" "));
    }

    private static Set<String> everyFault() {
        var kinds = new TreeSet<>(
                Set.of("wallet-1 down", "wallet-2 down", "provider down", "store down", "network down", "late answer"));
        Arrays.stream(Step.OnWire.values()).forEach(fault -> kinds.add("network " + fault));
        Arrays.stream(Step.InStore.values()).forEach(fault -> kinds.add("store " + fault));
        return kinds;
    }

    @Test
    void a_plan_has_the_same_history_whenever_it_is_run() {
        simulate(() -> LongStream.range(FROM, FROM + (LONG ? 1000 : 3)).forEach(seed -> {
            var plan = Plan.of(seed);
            assertThat(Plan.read(plan.write())).isEqualTo(plan);
            assertThat(history(Plan.read(plan.write()))).isEqualTo(history(plan));
        }));
    }

    private static String history(Plan plan) {
        return String.join("\n", Simulation.run(plan, null, tables).history());
    }

    @ParameterizedTest
    @MethodSource("faults")
    void a_planted_fault_is_found_and_shown_by_a_shorter_plan(PlantedFault fault) {
        simulate(() -> {
            List<String> found = new ArrayList<>();
            for (var from : RANGES) {
                found.add(find(fault, from));
            }
            System.out.println("planted " + fault + ": " + String.join("; ", found));
        });
    }

    private static String find(PlantedFault fault, long from) {
        for (var seed = from; seed < from + MOST_SEEDS_FOR_A_FAULT; seed++) {
            var plan = Plan.of(seed);
            var failure = Failure.of(plan, fault, tables);
            if (failure.isPresent()
                    && fault.shownBy().contains(failure.get().violation().invariant())) {
                assertThat(Failure.of(plan, null, tables)).isEmpty();
                var shrunk = failure.get().shrink(fault, tables);
                var again = Failure.of(Plan.read(shrunk.plan().write()), fault, tables)
                        .orElseThrow();
                assertThat(again.history()).isEqualTo(shrunk.history());
                assertThat(again.isSame(failure.get())).isTrue();
                return "after " + (seed - from + 1) + " seeds, "
                        + failure.get().violation().invariant() + ", "
                        + plan.steps().size() + " steps shrunk to "
                        + shrunk.plan().steps().size();
            }
        }
        return fail(fault + " was not found by " + MOST_SEEDS_FOR_A_FAULT + " seeds from " + from + ".");
    }
}
