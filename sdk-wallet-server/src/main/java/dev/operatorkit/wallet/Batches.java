package dev.operatorkit.wallet;

import dev.operatorkit.wallet.Lanes.Group;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holds the batches in progress and decides which one may begin next. Not thread-safe: {@link Batcher} holds its lock.
 *
 * <p>A batch has a fixed cost, and the thread that decides now takes the others next. So while a batch of the same partition is
 * being decided, a further one begins only if enough accounts wait; while all others wait for their commit, it begins at
 * once. No server gets more than its share of the committers, so one that hangs holds no others.
 */
final class Batches {
    /** The number of accounts with waiting movements that makes a further batch worth its fixed cost. */
    static final int WORTHWHILE = 16;

    /** The time after which a batch that is still being decided no longer holds others back; a unit takes a tenth of it. */
    static final long MAX_HOLD = TimeUnit.MILLISECONDS.toNanos(20);

    private final GroupCommitOptions settings;
    private final Placement placement;
    private final ThreadControl threads;
    private final Lanes lanes;
    private final Set<Batch> inProgress = new HashSet<>();

    Batches(GroupCommitOptions settings, Placement placement, ThreadControl threads, Lanes lanes) {
        this.settings = settings;
        this.placement = placement;
        this.threads = threads;
        this.lanes = lanes;
    }

    boolean isEmpty() {
        return inProgress.isEmpty();
    }

    /** Returns true for a movement of no account, which waits in no lane behind an attempt with its id (D-29). */
    boolean overtakes(Movement movement) {
        var id = movement.transactionId();
        return !movement.hasAccount()
                && (lanes.holds(id)
                        || inProgress.stream()
                                .flatMap(batch -> batch.members.stream())
                                .anyMatch(member -> Lanes.mayWrite(member, id)));
    }

    void remove(Batch batch) {
        inProgress.remove(batch);
    }

    /** Returns the group of the batch that may begin now; null if none may. */
    @Nullable
    Group next() {
        var together = isAnyLeft(false);
        var alone = isAnyLeft(true);
        for (var group : lanes.groups()) {
            if ((group.alone() ? alone : together) && isShareLeft(group) && isWorthwhile(group)) {
                return group;
            }
        }
        return null;
    }

    /** Returns true if movements wait although there is a committer left. */
    boolean isAnyHeldBack() {
        return isAnyLeft(false) && lanes.groups().stream().anyMatch(group -> !group.alone());
    }

    /** Begins the next batch of a group; null if nothing of it waits any longer. */
    @Nullable
    Batch take(Group group) {
        var members = lanes.take(group, group.alone() ? 1 : settings.maxBatchSize());
        if (members.isEmpty()) {
            return null;
        }
        var batch = new Batch(group, serverOf(group), members, threads.nanoTime());
        inProgress.add(batch);
        if (placement.combinesPartitions() && !group.alone()) {
            combine(batch);
        }
        return batch;
    }

    /** Takes along what waits in other partitions of the server, if it could not begin before this batch ends. */
    private void combine(Batch batch) {
        var enough = Math.min(WORTHWHILE, settings.maxBatchSize());
        if (batch.size() >= enough || (isAnyLeft(false) && isShareLeft(batch.group))) {
            return;
        }
        for (var other : List.copyOf(lanes.groups())) {
            if (batch.size() < enough && !other.alone() && Objects.equals(serverOf(other), batch.server)) {
                batch.members.addAll(lanes.take(other, settings.maxBatchSize() - batch.size()));
            }
        }
    }

    /** Returns true if a further unit may begin: as many are for movements on their own as for batches. */
    private boolean isAnyLeft(boolean alone) {
        var used = 0;
        for (var batch : inProgress) {
            used += batch.group.alone() == alone ? 1 : 0;
        }
        return used < settings.committers();
    }

    /** Returns true if the server of a group has not used up its share of the committers. */
    private boolean isShareLeft(Group group) {
        var server = serverOf(group);
        var used = 0;
        for (var batch : inProgress) {
            used += batch.group.alone() == group.alone() && Objects.equals(batch.server, server) ? 1 : 0;
        }
        return used < Math.max(1, settings.committers() / placement.servers());
    }

    private boolean isWorthwhile(Group group) {
        if (group.alone() || inProgress.isEmpty()) {
            return true;
        }
        var now = threads.nanoTime();
        var decided = 0;
        for (var batch : inProgress) {
            var holdsBack = !batch.group.alone() && batch.isDeciding && now - batch.began < MAX_HOLD;
            decided += holdsBack ? batch.size(group.partition()) : 0;
        }
        return lanes.ready(group) >= Math.min(WORTHWHILE, decided);
    }

    /** Returns null for movements that name no account, which read all servers. */
    private @Nullable Integer serverOf(Group group) {
        return group.partition() == Lanes.ALL_PARTITIONS ? null : (Integer) placement.serverOf(group.partition());
    }
}
