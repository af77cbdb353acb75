package dev.operatorkit.wallet;

import dev.operatorkit.wallet.Lanes.Track;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Holds the movements that wait and the batches in progress, and chooses the threads that commit the next batches.
 * Thread-safe. It knows neither store nor time, so that {@code CommitQueueModelTest} can explore how its operations
 * interleave; {@link CommitQueue} waits and commits.
 *
 * <p>The first batch begins as soon as a movement waits. While another batch is being decided, a further one begins only
 * if enough movements wait: a batch has a fixed cost, and whoever decides now takes the others next. While all other
 * batches wait for their commit, the processor is free and the next one begins at once. Batches of other partitions do
 * not count, since they do not wait for each other. No server gets more than its share of the committers.
 */
class MovementQueue {
    /** Defines how many accounts with waiting movements make a further batch worth its fixed cost. */
    static final int WORTHWHILE = 16;

    private final GroupCommitOptions settings;
    private final ThreadControl threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition drained = lock.newCondition();
    private final Lanes lanes;
    private final PendingIds pending = new PendingIds();

    private final CommitterShares shares;

    /** Dedicated threads without a batch; the last one that had a batch leads next, because its caches are warm. */
    private final Deque<Leader> idleThreads;

    private final Set<Batch> inProgress = new HashSet<>();

    /** The batches of movements of several accounts whose commit was not requested yet. */
    private final Set<Batch> deciding = new HashSet<>();

    /** The number of chosen threads that are about to take a batch of movements of several accounts. */
    private int aboutToTake;

    /** True while a caller watches the movements that are held back; one timer is enough for all of them. */
    private boolean watched;

    private boolean closed;

    MovementQueue(GroupCommitOptions settings, ThreadControl threads) {
        this(settings, Placement.ONE_SERVER, threads);
    }

    MovementQueue(GroupCommitOptions settings, Placement placement, ThreadControl threads) {
        this.settings = settings;
        this.threads = threads;
        this.shares = new CommitterShares(settings.committers(), placement);
        this.lanes = new Lanes(settings.queueCapacity());
        // Never grows: a thread that cannot be put back because memory is full would be lost.
        this.idleThreads = new ArrayDeque<>(2 * settings.committers());
    }

    /** Returns the control of the threads that wait here. */
    ThreadControl threads() {
        return threads;
    }

    /** Adds a movement; returns false if it must be refused as busy. */
    boolean enter(PendingMovement member) {
        lock.lock();
        try {
            // A movement of no account waits in no lane behind an attempt with its id (D-29).
            var overtakes = !member.movement.hasAccount() && pending.contains(member.movement.transactionId());
            if (closed || overtakes || !lanes.add(member)) {
                return false;
            }
            pending.add(member.movement);
            dispatch();
            watch(member);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets this caller watch if movements wait only because a further batch is not worthwhile yet. */
    private void watch(PendingMovement member) {
        member.watches = !watched
                && !lanes.partitions(Track.TOGETHER).isEmpty()
                && shares.isAnyLeft(Track.TOGETHER)
                && aboutToTake == 0;
        watched |= member.watches;
    }

    /** Begins another batch, even a small one, beside those in progress: the watching caller has waited for too long. */
    void hasten(PendingMovement member) {
        lock.lock();
        try {
            watched = false;
            if (isWaiting(member)) {
                deciding.clear();
                dispatch();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends a movement that still waits with this result; it is then never committed. */
    void withdraw(PendingMovement member, MovementResult withdrawn) {
        lock.lock();
        try {
            if (isWaiting(member)) {
                discard(member, withdrawn);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Withdraws the movement, or leaves it to end without its caller if it is being committed. */
    void leave(PendingMovement member, MovementResult withdrawn) {
        lock.lock();
        try {
            withdraw(member, withdrawn);
            member.abandoned = member.result == null;
        } finally {
            lock.unlock();
        }
    }

    private static boolean isWaiting(PendingMovement member) {
        return member.result == null && !member.taken;
    }

    /** Removes a movement from its lane. Visible for the model test, which plants a fault before this step. */
    final void discard(PendingMovement member, MovementResult withdrawn) {
        lock.lock();
        try {
            lanes.remove(member);
            pending.remove(member.movement);
            member.result = withdrawn;
            release(member);
            dispatch();
        } finally {
            lock.unlock();
        }
    }

    /** Adds the current thread to the dedicated ones. */
    Leader addThread() {
        var thread = new Leader();
        lock.lock();
        try {
            idleThreads.push(thread);
            dispatch();
            return thread;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the next batch for a chosen thread; null if there is none, or if its own movement is being committed. */
    @Nullable
    Batch take(Leader leader) {
        lock.lock();
        try {
            var track = leader.leads;
            if (track == null) {
                return null;
            }
            clearAboutToTake(leader, track);
            if (leader instanceof PendingMovement member && !isWaiting(member)) {
                return null;
            }
            var members = track == Track.ISOLATED
                    ? lanes.takeIsolated(leader.chosenPartition)
                    : takeBatch(leader.chosenPartition);
            if (members.isEmpty()) {
                return null;
            }
            var batch = new Batch(track, members);
            inProgress.add(batch);
            if (track == Track.TOGETHER) {
                deciding.add(batch);
                watched = false;
            }
            dispatch();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a batch of this partition. If its server has no committer left, the batch takes along what waits in other
     * partitions of the server, which could not begin before it ends.
     */
    private List<PendingMovement> takeBatch(int partition) {
        var members = lanes.takeBatch(partition, settings.maxBatchSize());
        var enough = Math.min(WORTHWHILE, settings.maxBatchSize());
        if (!members.isEmpty() && members.size() < enough && !shares.isLeft(Track.TOGETHER, partition)) {
            for (var other : List.copyOf(lanes.partitions(Track.TOGETHER))) {
                if (members.size() < enough && shares.areCombined(partition, other)) {
                    members.addAll(lanes.takeBatch(other, settings.maxBatchSize() - members.size()));
                }
            }
        }
        return members;
    }

    /** Notes that the batch only waits for its commit, so that the next one can be decided. */
    void commitRequested(Batch batch) {
        if (settings.committers() == 1) {
            return;
        }
        lock.lock();
        try {
            if (deciding.remove(batch)) {
                dispatch();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends a batch and returns the movements that ended without their callers. Movements without a result wait again,
     * each for a unit of its own.
     */
    List<PendingMovement> finish(Batch batch) {
        List<PendingMovement> abandoned = new ArrayList<>(0);
        lock.lock();
        try {
            inProgress.remove(batch);
            deciding.remove(batch);
            for (var member : batch.members) {
                if (member.abandoned) {
                    abandoned.add(member);
                    if (member.result == null) {
                        // Not run again: its caller has reported an unknown outcome, and the provider retries or
                        // rolls back (D-29).
                        member.result = new MovementResult.Indeterminate();
                    }
                }
                if (member.result != null) {
                    pending.remove(member.movement);
                }
            }
            lanes.finish(batch.members);
            dispatch();
            return abandoned;
        } finally {
            lock.unlock();
        }
    }

    /** Makes a thread that was chosen available again, and chooses the next one. */
    void release(Leader leader) {
        lock.lock();
        try {
            var track = leader.leads;
            if (track != null) {
                clearAboutToTake(leader, track);
                leader.leads = null;
                shares.remove(track, leader);
                if (!(leader instanceof PendingMovement)) {
                    idleThreads.push(leader);
                }
                dispatch();
            }
        } finally {
            lock.unlock();
        }
    }

    private void clearAboutToTake(Leader leader, Track track) {
        if (leader.isAboutToTake && track == Track.TOGETHER) {
            aboutToTake--;
        }
        leader.isAboutToTake = false;
    }

    /** Chooses threads for the batches that may begin. Visible for the model test, which plants a fault here. */
    void dispatch() {
        for (var track : Track.values()) {
            for (var partition = nextPartition(track); partition != null; partition = nextPartition(track)) {
                var next = settings.dedicatedThreads() ? idleThreads.poll() : lanes.nextLeader(track, partition);
                if (next == null) {
                    break;
                }
                shares.add(track, partition, next);
                next.isAboutToTake = true;
                next.chosenPartition = partition;
                aboutToTake += track == Track.TOGETHER ? 1 : 0;
                next.leads = track;
                threads.unpark(next.thread);
            }
        }
        if (isDrained()) {
            drained.signalAll();
            idleThreads.forEach(thread -> threads.unpark(thread.thread));
        }
    }

    /** Returns the partition of the batch that may begin now; null if none may. */
    private @Nullable Integer nextPartition(Track track) {
        if (!shares.isAnyLeft(track) || (track == Track.TOGETHER && aboutToTake > 0)) {
            return null;
        }
        for (var partition : lanes.partitions(track)) {
            if ((track == Track.ISOLATED || isWorthwhile(partition)) && shares.isLeft(track, partition)) {
                return partition;
            }
        }
        return null;
    }

    private boolean isWorthwhile(int partition) {
        return lanes.ready(partition) >= Math.min(WORTHWHILE, decided(partition));
    }

    /** Returns the number of movements that are being decided and that the next batch of this partition could join. */
    private int decided(int partition) {
        var decided = 0;
        for (var batch : deciding) {
            decided += batch.size(partition);
        }
        return decided;
    }

    /** Returns true once it is closed and nothing waits or is in progress. */
    boolean isDrained() {
        lock.lock();
        try {
            return closed && lanes.size() == 0 && inProgress.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Refuses further movements. */
    void close() {
        lock.lock();
        try {
            closed = true;
            dispatch();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing waits or is in progress. */
    void awaitDrained(long nanos) throws InterruptedException {
        lock.lock();
        try {
            var left = nanos;
            while (left > 0 && !isDrained()) {
                left = drained.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends all waiting movements with this result; none of them is committed. */
    void refuseAll(MovementResult refused) {
        lock.lock();
        try {
            for (var member : lanes.drain()) {
                member.result = refused;
                pending.remove(member.movement);
                release(member);
                threads.unpark(member.thread);
            }
            dispatch();
        } finally {
            lock.unlock();
        }
    }
}
