package dev.operatorkit.wallet;

import dev.operatorkit.wallet.store.util.WrongImpl;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Schedules a task in every way that an exception ends in silence. */
public class Schedules {
    interface Scheduling {
        ScheduledFuture<?> start(Runnable task, long first, long pause, TimeUnit unit);
    }

    public static final class OwnExecutor extends ScheduledThreadPoolExecutor {
        OwnExecutor() {
            super(1);
        }
    }

    void afterEach(ScheduledExecutorService executor, WrongImpl task) {
        var unused = executor.scheduleWithFixedDelay(task, 1, 1, TimeUnit.SECONDS);
    }

    void atEach(ScheduledExecutorService executor, Runnable task) {
        var unused = executor.scheduleAtFixedRate(task, 1, 1, TimeUnit.SECONDS);
    }

    void once(ScheduledThreadPoolExecutor executor, Runnable task) {
        var unused = executor.schedule(task, 1, TimeUnit.SECONDS);
    }

    Scheduling byReference(ScheduledExecutorService executor) {
        return executor::scheduleAtFixedRate;
    }

    void onItsOwn(Runnable task) {
        try (var executor = new OwnExecutor()) {
            var unused = executor.scheduleAtFixedRate(task, 1, 1, TimeUnit.SECONDS);
        }
    }

    void withTimer(Timer timer, TimerTask task) {
        timer.scheduleAtFixedRate(task, 1, 1);
    }
}
