package dev.operatorkit.http.guard;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Waits until the requests that have begun when a server stops have their responses (fault matrix H12). */
final class Drain {
    /** A connection that was opened just before the stop may not be accepted yet. */
    private static final long SETTLING_NANOS = Duration.ofMillis(20).toNanos();

    /** Nothing wakes the drain when bytes are read that do not complete a request. */
    private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();

    private final Connections connections;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final ReentrantLock rest = new ReentrantLock();
    private final Condition lessToDo = rest.newCondition();
    private volatile boolean begun;

    Drain(Connections connections) {
        this.connections = connections;
    }

    /** Returns true when each response asks its caller to close the connection. */
    boolean hasBegun() {
        return begun;
    }

    void beginHandling() {
        inFlight.incrementAndGet();
    }

    void endHandling() {
        inFlight.decrementAndGet();
        wake();
    }

    /** Wakes the thread that drains. While none does, this only reads a flag. */
    void wake() {
        if (begun) {
            rest.lock();
            try {
                lessToDo.signalAll();
            } finally {
                rest.unlock();
            }
        }
    }

    /**
     * Waits until every request has its response. Requests that arrive meanwhile are handled, and afterwards none begins: one that
     * came just before the end would be interrupted, and could be stored without a response.
     */
    void await(Duration most) {
        begun = true;
        rest.lock();
        try {
            var settling = Math.min(most.toNanos(), SETTLING_NANOS);
            pause(settling);
            var left = awaitRest(most.toNanos() - settling);
            connections.endRequests();
            awaitRest(left);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller gives up waiting
        } finally {
            rest.unlock();
        }
    }

    private void pause(long nanos) throws InterruptedException {
        var left = nanos;
        while (left > 0) {
            left = lessToDo.awaitNanos(left);
        }
    }

    private long awaitRest(long most) throws InterruptedException {
        var left = most;
        while (left > 0) {
            var pause = isBusy() ? left : connections.isAnyUnread() ? Math.min(left, PAUSE_NANOS) : 0;
            if (pause == 0) {
                return left;
            }
            left -= pause - Math.max(0, lessToDo.awaitNanos(pause));
        }
        return left;
    }

    private boolean isBusy() {
        return inFlight.get() > 0 || connections.isAnyInRequest();
    }
}
