package dev.operatorkit.simulator.runs;

import dev.operatorkit.simulator.runs.RunSummary.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs conformance runs, one at a time, and keeps the newest with their reports until it is closed. */
public final class Runs implements AutoCloseable {
    /** Limits the number of runs that are kept. */
    public static final int KEPT = 50;

    /** Limits the time that {@link #close} waits for a run that was stopped. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

    private final Clock clock;
    private final Duration stopLimit;
    private final Deque<Run> newestFirst = new ArrayDeque<>();
    private @Nullable Path folder;
    private boolean isClosed;
    private int newest;

    public Runs(Clock clock) {
        this(clock, STOP_LIMIT);
    }

    Runs(Clock clock, Duration stopLimit) {
        this.clock = clock;
        this.stopLimit = stopLimit;
    }

    /** Starts a run. Throws an IllegalArgumentException if another one is in progress. */
    public synchronized Run start(ConformanceJob job) {
        if (inProgress().isPresent()) {
            throw new IllegalArgumentException("A run is in progress. Stop it or wait until it is over.");
        }
        newest++;
        var run = new Run(newest, job, clock.instant());
        newestFirst.addFirst(run);
        var reports = folder;
        if (newestFirst.size() > KEPT && reports != null) {
            delete(reports.resolve(Integer.toString(newestFirst.removeLast().number())));
        }
        Thread.ofVirtual().name("conformance-run").start(() -> runToEnd(run));
        return run;
    }

    private void runToEnd(Run run) {
        var result = Result.failed("The run failed unexpectedly. See the simulator log.");
        try {
            result = run.job().run(filesOf(run));
        } catch (IOException | RuntimeException | Error e) {
            // Without a result the run would count as in progress for good, and no other could start.
            LOG.error("Conformance run {} failed unexpectedly", run.number(), e);
        } finally {
            end(run, result);
            run.latch().countDown();
            deleteIfClosed();
        }
    }

    /** Keeps the first result of a run: one that ends after the simulator was closed changes nothing any more. */
    private void end(Run run, Result result) {
        var seconds = Duration.between(run.started(), clock.instant()).toMillis() / 1000.0;
        run.end(new RunSummary(result, seconds));
    }

    /** Returns the run in progress, if there is one. */
    public synchronized Optional<Run> inProgress() {
        return Optional.ofNullable(newestFirst.peekFirst()).filter(run -> !run.isOver());
    }

    /** Returns the runs, newest first. */
    public synchronized List<Run> all() {
        return List.copyOf(newestFirst);
    }

    public Run get(int number) {
        return all().stream()
                .filter(run -> run.number() == number)
                .findFirst()
                .orElseThrow(
                        () -> new NoSuchElementException("Run " + number + " does not exist or is no longer kept."));
    }

    /** Returns the folder of the reports of a run. */
    public synchronized Path filesOf(Run run) throws IOException {
        var known = folder == null ? Files.createTempDirectory("operatorkit-runs") : folder;
        folder = known;
        return known.resolve(Integer.toString(run.number()));
    }

    /** Stops the run in progress, so that its debits are settled, logs those that are not, and deletes the reports. */
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
        synchronized (this) {
            isClosed = true;
        }
        deleteIfClosed();
    }

    private synchronized void deleteIfClosed() {
        if (isClosed && folder != null) {
            delete(folder);
        }
    }

    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            LOG.warn("The reports in {} could not be deleted: {}", folder, e.toString());
        }
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
