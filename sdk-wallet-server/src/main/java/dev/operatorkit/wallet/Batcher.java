package dev.operatorkit.wallet;

import dev.operatorkit.wallet.Lanes.Group;
import dev.operatorkit.wallet.PendingMovement.Stage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits movements in batches: callers wait here while the movements of others are committed, and the next batch is made
 * from those that wait. Thread-safe: one lock guards all that is not final.
 *
 * <p>One thread at a time has the <em>turn</em> to take the next batch. Without dedicated threads it is the caller whose
 * movement is the first of that batch. It commits this one batch, so that an idle wallet switches no threads, and no
 * caller works for others longer than one unit. A movement that arrives before the thread takes the batch is still in
 * it. {@link Batches} decides which batch may begin.
 */
class Batcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Batcher.class);
    private static final MovementResult BUSY = new MovementResult.NotLookedUp(Refusal.BUSY, false);
    private static final MovementResult IN_PROGRESS = new MovementResult.NotLookedUp(Refusal.STORE_FAILED, true);

    private final GroupCommitOptions settings;
    private final ThreadControl threads;
    private final BatchCommitter committer;
    private final WalletListener listener;
    private final Consumer<PendingMovement> onAbandoned;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition drained = lock.newCondition();
    private final Lanes lanes;
    private final Batches batches;

    /** Dedicated threads without a batch; the last one that had a batch is the next, because its caches are warm. */
    private final Deque<Thread> idle;

    /** Names the thread that takes the next batch; null if none may begin. Written under the lock, read without it. */
    volatile @Nullable Turn turn;

    /** The caller that watches, for all, how long movements are held back. Written under the lock. */
    private volatile @Nullable PendingMovement watcher;

    private boolean closed;

    /** True once it is closed and nothing waits or is in progress. Written under the lock. */
    private volatile boolean ended;

    /** Gives a thread the turn to take the next batch of a group. */
    record Turn(Thread thread, Group group) {}

    /** Commits one batch at a time on each thread. */
    interface BatchCommitter {
        /** Gives each movement its result, or none if it is to be retried alone. Announces each commit. */
        void commit(List<PendingMovement> batch, Runnable onCommitRequested);
    }

    /** Creates a batcher; {@code onAbandoned} receives each movement that ends after its caller has stopped waiting. */
    Batcher(
            GroupCommitOptions settings,
            Placement placement,
            ThreadControl threads,
            BatchCommitter committer,
            WalletListener listener,
            Consumer<PendingMovement> onAbandoned) {
        this.settings = settings;
        this.threads = threads;
        this.committer = committer;
        this.listener = listener;
        this.onAbandoned = onAbandoned;
        this.lanes = new Lanes(settings.queueCapacity());
        this.batches = new Batches(settings, placement, threads, lanes);
        // Never grows: a thread that cannot be put back because memory is full would be lost.
        this.idle = new ArrayDeque<>(2 * settings.committers());
    }

    /** Starts the dedicated threads, if it has any: one for each batch and for each movement on its own. */
    Batcher start() {
        for (var i = 1; settings.dedicatedThreads() && i <= 2 * settings.committers(); i++) {
            var thread = new Thread(this::runCommitter, "wallet-committer-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        return this;
    }

    /** Waits until the movement is committed, refused or given up. */
    MovementResult submit(PendingMovement member) {
        if (!enter(member)) {
            return BUSY;
        }
        var maxWait = settings.maxWait().toNanos();
        var interrupted = false;
        try {
            if (watcher == member) {
                interrupted = await(member, member.arrived + Math.min(maxWait, Batches.MAX_HOLD));
                stopWatching(member);
            }
            interrupted |= await(member, member.arrived + maxWait);
            if (member.result == null) {
                withdraw(member);
            }
            // The commit in progress may take the same time again.
            interrupted |= await(member, member.arrived + 2 * maxWait);
            return leave(member);
        } catch (Throwable e) {
            withdraw(member); // or its caller would get the turn, and never take it
            throw e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Adds a movement; returns false if it must be refused as busy. */
    boolean enter(PendingMovement member) {
        lock.lock();
        try {
            if (closed || batches.overtakes(member.movement) || !lanes.add(member)) {
                return false;
            }
            dispatch();
            if (watcher == null && turn == null && batches.isAnyHeldBack()) {
                watcher = member;
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the result or the turn; returns true if the caller was interrupted. */
    private boolean await(PendingMovement member, long deadline) {
        var interrupted = false;
        while (member.result == null) {
            var left = deadline - threads.nanoTime();
            if (isTurnOf(member.caller)) {
                run(take());
            } else if (left > 0) {
                threads.parkNanos(this, left);
                // Only remember the interruption: a movement that may have been written cannot be withdrawn.
                interrupted |= Thread.interrupted();
            } else {
                return interrupted;
            }
        }
        return interrupted;
    }

    /** Ends the watch. If the caller still waits, the batch that holds it back is too old to do so any longer. */
    private void stopWatching(PendingMovement member) {
        locked(() -> {
            if (watcher == member) {
                watcher = null;
                dispatch();
            }
        });
    }

    /** Refuses a movement that still waits; it is then never committed. */
    void withdraw(PendingMovement member) {
        locked(() -> {
            if (member.result == null && member.stage == Stage.WAITING) {
                discard(member);
            }
        });
    }

    /** Removes a movement from its lane. Visible for the model test, which plants a fault before this step. */
    final void discard(PendingMovement member) {
        locked(() -> {
            lanes.remove(member);
            member.result = BUSY;
            if (isTurnOf(member.caller)) {
                turn = null;
            }
            dispatch();
        });
    }

    /** Returns the result, or the one to report without it; the movement then ends without its caller. */
    private MovementResult leave(PendingMovement member) {
        if (member.result == null) {
            locked(() -> {
                withdraw(member);
                member.abandoned = member.result == null;
            });
        }
        if (member.abandoned) {
            // Nothing is written before the commit is requested, so a settlement is to be retried (D-29).
            return member.stage == Stage.COMMITTING ? new MovementResult.Indeterminate() : IN_PROGRESS;
        }
        return Objects.requireNonNull(member.result);
    }

    /** Commits batches on the current thread until the wallet is closed and nothing waits. */
    void runCommitter() {
        while (awaitTurn()) {
            try {
                run(take());
            } catch (Throwable e) {
                // No other committer is started: after a moment without memory, all later movements would wait forever.
                LOG.error("A committer failed and continues with the next batch", e);
            }
        }
    }

    private boolean awaitTurn() {
        var self = Thread.currentThread();
        locked(() -> {
            idle.push(self);
            dispatch();
        });
        while (!ended) {
            if (isTurnOf(self)) {
                return true;
            }
            threads.park(this);
        }
        return false;
    }

    private boolean isTurnOf(Thread thread) {
        var now = turn;
        return now != null && now.thread.equals(thread);
    }

    /** Takes the batch of the current thread's turn; null if its movements were withdrawn or refused. */
    @Nullable
    Batch take() {
        lock.lock();
        try {
            var now = turn;
            if (now == null || !isTurnOf(Thread.currentThread())) {
                return null;
            }
            turn = null;
            var batch = batches.take(now.group);
            if (batch != null && !batch.group.alone()) {
                watcher = null;
            }
            dispatch();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** Runs the batch and guarantees that no caller waits for it any longer. */
    private void run(@Nullable Batch batch) {
        if (batch == null) {
            return;
        }
        var members = batch.members;
        try {
            committer.commit(members, () -> noteCommitRequested(batch));
        } catch (Throwable e) {
            LOG.error("A unit of {} movements failed unexpectedly, its outcome is unknown", batch.size(), e);
            endUnknown(members);
            if (e instanceof Error error && !settings.dedicatedThreads()) {
                throw error; // the caller's own movement is in the batch
            }
        } finally {
            try {
                answer(batch);
            } finally {
                release(batch);
            }
        }
    }

    private void answer(Batch batch) {
        var abandoned = end(batch);
        var self = Thread.currentThread();
        for (var member : batch.members) {
            if (!member.caller.equals(self) && member.result != null) {
                threads.unpark(member.caller);
            }
        }
        abandoned.forEach(onAbandoned);
        var waited = Duration.ofNanos(batch.began - batch.members.get(0).arrived);
        listener.onBatchEnded(batch.size(), waited, Duration.ofNanos(threads.nanoTime() - batch.began));
    }

    /** Notes that the batch only waits for its commit, so that the next one can be decided. */
    void noteCommitRequested(Batch batch) {
        if (settings.committers() == 1) {
            return;
        }
        locked(() -> {
            batch.isDeciding = false;
            dispatch();
        });
    }

    /**
     * Ends a batch and returns the movements that ended without their callers. Movements without a result wait again,
     * each for a unit of its own.
     */
    List<PendingMovement> end(Batch batch) {
        List<PendingMovement> abandoned = new ArrayList<>(0);
        locked(() -> {
            batch.isDeciding = false;
            batch.members.stream().filter(member -> member.abandoned).forEach(abandoned::add);
            // Not run again: their callers have reported an unknown outcome, and the provider retries or rolls back
            // (D-29).
            endUnknown(abandoned);
            lanes.end(batch.members);
            dispatch();
        });
        return abandoned;
    }

    private static void endUnknown(List<PendingMovement> members) {
        members.stream()
                .filter(member -> member.result == null)
                .forEach(member -> member.result = new MovementResult.Indeterminate());
    }

    /** Makes room for the next batch, once this one is answered: its callers' next movements may then join it. */
    void release(Batch batch) {
        locked(() -> {
            batches.remove(batch);
            dispatch();
        });
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the turn to a thread if a batch may begin. Visible for the model test, which plants a fault here. */
    void dispatch() {
        var next = turn == null ? batches.next() : null;
        if (next != null) {
            var thread = settings.dedicatedThreads() ? idle.poll() : lanes.first(next).caller;
            if (thread != null) {
                turn = new Turn(thread, next);
                if (!thread.equals(Thread.currentThread())) {
                    threads.unpark(thread);
                }
            }
        }
        ended = closed && lanes.size() == 0 && batches.isEmpty();
        if (ended) {
            drained.signalAll();
            idle.forEach(threads::unpark);
        }
    }

    /** Stops accepting movements, waits for those in progress, and refuses those that do not end in time. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            dispatch();
            var left = settings.maxWait().toNanos();
            while (left > 0 && !ended) {
                left = drained.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            refuseWaiting();
            lock.unlock();
        }
    }

    private void refuseWaiting() {
        for (var member : lanes.drain()) {
            member.result = BUSY;
            if (isTurnOf(member.caller)) {
                turn = null;
            }
            threads.unpark(member.caller);
        }
        dispatch();
    }
}
