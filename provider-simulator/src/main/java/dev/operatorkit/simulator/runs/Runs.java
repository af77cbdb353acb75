package dev.operatorkit.simulator.runs;

import dev.operatorkit.simulator.runs.Job.Result;
import dev.operatorkit.simulator.runs.Job.Summary;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the jobs of one kind, one at a time, and keeps the newest runs. */
public final class Runs implements AutoCloseable {
    /** Limits the time that {@link #close} waits for a run that was stopped. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

    private final Kind kind;
    private final Clock clock;
    private final Duration stopLimit;
    private final RunFolder folder;
    private @Nullable Run newest;

    /** Opens the runs of a kind below a folder, or in a temporary one if it is null. */
    public Runs(Kind kind, @Nullable Path data, Clock clock) {
        this(kind, data, clock, STOP_LIMIT);
    }

    Runs(Kind kind, @Nullable Path data, Clock clock, Duration stopLimit) {
        this.kind = kind;
        this.clock = clock;
        this.stopLimit = stopLimit;
        this.folder = RunFolder.open(data, kind.path(), kind.kept());
    }

    public enum Kind {
        /** Tests a wallet with the conformance suite. */
        CONFORMANCE("conformance", "Conformance", 50),
        /** Judges the client of an operator. */
        CLIENT("client-conformance", "Client conformance", 50),
        /** Plays many rounds and audits the ledger. */
        LOAD("load", "Load", 200);

        private final String path;
        private final String title;
        private final int kept;

        Kind(String path, String title, int kept) {
            this.path = path;
            this.title = title;
            this.kept = kept;
        }

        /** Returns the name in addresses and of the folder. */
        public String path() {
            return path;
        }

        public String title() {
            return title;
        }

        public int kept() {
            return kept;
        }
    }

    public Kind kind() {
        return kind;
    }

    /** Starts a run. Throws an IllegalArgumentException, and makes no job, if another one is in progress. */
    public synchronized Run start(Supplier<Job> job) {
        if (inProgress().isPresent()) {
            throw new IllegalArgumentException("A run is in progress. Stop it or wait until it is over.");
        }
        var made = job.get();
        var run = Run.of(folder.begin(), made, clock.instant());
        newest = run;
        Thread.ofVirtual().name(kind.path() + "-run").start(() -> runToEnd(run));
        return run;
    }

    private void runToEnd(Run run) {
        var result = Result.failed("The run failed unexpectedly. See the simulator log.");
        try {
            result = run.job().run(folder.folder(run.number()));
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            // Without a result the run would count as in progress for good, and no other could start.
            LOG.error("{} run {} failed unexpectedly", kind.title(), run.number(), e);
        } finally {
            end(run, result);
            run.latch().countDown();
        }
    }

    /** Keeps the first result of a run: one that ends after the simulator was closed changes no file any more. */
    private void end(Run run, Result result) {
        var seconds = Duration.between(run.started(), clock.instant()).toMillis() / 1000.0;
        var summary = new Summary(run.job().subject(), run.started().toString(), seconds, result);
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
                        "The simulator stopped during {} run {}, while the wallet did not respond. Roll these debits"
                                + " back by hand: {}",
                        kind.path(),
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
