package dev.operatorkit.wallet;

import dev.operatorkit.wallet.Lanes.Track;
import org.jspecify.annotations.Nullable;

/** One caller's movement on its way through a batch. */
final class PendingMovement {
    final Movement movement;
    final long arrived = System.nanoTime();
    final Thread caller = Thread.currentThread();

    /** What it will be told once the unit is committed. Of the committing thread alone. */
    @Nullable
    MovementResult provisional;

    /** How it ended; set once, and never before its commit. */
    volatile @Nullable MovementResult result;

    /** Of which track its caller was chosen to run the next batch. Changed under the queue's lock, as what follows. */
    volatile @Nullable Track leads;

    /** Its batch failed, so that it goes again in one of its own. */
    boolean alone;

    /** Its caller was interrupted while it waited. Of the caller alone. */
    boolean interrupted;

    /** It is in a batch that is under way. */
    boolean taken;

    /** Its caller waits no longer. */
    boolean abandoned;

    PendingMovement(Movement movement) {
        this.movement = movement;
    }
}
