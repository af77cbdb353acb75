package dev.operatorkit.schedule;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a task repeatedly until it is closed, even if the task throws. A {@link ScheduledExecutorService} silently drops
 * a task at its first exception, so all scheduling in this module goes through this class (a house rule).
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

    /** Starts a task that runs on its own thread, {@code pause} after the start and after the end of each run. */
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

    /** Logs the failure. A moment without memory must not end the task, even when logging itself fails for that reason. */
    private void log(Throwable failure) {
        try {
            LOG.error("{} failed; it runs again after its pause", name, failure);
        } catch (Throwable unloggable) {
            // Nothing is left to report this with.
        }
    }

    /** Starts no further run; a run in progress finishes. */
    @Override
    public void close() {
        executor.shutdown();
    }
}
