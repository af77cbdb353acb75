package dev.operatorkit.wallet;

import org.jspecify.annotations.Nullable;

/** Holds one caller's movement while it waits for its batch and is committed. */
final class PendingMovement {
    final Movement movement;

    /** The partition of its account. */
    final int partition;

    final long arrived;
    final Thread caller = Thread.currentThread();

    /** The result to report once the unit is committed. Used only by the committing thread. */
    @Nullable
    MovementResult provisional;

    /** The final result; set once, and never before the commit. */
    volatile @Nullable MovementResult result;

    /** Written under the lock of the {@link Batcher}, and by the committing thread while it is in a batch. */
    volatile Stage stage = Stage.WAITING;

    /** True when its caller has stopped waiting. Written under the lock by the caller, which also reads it later. */
    boolean abandoned;

    /** Lists how far it has come. */
    enum Stage {
        /** Waits for a batch, and can be withdrawn. */
        WAITING,
        /** Is in a batch of which nothing is written yet. */
        TAKEN,
        /** The commit of its unit was requested: until the unit ends it is unknown whether it is written (D-29). */
        COMMITTING
    }

    /** Creates a movement of the current thread; its caller waits from {@code arrived}, a {@link System#nanoTime}. */
    PendingMovement(Movement movement, int partition, long arrived) {
        this.movement = movement;
        this.partition = partition;
        this.arrived = arrived;
    }
}
