package dev.operatorkit.client;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;

/** Holds the attempts in progress, and ends them and the pauses between them when it is closed. */
final class CallScope {
    private final String whyClosed;
    private final Set<Call> attempts = ConcurrentHashMap.newKeySet();
    private final CountDownLatch open = new CountDownLatch(1);

    /** Creates a scope whose calls fail for this reason once it is closed. */
    CallScope(String whyClosed) {
        this.whyClosed = whyClosed;
    }

    String whyClosed() {
        return whyClosed;
    }

    boolean isClosed() {
        return open.getCount() == 0;
    }

    /** Adds an attempt that was not sent yet; cancels it if the scope is closed already. */
    void add(Call attempt) {
        attempts.add(attempt);
        if (isClosed()) {
            attempt.cancel();
        }
    }

    void remove(Call attempt) {
        attempts.remove(attempt);
    }

    /** Waits for this time, or until the scope is closed. */
    void pause(Duration duration) throws InterruptedException {
        var unused = open.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    void close() {
        open.countDown();
        attempts.forEach(Call::cancel);
    }
}
