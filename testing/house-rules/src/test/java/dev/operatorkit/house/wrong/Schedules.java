package dev.operatorkit.house.wrong;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Schedules {
    void every(ScheduledExecutorService executor, Runnable task) {
        var unused = executor.scheduleWithFixedDelay(task, 1, 1, TimeUnit.SECONDS);
    }
}
