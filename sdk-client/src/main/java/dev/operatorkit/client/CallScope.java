package dev.operatorkit.client;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;

/** Lets no attempt begin once it has ended, and ends the pauses between attempts; cancels those in progress when it is closed. */
final class CallScope {
    private final String whyEnded;
    private final Set<Call> attempts = ConcurrentHashMap.newKeySet();
    private final CountDownLatch open = new CountDownLatch(1);

    /** Creates a scope whose calls fail for this reason once it has ended. */
    CallScope(String whyEnded) {
        this.whyEnded = whyEnded;
    }

    String whyEnded() {
        return whyEnded;
    }

    boolean hasEnded() {
        return open.getCount() == 0;
    }

    /** Adds an attempt that was not sent yet; cancels it if the scope has ended already. */
    void add(Call attempt) {
        attempts.add(attempt);
        if (hasEnded()) {
            attempt.cancel();
        }
    }

    void remove(Call attempt) {
        attempts.remove(attempt);
    }

    /** Waits for this time, or until the scope ends. */
    void pause(Duration duration) throws InterruptedException {
        var unused = open.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Ends the scope: an attempt that was sent still gets its response, since only that tells whether it was applied. */
    void end() {
        open.countDown();
    }

    /** Ends the scope and the attempts in progress. */
    void close() {
        end();
        attempts.forEach(Call::cancel);
    }
}
