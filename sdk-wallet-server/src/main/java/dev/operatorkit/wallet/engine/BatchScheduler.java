package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.engine.AccountQueues.Group;
import dev.operatorkit.wallet.rules.Movement;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holds the batches in progress and decides which one may begin next. Not thread-safe: {@link Batcher} holds its lock.
 *
 * <p>A batch has a fixed cost, and the thread that decides now takes the others next. So while a batch of the same
 * partition is being decided, a further one begins only if enough accounts wait; while all others wait for their commit,
 * it begins immediately. No server gets more than its share of the committers, so one that hangs holds no others.
 */
final class BatchScheduler {
    /** The number of accounts with waiting movements that makes a further batch worth its fixed cost. */
    static final int MIN_EXTRA_BATCH = 16;

    /** The time after which a batch that is still being decided no longer holds others back; a unit takes a tenth of it. */
    static final long MAX_HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final GroupCommitOptions options;
    private final Placement placement;
    private final AccountQueues queues;
    private final Set<Batch> inProgress = new HashSet<>();

    BatchScheduler(GroupCommitOptions options, Placement placement, AccountQueues queues) {
        this.options = options;
        this.placement = placement;
        this.queues = queues;
    }

    boolean isEmpty() {
        return inProgress.isEmpty();
    }

    /** Returns true for a movement of no account, which waits in no queue behind an attempt with its id (D-29). */
    boolean overtakesAttempt(Movement movement) {
        var id = movement.transactionId();
        return !movement.hasAccount()
                && (queues.mayWrite(id)
                        || inProgress.stream()
                                .flatMap(batch -> batch.members.stream())
                                .anyMatch(member -> member.mayWrite(id)));
    }

    void remove(Batch batch) {
        inProgress.remove(batch);
    }

    /** Returns the group of the batch that may begin now; null if none may. */
    @Nullable
    Group next(long now) {
        for (var group : queues.groups()) {
            if (hasCommitter(group) && isWorthwhile(group, now)) {
                return group;
            }
        }
        return null;
    }

    /** Begins the next batch of a group; null if nothing of it waits any longer. */
    @Nullable
    Batch take(Group group, long now) {
        var members = queues.take(group, group.alone() ? 1 : options.maxBatchSize());
        if (members.isEmpty()) {
            return null;
        }
        var batch = new Batch(group, serverOf(group), members, now);
        inProgress.add(batch);
        if (placement.combinesPartitions() && !group.alone()) {
            combine(batch);
        }
        members.forEach(member -> member.batch = batch);
        return batch;
    }

    /** Takes along what waits in other partitions of the server, if it could not begin before this batch ends. */
    private void combine(Batch batch) {
        var enough = Math.min(MIN_EXTRA_BATCH, options.maxBatchSize());
        if (batch.size() >= enough || hasCommitter(batch.group)) {
            return;
        }
        for (var other : List.copyOf(queues.groups())) {
            if (batch.size() < enough && !other.alone() && Objects.equals(serverOf(other), batch.server)) {
                batch.members.addAll(queues.take(other, options.maxBatchSize() - batch.size()));
            }
        }
    }

    /**
     * Returns true if a further unit may begin and the server of the group has not used up its share. As many units are
     * for separate movements as for batches.
     */
    private boolean hasCommitter(Group group) {
        var server = serverOf(group);
        var used = 0;
        var usedByServer = 0;
        for (var batch : inProgress) {
            if (batch.group.alone() == group.alone()) {
                used++;
                usedByServer += Objects.equals(batch.server, server) ? 1 : 0;
            }
        }
        return used < options.committers() && usedByServer < Math.max(1, options.committers() / placement.servers());
    }

    private boolean isWorthwhile(Group group, long now) {
        if (group.alone() || inProgress.isEmpty()) {
            return true;
        }
        var decided = 0;
        for (var batch : inProgress) {
            var holdsBack = !batch.group.alone() && batch.isDeciding && now - batch.began < MAX_HOLD_NANOS;
            decided += holdsBack ? batch.size(group.partition()) : 0;
        }
        return queues.ready(group) >= Math.min(MIN_EXTRA_BATCH, decided);
    }

    /** Returns null for movements that name no account, which read all servers. */
    private @Nullable Integer serverOf(Group group) {
        return group.partition() == AccountQueues.ALL_PARTITIONS
                ? null
                : (Integer) placement.serverOf(group.partition());
    }
}
