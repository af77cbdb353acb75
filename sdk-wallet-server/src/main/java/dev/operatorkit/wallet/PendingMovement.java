package dev.operatorkit.wallet;

import org.jspecify.annotations.Nullable;

/** Holds one caller's movement while it waits for its batch and is committed. */
final class PendingMovement extends Leader {
    final Movement movement;

    /** The partition of its account. */
    final int partition;

    final long arrived;

    /** The result to report once the unit is committed. Used only by the committing thread. */
    @Nullable
    MovementResult provisional;

    /** The final result; set once, and never before the commit. */
    volatile @Nullable MovementResult result;

    /**
     * True when it needs a unit of its own: its batch failed, or it locks no account but only its id. Guarded by the
     * queue's lock.
     */
    boolean isolated;

    /** True when its caller was interrupted while waiting. Used only by the caller. */
    boolean interrupted;

    /** True when its caller watches the movements that are held back. Written under the queue's lock by the caller. */
    boolean watches;

    /** True while it is in a batch that is being committed. Guarded by the queue's lock. */
    boolean taken;

    /** True once the commit of its unit was requested: until the unit ends it is unknown whether it is written (D-29). */
    volatile boolean commitRequested;

    /** True when its caller has stopped waiting. Written under the queue's lock by the caller, which also reads it later. */
    boolean abandoned;

    /** Creates a movement of the current thread; its caller waits from {@code arrived}, a {@link System#nanoTime}. */
    PendingMovement(Movement movement, int partition, long arrived) {
        this.movement = movement;
        this.partition = partition;
        this.arrived = arrived;
        this.isolated = !movement.hasAccount();
    }
}
