package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.play.LoadRun;
import dev.operatorkit.simulator.play.PlaySettings;
import dev.operatorkit.simulator.runs.LoadSummary;
import dev.operatorkit.simulator.runs.RunFolder;
import dev.operatorkit.simulator.wallet.WalletCaller;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the load test of the console: one at a time, sampled twice a second. Keeps the newest, with {@code --data} for good. */
final class LoadRuns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoadRuns.class);
    private static final long BETWEEN_MILLIS = 500;
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(BETWEEN_MILLIS / 2);
    private static final int MOST_SAMPLES = 2400;
    private static final int MOST = 200;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    private final Clock clock;
    private final Duration stopLimit;
    private final Duration maxWait;
    private final RunFolder<LoadSummary> folder;
    private final ChangeNotifier changes = new ChangeNotifier();
    private volatile @Nullable Running newest;

    LoadRuns(Clock clock, @Nullable Path data) {
        this(clock, data, STOP_LIMIT, LoadRun.MAX_WAIT);
    }

    /** Creates runs that {@link #close} waits for and that wait for their wallet, each for a limited time. */
    LoadRuns(Clock clock, @Nullable Path data, Duration stopLimit, Duration maxWait) {
        this.clock = clock;
        this.stopLimit = stopLimit;
        this.maxWait = maxWait;
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
                                        + entry.getValue().outcome()
                                        + TrendPoint.version(entry.getValue().walletVersion()),
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
     * @param second the end of the interval, in seconds from the first round
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
        private final List<Sample> samples = new ArrayList<>();
        private final CountDownLatch end = new CountDownLatch(1);
        private final AtomicBoolean isKept = new AtomicBoolean();
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

        /** Returns the version that the operator gave, or what the wallet says in its {@code Server} header. */
        String walletVersion() {
            return description.walletVersion().isEmpty()
                    ? new TokenMask(settings.tokens()).of(run.server())
                    : description.walletVersion();
        }

        LoadRun.@Nullable Result result() {
            return result;
        }

        /** Returns why the run has no result, or null. */
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

        private LoadSummary summary(String problem) {
            var ended = result;
            return new LoadSummary(
                    description.operator(),
                    wallet,
                    description.label(),
                    walletVersion(),
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
                    problem);
        }

        private synchronized void sample(long end, double rate) {
            var interval = run.latenciesSinceLastCall();
            if (samples.size() == MOST_SAMPLES) {
                samples.removeFirst();
            }
            samples.add(new Sample(end / 1e9, rate, interval.p50(), interval.p99()));
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
                new LoadRun(caller, settings, clock, maxWait),
                settings,
                String.valueOf(caller.address()),
                description,
                folder.begin(),
                clock.instant());
        newest = running;
        Thread.ofVirtual().name("load").start(() -> runToEnd(running, caller));
    }

    private void runToEnd(Running running, WalletCaller caller) {
        Thread.ofVirtual().name("load-samples").start(() -> measure(running));
        try (caller) {
            running.result = running.run.play();
        } catch (LoadRun.WalletUnavailableException e) {
            // The page has a field for the address, the command an option.
            running.problem =
                    String.valueOf(e.getMessage()).replace("give its address with --wallet", "correct its address");
        } catch (RuntimeException | Error e) {
            // Without a problem the run would count as in progress for good, and no other could start.
            LOG.error("The load run failed unexpectedly", e);
            running.problem = "The run failed unexpectedly: " + e + ". See the simulator log.";
        } finally {
            keep(running, Objects.requireNonNullElse(running.problem, ""));
            running.end.countDown();
            changes.notifyListeners();
        }
    }

    private void measure(Running running) {
        var before = 0L;
        var from = 0L;
        try {
            for (var ended = false; !ended; ) {
                ended = running.end.await(BETWEEN_MILLIS, TimeUnit.MILLISECONDS);
                var played = running.run.playedRounds();
                var to = running.run.nanos();
                // A short interval, as the last one usually is, would draw a rate that nobody could see over a whole
                // one.
                if (to - from >= SHORTEST_NANOS || (ended && from == 0 && to > 0)) {
                    running.sample(to, (played - before) * 1e9 / (to - from));
                    before = played;
                    from = to;
                }
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

    /** Writes the summary of a run once: one that ends after the simulator was closed changes no file any more. */
    private void keep(Running running, String problem) {
        if (!running.isKept.getAndSet(true)) {
            folder.end(running.number, running.summary(problem));
        }
    }

    /** Stops the run in progress, so that its debits are settled, and logs those that stay open. */
    @Override
    public void close() {
        var running = newest;
        if (running == null || running.isOver()) {
            return;
        }
        running.run.stop();
        try {
            if (running.end.await(stopLimit.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        var open = running.run.openBets();
        keep(running, "The simulator stopped before the audit; " + open.size() + " debits may be open.");
        LOG.warn(
                "The simulator stopped during load run {}, while the wallet did not respond. Roll these debits back by"
                        + " hand: {}",
                running.number,
                open.stream().map(Bet::transactionId).toList());
    }
}
