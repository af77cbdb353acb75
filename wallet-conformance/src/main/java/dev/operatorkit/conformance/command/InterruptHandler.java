package dev.operatorkit.conformance.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a command soon after Ctrl-C: asks it to stop, then waits at most {@link #GRACE} until it has restored balances and reported
 * the result. The exit code is then 130, as for every interrupted program. Used by the thread that runs the command.
 */
public final class InterruptHandler implements AutoCloseable {
    private static final Duration GRACE = Duration.ofMillis(1500);

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook;

    private InterruptHandler(Runnable stop, Runnable report) {
        hook = new Thread(
                () -> {
                    stop.run();
                    if (!isFinishedInTime()) {
                        report.run();
                    }
                },
                "interruption");
    }

    /**
     * Watches for Ctrl-C until it is closed.
     *
     * @param stop asks the command to stop; must not block
     * @param report reports what is left open when the command could not stop in time
     */
    public static InterruptHandler watch(Runnable stop, Runnable report) {
        var interruption = new InterruptHandler(stop, report);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    private boolean isFinishedInTime() {
        try {
            return finished.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends the watch: the command has finished and printed everything. */
    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            hook.setName("already stopping");
        }
    }
}
