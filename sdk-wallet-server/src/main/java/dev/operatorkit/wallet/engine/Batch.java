package dev.operatorkit.wallet.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds movements that are committed in one unit of work. Two batches are never equal. */
final class Batch {
    /** The group that it was taken from. */
    final AccountQueues.Group group;

    /** The server of that group; null for a movement that names no account, which reads all servers. */
    final @Nullable Integer server;

    /** The movements, at least one, in the order in which they are decided. */
    final List<PendingMovement> members;

    final long began;

    /** True until its commit is requested or it has ended. Guarded by the lock of {@link Batcher}. */
    boolean isDeciding = true;

    Batch(AccountQueues.Group group, @Nullable Integer server, List<PendingMovement> members, long began) {
        this.group = group;
        this.server = server;
        this.members = members;
        this.began = began;
    }

    int size() {
        return members.size();
    }

    /** Returns the number of its movements of a partition. */
    int size(int partition) {
        var size = 0;
        for (var member : members) {
            size += member.partition == partition ? 1 : 0;
        }
        return size;
    }
}
