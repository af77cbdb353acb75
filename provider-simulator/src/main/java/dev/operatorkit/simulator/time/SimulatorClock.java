package dev.operatorkit.simulator.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The simulator's time: real time, plus as far ahead as somebody has moved it, so that three days take a second (DEL-1).
 *
 * <p>What the simulator plans by (retries, campaign windows, sessions) follows this clock. What the other side judges by
 * its own clock (the signed timestamp, SIG-10) follows {@link #wall()}.
 */
public final class SimulatorClock extends Clock {
    private final Clock wall;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Duration ahead;

    /** Real time, not moved yet. */
    public SimulatorClock(Clock wall) {
        this(wall, Duration.ZERO);
    }

    /** Continues {@code ahead} of real time. */
    public SimulatorClock(Clock wall, Duration ahead) {
        this.wall = wall;
        this.ahead = requireForward(ahead);
    }

    /** Real time, whatever this clock was moved to. */
    public Clock wall() {
        return wall;
    }

    /** How far this clock is ahead of real time. */
    public Duration ahead() {
        return ahead;
    }

    /** Moves this clock forward, then tells those who wait for a time. There is no way back. */
    public synchronized void forward(Duration by) {
        ahead = ahead.plus(requireForward(by));
        listeners.forEach(Runnable::run);
    }

    /** Runs {@code listener} after each move, on the mover's thread: keep it short. */
    public void onMove(Runnable listener) {
        listeners.add(listener);
    }

    private static Duration requireForward(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("the clock moves forward only, not by " + by);
        }
        return by;
    }

    @Override
    public Instant instant() {
        return wall.instant().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
        return wall.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.offset(wall.withZone(zone), ahead);
    }

    /** Two clocks are one only when they move as one. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
