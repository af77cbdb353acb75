package dev.operatorkit.simulator.runs;

import dev.operatorkit.simulator.runs.RunSummary.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs conformance runs, one at a time, and keeps the newest. */
public final class Runs implements AutoCloseable {
    /** Limits the number of runs that are kept. */
    public static final int KEPT = 50;

    /** Limits the time that {@link #close} waits for a run that was stopped. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

    private final Clock clock;
    private final Duration stopLimit;
    private final RunFolder folder;
    private @Nullable Run newest;

    /** Opens the runs below a folder, or in a temporary one if it is null. */
    public Runs(@Nullable Path data, Clock clock) {
        this(data, clock, STOP_LIMIT);
    }

    Runs(@Nullable Path data, Clock clock, Duration stopLimit) {
        this.clock = clock;
        this.stopLimit = stopLimit;
        this.folder = RunFolder.open(data, KEPT);
    }

    /** Starts a run. Throws an IllegalArgumentException if another one is in progress. */
    public synchronized Run start(ConformanceJob job) {
        if (inProgress().isPresent()) {
            throw new IllegalArgumentException("A run is in progress. Stop it or wait until it is over.");
        }
        var run = Run.of(folder.begin(), job, clock.instant());
        newest = run;
        Thread.ofVirtual().name("conformance-run").start(() -> runToEnd(run));
        return run;
    }

    private void runToEnd(Run run) {
        var result = Result.failed("The run failed unexpectedly. See the simulator log.");
        try {
            result = run.job().run(folder.folder(run.number()));
        } catch (IOException | RuntimeException | Error e) {
            // Without a result the run would count as in progress for good, and no other could start.
            LOG.error("Conformance run {} failed unexpectedly", run.number(), e);
        } finally {
            end(run, result);
            run.latch().countDown();
        }
    }

    /** Keeps the first result of a run: one that ends after the simulator was closed changes no file any more. */
    private void end(Run run, Result result) {
        var seconds = Duration.between(run.started(), clock.instant()).toMillis() / 1000.0;
        var summary = new RunSummary(run.job().subject(), run.started().toString(), seconds, result);
        if (run.end(summary)) {
            folder.end(run.number(), summary);
        }
    }

    /** Returns the run in progress, if there is one. */
    public synchronized Optional<Run> inProgress() {
        return Optional.ofNullable(newest).filter(run -> !run.isOver());
    }

    /** Returns the run in progress and the finished runs, newest first. */
    public synchronized List<Run> all() {
        var all = new ArrayList<Run>();
        var current = newest;
        if (current != null) {
            all.add(current);
        }
        folder.kept().forEach((number, summary) -> {
            if (current == null || number != current.number()) {
                all.add(Run.kept(number, summary));
            }
        });
        all.sort(Comparator.comparingInt(Run::number).reversed());
        return all;
    }

    public Run get(int number) {
        return all().stream()
                .filter(run -> run.number() == number)
                .findFirst()
                .orElseThrow(
                        () -> new NoSuchElementException("Run " + number + " does not exist or is no longer kept."));
    }

    public Path filesOf(Run run) throws IOException {
        return folder.folder(run.number());
    }

    /** Returns whether the runs are kept after the simulator stops. */
    public boolean isLasting() {
        return folder.isLasting();
    }

    /** Returns a sentence for each run that cannot be shown. */
    public List<String> problems() {
        return folder.problems();
    }

    /** Stops the run in progress, so that its debits are settled, and logs those that are not. */
    @Override
    public void close() {
        inProgress().ifPresent(run -> {
            run.job().stop("stopped with the simulator");
            if (!isOverWithin(run, stopLimit)) {
                var open = run.job().openDebits();
                end(
                        run,
                        Result.failed("The simulator stopped while the wallet did not respond; " + open.size()
                                + " debits may be open."));
                LOG.warn(
                        "The simulator stopped during conformance run {}, while the wallet did not respond. Roll these"
                                + " debits back by hand: {}",
                        run.number(),
                        open);
            }
        });
    }

    private static boolean isOverWithin(Run run, Duration limit) {
        try {
            return run.latch().await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
