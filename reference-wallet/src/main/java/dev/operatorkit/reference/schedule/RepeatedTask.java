package dev.operatorkit.reference.schedule;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a task again and again until it is closed, whatever the task throws. A {@link ScheduledExecutorService} by itself
 * drops a task at its first exception and tells nobody, so this is the only way to schedule here (a house rule).
 */
public final class RepeatedTask implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RepeatedTask.class);

    private final String name;
    private final Runnable task;
    private final ScheduledExecutorService executor;

    private RepeatedTask(String name, Runnable task) {
        this.name = name;
        this.task = task;
        this.executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }

    /** Starts a task that runs on a thread of its own, {@code pause} after the start and after each end. */
    public static RepeatedTask start(String name, Duration pause, Runnable task) {
        var repeated = new RepeatedTask(name, task);
        var unused = repeated.executor.scheduleWithFixedDelay(
                repeated::run, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
        return repeated;
    }

    private void run() {
        try {
            task.run();
        } catch (Throwable e) {
            log(e);
        }
    }

    /** An error too: too little memory for a moment must not end the task, nor may the log, which may need more. */
    private void log(Throwable failure) {
        try {
            LOG.error("{} failed and goes on", name, failure);
        } catch (Throwable unloggable) {
            // There is nowhere left to say it.
        }
    }

    /** Begins no further run; one that is under way ends by itself. */
    @Override
    public void close() {
        executor.shutdown();
    }
}
