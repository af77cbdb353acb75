package dev.operatorkit.wallet;

import dev.operatorkit.wallet.Lanes.Track;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts the threads that lead each track, and gives each server an equal share of the committers, so that a server that
 * hangs holds no others. Not thread-safe: {@link MovementQueue} holds its lock.
 */
final class CommitterShares {
    private final int committers;
    private final Placement placement;

    /** The threads that lead each track, from being chosen until they are released. */
    private final Map<Track, Set<Leader>> leaders = new EnumMap<>(Track.class);

    CommitterShares(int committers, Placement placement) {
        this.committers = committers;
        this.placement = placement;
        for (var track : Track.values()) {
            leaders.put(track, new HashSet<>());
        }
    }

    /** Returns true if a further batch of the track may begin on some server. */
    boolean isAnyLeft(Track track) {
        return leaders(track).size() < committers;
    }

    /** Returns true if a further batch of the track may begin on the server of a partition. */
    boolean isLeft(Track track, int partition) {
        var servers = placement.servers();
        if (servers == 1) {
            return isAnyLeft(track);
        }
        var server = serverOf(partition);
        var used = 0;
        for (var leader : leaders(track)) {
            used += Objects.equals(leader.chosenServer, server) ? 1 : 0;
        }
        return isAnyLeft(track) && used < Math.max(1, committers / servers);
    }

    /** Returns true if movements of two partitions may be in one batch. */
    boolean areCombined(int partition, int other) {
        return placement.combinesPartitions() && placement.serverOf(partition) == placement.serverOf(other);
    }

    /** Adds a thread that was chosen for a batch of a partition. */
    void add(Track track, int partition, Leader leader) {
        leader.chosenServer = serverOf(partition);
        leaders(track).add(leader);
    }

    void remove(Track track, Leader leader) {
        leaders(track).remove(leader);
    }

    private Set<Leader> leaders(Track track) {
        return Objects.requireNonNull(leaders.get(track));
    }

    /** Returns the server of a partition; null for a movement that names no account, which reads all servers. */
    private @Nullable Integer serverOf(int partition) {
        return partition == Lanes.ALL_PARTITIONS ? null : (Integer) placement.serverOf(partition);
    }
}
