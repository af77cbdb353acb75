package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.play.LoadRun;
import dev.operatorkit.simulator.play.PlaySettings;
import dev.operatorkit.simulator.runs.LoadSummary;
import dev.operatorkit.simulator.runs.RunFolder;
import dev.operatorkit.simulator.wallet.WalletCaller;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the load test of the console: one at a time, sampled twice a second. Keeps the newest, with {@code --data} for good. */
final class LoadRuns {
    private static final Logger LOG = LoggerFactory.getLogger(LoadRuns.class);
    private static final long BETWEEN_MILLIS = 500;
    private static final int MOST_SAMPLES = 2400;
    private static final int MOST = 200;

    private final Clock clock;
    private final RunFolder<LoadSummary> folder;
    private final ChangeNotifier changes = new ChangeNotifier();
    private volatile @Nullable Running newest;

    LoadRuns(Clock clock, @Nullable Path data) {
        this.clock = clock;
        this.folder = RunFolder.open(data, "load", LoadSummary.class, MOST);
    }

    /** Returns the store, for the runs that ended. */
    RunFolder<LoadSummary> folder() {
        return folder;
    }

    /** Returns the runs with as many rounds, players and callers as the newest one against its wallet, the earliest first. */
    List<TrendPoint> trend() {
        var kept = folder.kept();
        var newest =
                kept.values().stream().filter(run -> run.problem().isEmpty()).reduce((one, later) -> one);
        return newest.isEmpty()
                ? List.of()
                : kept.entrySet().stream()
                        .filter(entry -> entry.getValue().isLike(newest.get()))
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> new TrendPoint(
                                "/load#run-" + entry.getKey(),
                                "Run " + entry.getKey() + " of "
                                        + entry.getValue().started() + ": "
                                        + TrendPoint.show(entry.getValue().rate()) + " rounds/s, "
                                        + entry.getValue().outcome(),
                                entry.getValue().rate()))
                        .toList();
    }

    /**
     * Describes a run.
     *
     * @param label the operator's own words, or empty
     * @param walletVersion the version that the operator gave, or empty
     */
    record Description(String operator, String label, String walletVersion) {}

    /**
     * Holds the figures of one interval.
     *
     * @param second the end of the interval, in seconds from the start
     * @param rate the rounds per second
     * @param p50 the median latency of all calls, in milliseconds
     * @param p99 the 99th percentile of all calls, in milliseconds
     */
    record Sample(double second, double rate, double p50, double p99) {}

    /** Holds a run, in progress or over. */
    static final class Running {
        private final LoadRun run;
        private final PlaySettings settings;
        private final String wallet;
        private final Description description;
        private final int number;
        private final Instant started;
        private final long start = System.nanoTime();
        private final List<Sample> samples = new ArrayList<>();
        private volatile LoadRun.@Nullable Result result;
        private volatile @Nullable String problem;

        private Running(
                LoadRun run,
                PlaySettings settings,
                String wallet,
                Description description,
                int number,
                Instant started) {
            this.description = description;
            this.number = number;
            this.started = started;
            this.run = run;
            this.settings = settings;
            this.wallet = wallet;
        }

        LoadRun run() {
            return run;
        }

        PlaySettings settings() {
            return settings;
        }

        String wallet() {
            return wallet;
        }

        LoadRun.@Nullable Result result() {
            return result;
        }

        /** Returns why the run could not start, or null. */
        @Nullable
        String problem() {
            return problem;
        }

        boolean isOver() {
            return result != null || problem != null;
        }

        synchronized List<Sample> samples() {
            return List.copyOf(samples);
        }

        private LoadSummary summary() {
            var ended = result;
            return new LoadSummary(
                    description.operator(),
                    wallet,
                    description.label(),
                    description.walletVersion(),
                    started.toString(),
                    settings.tokens().size(),
                    settings.concurrency(),
                    settings.seed(),
                    settings.rounds(),
                    ended == null ? run.playedRounds() : ended.rounds(),
                    ended == null || ended.nanos() == 0 ? 0 : ended.rounds() * 1e9 / ended.nanos(),
                    run.debitMillis(50),
                    run.debitMillis(99),
                    run.refusedDebits(),
                    ended == null ? List.of() : ended.violations(),
                    Objects.requireNonNullElse(problem, ""));
        }

        private synchronized void sample(long before, long nanos) {
            var interval = run.latenciesSinceLastCall();
            if (samples.size() == MOST_SAMPLES) {
                samples.removeFirst();
            }
            samples.add(new Sample(
                    (System.nanoTime() - start) / 1e9,
                    (run.playedRounds() - before) * 1e9 / nanos,
                    interval.p50(),
                    interval.p99()));
        }
    }

    ChangeNotifier changes() {
        return changes;
    }

    @Nullable
    Running newest() {
        return newest;
    }

    synchronized void start(WalletCaller caller, PlaySettings settings, Description description) {
        var before = newest;
        if (before != null && !before.isOver()) {
            caller.close();
            throw new IllegalArgumentException("A load run is in progress. Stop it first.");
        }
        var running = new Running(
                new LoadRun(caller, settings, clock),
                settings,
                String.valueOf(caller.address()),
                description,
                folder.begin(),
                clock.instant());
        newest = running;
        Thread.ofVirtual().name("load").start(() -> runToEnd(running, caller));
    }

    private void runToEnd(Running running, WalletCaller caller) {
        var over = new CountDownLatch(1);
        Thread.ofVirtual().name("load-samples").start(() -> measure(running, over));
        try (caller) {
            running.result = running.run.play();
        } catch (LoadRun.WalletUnavailableException e) {
            running.problem = e.getMessage();
        } catch (RuntimeException | Error e) {
            // Without a problem the run would count as in progress for good, and no other could start.
            LOG.error("The load run failed unexpectedly", e);
            running.problem = "The run failed unexpectedly: " + e + ". See the simulator log.";
        } finally {
            over.countDown();
            folder.end(running.number, running.summary());
            changes.notifyListeners();
        }
    }

    private void measure(Running running, CountDownLatch over) {
        var played = 0L;
        var at = System.nanoTime();
        try {
            for (var ended = false; !ended; ) {
                ended = over.await(BETWEEN_MILLIS, TimeUnit.MILLISECONDS);
                var now = System.nanoTime();
                running.sample(played, now - at);
                played = running.run.playedRounds();
                at = now;
                changes.notifyListeners();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the address of the wallet that a run uses now. */
    Optional<String> walletInUse() {
        var running = newest;
        return running == null || running.isOver() ? Optional.empty() : Optional.of(running.wallet());
    }

    void stop() {
        var running = newest;
        if (running != null) {
            running.run.stop();
        }
    }
}
