package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.rules.Movement;
import org.jspecify.annotations.Nullable;

/** Holds one caller's movement while it waits for its batch and is committed. The lock of {@link Batcher} guards it. */
final class PendingMovement {
    final Movement movement;

    /** The partition of its account. */
    final int partition;

    final long arrived;
    final Thread caller = Thread.currentThread();

    /** The final result; set once, never before the commit, by the committing thread. Read without the lock. */
    volatile @Nullable MovementResult result;

    /** The batch that has taken it; null while it waits and can be withdrawn. */
    @Nullable
    Batch batch;

    /** True if a batch with it failed, so that it gets a separate unit. */
    boolean failed;

    /** True if its caller has stopped waiting. */
    boolean abandoned;

    /** Creates a movement of the current thread; its caller waits from {@code arrived}, a {@link System#nanoTime}. */
    PendingMovement(Movement movement, int partition, long arrived) {
        this.movement = movement;
        this.partition = partition;
        this.arrived = arrived;
    }

    boolean isWaiting() {
        return result == null && batch == null;
    }

    /** Returns true if this movement may still be written with this id. */
    boolean mayWrite(String transactionId) {
        return result == null
                && !movement.isLookUpOnly()
                && movement.transactionId().equals(transactionId);
    }
}
