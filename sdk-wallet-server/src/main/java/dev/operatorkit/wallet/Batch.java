package dev.operatorkit.wallet;

import dev.operatorkit.wallet.Lanes.Track;
import java.util.List;

/** Holds movements that are committed in one unit of work. Two batches are never equal. */
final class Batch {
    final Track track;

    /** The movements, at least one, in the order in which they are decided. */
    final List<PendingMovement> members;

    Batch(Track track, List<PendingMovement> members) {
        this.track = track;
        this.members = members;
    }

    /** Returns the number of its movements of a partition. */
    int size(int partition) {
        var size = 0;
        for (var member : members) {
            size += member.partition == partition ? 1 : 0;
        }
        return size;
    }

    int size() {
        return members.size();
    }
}
