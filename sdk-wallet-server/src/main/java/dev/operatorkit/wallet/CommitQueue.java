package dev.operatorkit.wallet;

import dev.operatorkit.wallet.Lanes.Track;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues movements: callers wait here while the movements of others are committed, and the next batch is made from
 * those that wait.
 *
 * <p>Without dedicated threads, a caller that finds no unit in progress leads: it runs one batch, as a rule with its
 * own movement, then wakes the caller of the next batch to lead. An idle wallet therefore switches no threads, and no
 * caller waits longer than one unit for the movements of others.
 */
final class CommitQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CommitQueue.class);
    private static final MovementResult BUSY = new MovementResult.NotLookedUp(Refusal.BUSY, false);
    private static final MovementResult IN_PROGRESS = new MovementResult.NotLookedUp(Refusal.STORE_FAILED, true);

    private final GroupCommitOptions settings;
    private final Committer committer;
    private final Consumer<PendingMovement> onAbandoned;
    private final WalletListener listener;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition togetherReady = lock.newCondition();
    private final Condition isolatedReady = lock.newCondition();
    private final Condition idle = lock.newCondition();
    private final Lanes lanes;
    private final Map<Track, Integer> leading = new EnumMap<>(Track.class);
    private final PendingIds pending = new PendingIds();

    private int batchesInProgress;
    private boolean closed;

    /** Creates a queue; {@code onAbandoned} receives each movement that ends after its caller has stopped waiting. */
    CommitQueue(
            GroupCommitOptions settings,
            Committer committer,
            WalletListener listener,
            Consumer<PendingMovement> onAbandoned) {
        this.settings = settings;
        this.committer = committer;
        this.listener = listener;
        this.onAbandoned = onAbandoned;
        this.lanes = new Lanes(settings.queueCapacity());
        for (var track : Track.values()) {
            for (var i = 1; settings.dedicatedThreads() && i <= settings.committers(); i++) {
                var thread = new Thread(() -> runCommitter(track), "wallet-committer-" + track + "-" + i);
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    /** Waits until the movement is committed, refused or given up. */
    MovementResult submit(PendingMovement member) {
        if (!enter(member)) {
            return BUSY;
        }
        try {
            return complete(member);
        } finally {
            if (member.interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private MovementResult complete(PendingMovement member) {
        var maxWait = settings.maxWait().toNanos();
        await(member, member.arrived + maxWait);
        if (member.result == null && withdraw(member)) {
            return BUSY;
        }
        // The commit in progress may take the same time again.
        await(member, member.arrived + 2 * maxWait);
        return leave(member);
    }

    private boolean enter(PendingMovement member) {
        lock.lock();
        try {
            // A movement of no account waits in no lane behind an attempt with its id (D-29).
            var overtakes = !member.movement.hasAccount() && pending.contains(member.movement.transactionId());
            if (closed || overtakes || !lanes.add(member)) {
                return false;
            }
            pending.add(member.movement);
            dispatch();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void await(PendingMovement member, long deadline) {
        while (member.result == null) {
            var left = deadline - System.nanoTime();
            var track = member.leads;
            if (track != null) {
                lead(member, track);
            } else if (left > 0) {
                LockSupport.parkNanos(this, left);
                // Only remember the interruption: a movement that may have been written cannot be withdrawn.
                member.interrupted |= Thread.interrupted();
            } else {
                return;
            }
        }
    }

    /** Removes the movement if it is still waiting. */
    private boolean withdraw(PendingMovement member) {
        lock.lock();
        try {
            if (member.result != null || member.taken) {
                return false;
            }
            lanes.remove(member);
            pending.remove(member.movement);
            handOverLead(member);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the result, or the one to report without it; the movement then ends without its caller. */
    private MovementResult leave(PendingMovement member) {
        lock.lock();
        try {
            var result = member.result;
            if (result != null) {
                return result;
            }
            if (withdraw(member)) {
                return BUSY;
            }
            member.abandoned = true;
            // Nothing is written before the commit is requested, so a settlement is to be retried (D-29).
            return member.commitRequested ? new MovementResult.Indeterminate() : IN_PROGRESS;
        } finally {
            lock.unlock();
        }
    }

    /** Runs one batch on this caller's thread, unless another thread is running its movement. */
    private void lead(PendingMovement member, Track track) {
        List<PendingMovement> batch;
        lock.lock();
        try {
            batch = member.result != null || member.taken ? List.of() : takeBatch(track);
        } finally {
            lock.unlock();
        }
        try {
            if (!batch.isEmpty()) {
                run(batch, batch.contains(member));
            }
        } finally {
            lock.lock();
            try {
                handOverLead(member);
            } finally {
                lock.unlock();
            }
        }
    }

    private void handOverLead(PendingMovement member) {
        if (member.leads != null) {
            leading.merge(member.leads, -1, Integer::sum);
            member.leads = null;
            dispatch();
        }
    }

    /** Starts what is ready, on dedicated threads or on waiting callers. */
    private void dispatch() {
        for (var track : Track.values()) {
            if (settings.dedicatedThreads()) {
                wake(track);
                continue;
            }
            while (leading.getOrDefault(track, 0) < settings.committers()) {
                var next = lanes.nextLeader(track);
                if (next == null) {
                    break;
                }
                leading.merge(track, 1, Integer::sum);
                next.leads = track;
                LockSupport.unpark(next.caller);
            }
        }
    }

    /**
     * Wakes one thread for what is ready: a needless wake-up with every callback would cost as much as the decision itself.
     */
    private void wake(Track track) {
        if (closed) {
            workAvailable(track).signalAll();
        } else if (lanes.hasReady(track)) {
            workAvailable(track).signal();
        }
    }

    private Condition workAvailable(Track track) {
        return track == Track.TOGETHER ? togetherReady : isolatedReady;
    }

    private void runCommitter(Track track) {
        var more = true;
        while (more) {
            try {
                more = commitNext(track);
            } catch (Throwable e) {
                // No other committer is started: after a moment without memory, all later movements would wait forever.
                LOG.error("A committer failed and continues with the next batch", e);
            }
        }
    }

    /** Commits the next batch; returns false when the queue is closed and empty. */
    private boolean commitNext(Track track) {
        List<PendingMovement> batch;
        lock.lock();
        try {
            while (!lanes.hasReady(track)) {
                if (closed && lanes.size() == 0 && batchesInProgress == 0) {
                    return false;
                }
                workAvailable(track).awaitUninterruptibly();
            }
            batch = takeBatch(track);
            wake(track);
        } finally {
            lock.unlock();
        }
        run(batch, false);
        return true;
    }

    private List<PendingMovement> takeBatch(Track track) {
        var batch = lanes.takeBatch(track, settings.maxBatchSize());
        if (!batch.isEmpty()) {
            batchesInProgress++;
        }
        return batch;
    }

    /** Runs the batch and guarantees that no caller waits for it any longer. */
    private void run(List<PendingMovement> batch, boolean includesCaller) {
        var began = System.nanoTime();
        try {
            committer.run(batch);
        } catch (Throwable e) {
            LOG.error("A unit of {} movements failed unexpectedly, its outcome is unknown", batch.size(), e);
            batch.stream()
                    .filter(member -> member.result == null)
                    .forEach(member -> member.result = new MovementResult.Indeterminate());
            if (includesCaller && e instanceof Error error) {
                throw error;
            }
        } finally {
            finish(batch);
            var waited = Duration.ofNanos(began - batch.get(0).arrived);
            listener.onBatchEnded(batch.size(), waited, Duration.ofNanos(System.nanoTime() - began));
        }
    }

    private void finish(List<PendingMovement> batch) {
        List<PendingMovement> abandoned = new ArrayList<>(0);
        lock.lock();
        try {
            batchesInProgress--;
            for (var member : batch) {
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
            lanes.finish(batch);
            dispatch();
            idle.signalAll();
        } finally {
            lock.unlock();
        }
        var self = Thread.currentThread();
        for (var member : batch) {
            if (!member.caller.equals(self) && member.result != null) {
                LockSupport.unpark(member.caller);
            }
        }
        abandoned.forEach(onAbandoned);
    }

    /** Stops accepting movements, waits for those in progress, and refuses those that do not end in time. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            dispatch();
            var left = settings.maxWait().toNanos();
            while (left > 0 && (batchesInProgress > 0 || lanes.size() > 0)) {
                left = idle.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            refuseAll();
            lock.unlock();
        }
    }

    private void refuseAll() {
        for (var member : lanes.drain()) {
            member.result = BUSY;
            pending.remove(member.movement);
            handOverLead(member);
            LockSupport.unpark(member.caller);
        }
        dispatch();
    }
}
