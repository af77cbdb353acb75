package dev.operatorkit.simulator.runs;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Represents one run, in progress or over. */
public final class Run {
    private final int number;
    private final ConformanceJob job;
    private final Instant started;
    private final AtomicReference<@Nullable RunSummary> summary = new AtomicReference<>();
    private final CountDownLatch end = new CountDownLatch(1);

    Run(int number, ConformanceJob job, Instant started) {
        this.number = number;
        this.job = job;
        this.started = started;
    }

    public int number() {
        return number;
    }

    public Instant started() {
        return started;
    }

    public boolean isOver() {
        return summary.get() != null;
    }

    /** Returns the description of the end, once the run is over. */
    public Optional<RunSummary> summary() {
        return Optional.ofNullable(summary.get());
    }

    public ConformanceJob job() {
        return job;
    }

    /** Ends the run with this result, unless it has one. */
    void end(RunSummary ended) {
        summary.compareAndSet(null, ended);
    }

    CountDownLatch latch() {
        return end;
    }
}
