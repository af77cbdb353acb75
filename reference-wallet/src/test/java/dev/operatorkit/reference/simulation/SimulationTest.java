package dev.operatorkit.reference.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import dev.operatorkit.simulator.delivery.ControlledProvider.Tables;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.util.Optional;
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

    /** Acknowledges commits without keeping them, as a disk does that loses its power before it syncs. */
    private record ForgetfulStore(WalletStore store) implements WalletStore {
        @Override
        public UnitOfWork begin() {
            var unit = store.begin();
            return new UnitOfWork() {
                @Override
                public Snapshot lockAndRead(ReadRequest request) {
                    return unit.lockAndRead(request);
                }

                @Override
                public void write(Changes changes) {}

                @Override
                public void commit() {}

                @Override
                public void close() {
                    unit.close();
                }
            };
        }

        @Override
        public Optional<StoredTransaction> findTransaction(String transactionId) {
            return store.findTransaction(transactionId);
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
                var simulation = new Simulation(Plan.of(seed), tables, store -> store);
                try {
                    var result = simulation.run();
                    events += result.events();
                    commits += result.commits();
                } catch (Invariant.Violation e) {
                    fail(simulation.describe(e));
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
        var result = new Simulation(Plan.of(seed), tables, store -> store).run();
        return String.join("\n", result.history());
    }

    @Test
    void a_store_that_loses_a_commit_is_found() {
        simulate(() -> assertThat(catchThrowableOfType(
                        Invariant.Violation.class,
                        () -> new Simulation(Plan.of(FROM), tables, ForgetfulStore::new).run()))
                .hasMessageContaining("BALANCE"));
    }
}
