package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.Scenario.Setup;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Lets a person do each task, who says elsewhere that it is done, such as on a page. */
public final class ManualDriver implements Actor {
    private volatile @Nullable Step step;
    private volatile boolean stopped;

    /** Holds the task that waits for the person. */
    public record Step(Scenario scenario, Setup setup, URI base, CountDownLatch done) {
        /** Returns the task as a command gets it. */
        public String task() {
            return setup.task().json(scenario.id());
        }
    }

    @Override
    public Outcome act(Scenario scenario, Setup setup, URI base) throws InterruptedException {
        var now = new Step(scenario, setup, base, new CountDownLatch(1));
        step = now;
        if (!stopped) {
            now.done().await();
        }
        step = null;
        return new Outcome("", "");
    }

    /** Returns the task that waits, if there is one. */
    public Optional<Step> step() {
        return Optional.ofNullable(step);
    }

    /** Ends the task of this scenario. Another one goes on: the page that asked for this is older than it. */
    public void finish(String scenario) {
        step().filter(now -> now.scenario().id().equals(scenario))
                .ifPresent(now -> now.done().countDown());
    }

    /** Ends the task that waits, and every later one. */
    public void stop() {
        stopped = true;
        step().ifPresent(now -> now.done().countDown());
    }
}
