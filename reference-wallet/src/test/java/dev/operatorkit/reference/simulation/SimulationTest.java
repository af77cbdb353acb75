package dev.operatorkit.reference.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import dev.operatorkit.simulator.delivery.ControlledProvider.Tables;
import dev.operatorkit.wallet.WalletStore.Changes;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Simulates provider, network, wallet and store with faults, seed after seed. {@code -Dsimulation.from} and
 * {@code -Dsimulation.seeds} choose the seeds.
 */
class SimulationTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final long FROM = Long.getLong("simulation.from", 1);
    private static final long SEEDS = Long.getLong("simulation.seeds", LONG ? 50_000 : 40);
    private static final int MAX_SEEDS_FOR_A_LOSS = 100;

    private static final LoggerContext LOGS = logs();
    private static final TurboFilter DROP_SIMULATED = new SimulatedLogs();
    private static Tables tables;

    /** While another thread initialises SLF4J, it gives a substitute. */
    private static LoggerContext logs() {
        while (true) {
            if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
                return context;
            }
            Thread.onSpinWait();
        }
    }

    @BeforeAll
    static void open() {
        tables = new Tables();
        LOGS.addTurboFilter(DROP_SIMULATED);
    }

    @AfterAll
    static void close() {
        LOGS.getTurboFilterList().remove(DROP_SIMULATED);
        tables.close();
    }

    /** Drops the logs of simulated threads: a seed plans thousands of faults a second. */
    private static final class SimulatedLogs extends TurboFilter {
        @Override
        public FilterReply decide(
                @Nullable Marker marker,
                Logger logger,
                Level level,
                @Nullable String format,
                Object @Nullable [] values,
                @Nullable Throwable failure) {
            var isSimulated = Thread.currentThread().getName().startsWith(Kernel.SIMULATED);
            return isSimulated ? FilterReply.DENY : FilterReply.NEUTRAL;
        }
    }

    /** Loses the last commit in a crash, as a disk does that does not sync. */
    private static final class ForgetfulBackend extends MemoryBackend {
        private @Nullable Changes last;

        @Override
        void apply(Changes changes) {
            super.apply(changes);
            last = changes;
        }

        @Override
        void crash() {
            if (last != null) {
                last.transactions().forEach(lost -> transactions.remove(lost.transactionId()));
            }
        }
    }

    /** Runs on a virtual thread, like the simulated threads, so that taking turns needs no thread of the system. */
    private static void simulate(Runnable body) {
        var task = new FutureTask<>(body, null);
        Thread.ofVirtual().name(Kernel.SIMULATED + "main").start(task);
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

    @Test
    void no_seed_violates_an_invariant() {
        simulate(() -> {
            var began = System.nanoTime();
            var events = 0L;
            var commits = 0L;
            for (var seed = FROM; seed < FROM + SEEDS; seed++) {
                var plan = Plan.of(seed);
                try {
                    var result = new Simulation(plan, tables, new MemoryBackend()).run();
                    events += result.events();
                    commits += result.commits();
                } catch (Invariant.Violation e) {
                    fail(Failure.of(plan, tables, MemoryBackend::new)
                            .map(failure ->
                                    failure.shrink(tables, MemoryBackend::new).describe())
                            .orElse("only once: " + e.getMessage() + "\n" + plan.describe()));
                }
            }
            var seconds = (System.nanoTime() - began) / 1e9;
            System.out.printf(
                    "%d seeds from %d in %.1f s: %d events, %d commits%n", SEEDS, FROM, seconds, events, commits);
        });
    }

    @Test
    void a_plan_has_the_same_history_whenever_it_is_run() {
        simulate(() -> LongStream.range(FROM, FROM + (LONG ? 1000 : 3))
                .forEach(seed -> assertThat(history(seed)).isEqualTo(history(seed))));
    }

    private static String history(long seed) {
        var result = new Simulation(Plan.of(seed), tables, new MemoryBackend()).run();
        return String.join("\n", result.history());
    }

    @Test
    void a_store_that_loses_its_last_commit_in_a_crash_is_found_and_shown_by_a_shorter_plan() {
        simulate(() -> {
            var found = LongStream.range(FROM, FROM + MAX_SEEDS_FOR_A_LOSS)
                    .mapToObj(seed -> Failure.of(Plan.of(seed), tables, ForgetfulBackend::new))
                    .flatMap(failure -> failure.stream())
                    .findFirst()
                    .orElseThrow();
            assertThat(found.violation().invariant()).isEqualTo(Invariant.DURABLE);
            var shrunk = found.shrink(tables, ForgetfulBackend::new);
            assertThat(shrunk.isSame(found)).isTrue();
            assertThat(shrunk.plan().steps())
                    .as(shrunk.describe())
                    .hasSizeLessThan(found.plan().steps().size());
        });
    }
}
