package dev.operatorkit.simulator.runs;

import dev.operatorkit.simulator.runs.Job.Subject;
import dev.operatorkit.simulator.runs.Job.Summary;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Represents one run: in progress, over, or kept from before the simulator started. */
public final class Run {
    private final int number;
    private final @Nullable Job job;
    private final Instant started;
    private final AtomicReference<@Nullable Summary> summary = new AtomicReference<>();
    private final CountDownLatch end = new CountDownLatch(1);

    private Run(int number, @Nullable Job job, Instant started) {
        this.number = number;
        this.job = job;
        this.started = started;
    }

    static Run of(int number, Job job, Instant started) {
        return new Run(number, job, started);
    }

    static Run kept(int number, Summary summary) {
        var run = new Run(number, null, Instant.parse(summary.started()));
        run.summary.set(summary);
        return run;
    }

    public int number() {
        return number;
    }

    public Instant started() {
        return started;
    }

    public Subject subject() {
        var ended = summary.get();
        return ended == null ? job().subject() : ended.subject();
    }

    public boolean isOver() {
        return summary.get() != null;
    }

    /** Returns the description of the run, once it is over. */
    public Optional<Summary> summary() {
        return Optional.ofNullable(summary.get());
    }

    /** Returns the work of a run that was started by this simulator. */
    public Job job() {
        return Objects.requireNonNull(job, "a run of an earlier simulator");
    }

    /** Ends the run with this result, unless it has one. */
    boolean end(Summary ended) {
        return summary.compareAndSet(null, ended);
    }

    CountDownLatch latch() {
        return end;
    }
}
