package dev.operatorkit.simulator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Returns the simulator's time: real time plus an offset that can be moved forward, so that three days pass in a moment (DEL-1),
 * and removed again. Thread-safe.
 *
 * <p>Retries, campaign windows and sessions use this clock. Signed timestamps use {@link #systemClock()}, because the wallet
 * compares them with its own clock (SIG-10).
 */
public final class SimulatorClock extends Clock {
    private final Clock systemClock;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Duration ahead;

    /** Creates a clock at real time. */
    public SimulatorClock(Clock systemClock) {
        this(systemClock, Duration.ZERO);
    }

    /** Creates a clock that is {@code ahead} of real time. */
    public SimulatorClock(Clock systemClock, Duration ahead) {
        this.systemClock = systemClock;
        this.ahead = requireForward(ahead);
    }

    /** Returns the clock of the system, which is never moved. */
    public Clock systemClock() {
        return systemClock;
    }

    /** Returns how far this clock is ahead of real time. */
    public Duration ahead() {
        return ahead;
    }

    /** Moves this clock forward and notifies its listeners. */
    public synchronized void forward(Duration by) {
        ahead = ahead.plus(requireForward(by));
        listeners.forEach(Runnable::run);
    }

    /** Moves this clock back to real time, notifies its listeners and returns how far it was ahead. */
    public synchronized Duration reset() {
        var before = ahead;
        ahead = Duration.ZERO;
        listeners.forEach(Runnable::run);
        return before;
    }

    /** Runs {@code listener} after each move on the caller's thread, so it must be short. */
    public void onMove(Runnable listener) {
        listeners.add(listener);
    }

    private static Duration requireForward(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("The clock only moves forward, not by " + by + ".");
        }
        return by;
    }

    @Override
    public Instant instant() {
        return systemClock.instant().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
        return systemClock.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.offset(systemClock.withZone(zone), ahead);
    }

    /** Compares by identity, since two clocks move independently. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
