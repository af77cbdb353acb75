package dev.operatorkit.wallet;

import dev.operatorkit.wallet.Lanes.Track;
import org.jspecify.annotations.Nullable;

/**
 * Represents a thread that {@link MovementQueue} can choose to commit the next batch: a dedicated one, or the caller of
 * a waiting movement.
 */
class Leader {
    final Thread thread = Thread.currentThread();

    /**
     * The track whose next batch it was chosen to commit; null if it was not chosen. Written under the queue's lock,
     * read by the thread without it.
     */
    volatile @Nullable Track leads;

    /** The partition whose next batch it was chosen to commit. Guarded by the queue's lock. */
    int chosenPartition;

    /** The server that held this partition when it was chosen; null for all servers. Guarded by the queue's lock. */
    @Nullable
    Integer chosenServer;

    /** True between being chosen and taking the batch. Guarded by the queue's lock. */
    boolean isAboutToTake;
}
