package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.engine.AccountQueues.Group;
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
import org.slf4j.LoggerFactory;

/**
 * Commits movements in batches: callers wait here while the movements of others are committed, and the next batch is made
 * from those that wait. Thread-safe: one lock guards all that is not final.
 *
 * <p>One thread at a time has the <em>turn</em> to take the next batch. Without dedicated threads it is the caller whose
 * movement is the first of that batch. It commits this one batch, so that an idle wallet switches no threads, and no
 * caller works for others longer than one unit. A movement that arrives before the thread takes the batch is still in
 * it. {@link BatchScheduler} decides which batch may begin.
 */
class Batcher implements AutoCloseable {
    private static final MovementResult BUSY = new MovementResult.NotLookedUp(Refusal.BUSY, false);
    private static final MovementResult IN_PROGRESS = new MovementResult.NotLookedUp(Refusal.STORE_FAILED, true);

    private final ThrottledLog log = new ThrottledLog(LoggerFactory.getLogger(Batcher.class));
    private final GroupCommitOptions options;
    private final ThreadControl threads;
    private final BatchCommitter committer;
    private final WalletListener listener;
    private final Consumer<PendingMovement> onAbandoned;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition drained = lock.newCondition();
    private final AccountQueues queues;
    private final BatchScheduler scheduler;

    /** Dedicated threads without a batch; the last one that had a batch is the next, because its caches are warm. */
    private final Deque<Thread> idle;

    /** Names the thread that takes the next batch; null if none may begin. Written under the lock, read without it. */
    volatile @Nullable Turn turn;

    private boolean closed;

    /** True once it is closed and nothing waits or is in progress. Written under the lock, read without it. */
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
            GroupCommitOptions options,
            Placement placement,
            ThreadControl threads,
            BatchCommitter committer,
            WalletListener listener,
            Consumer<PendingMovement> onAbandoned) {
        this.options = options;
        this.threads = threads;
        this.committer = committer;
        this.listener = listener;
        this.onAbandoned = onAbandoned;
        this.queues = new AccountQueues(options.queueCapacity());
        this.scheduler = new BatchScheduler(options, placement, queues);
        // Never grows: a thread that cannot be put back because memory is full would be lost.
        this.idle = new ArrayDeque<>(2 * options.committers());
    }

    /** Starts the dedicated threads, if it has any: one for each batch and for each separate movement. */
    Batcher start() {
        for (var i = 1; options.dedicatedThreads() && i <= 2 * options.committers(); i++) {
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
        var maxWait = options.maxWait().toNanos();
        var interrupted = false;
        try {
            if (options.committers() > 1) {
                interrupted = await(member, Math.min(maxWait, BatchScheduler.MAX_HOLD_NANOS));
                dispatchIfWaiting(member);
            }
            interrupted |= await(member, maxWait);
            withdraw(member);
            // The commit in progress may take the same time again.
            interrupted |= await(member, 2 * maxWait);
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
            if (closed || scheduler.overtakesAttempt(member.movement) || !queues.add(member)) {
                return false;
            }
            dispatch();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a time after the arrival for the result or the turn; returns true if the caller was interrupted. */
    private boolean await(PendingMovement member, long nanos) {
        var interrupted = false;
        while (member.result == null) {
            var left = member.arrived + nanos - threads.nanoTime();
            if (isTurnOf(member.caller)) {
                runTurn();
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

    /** Gives the turn to a thread if the batch that held this movement back is now too old to do so. */
    private void dispatchIfWaiting(PendingMovement member) {
        if (member.result == null) {
            locked(this::dispatch);
        }
    }

    /** Refuses a movement that still waits; it is then never committed. */
    void withdraw(PendingMovement member) {
        if (member.result == null) {
            locked(() -> {
                if (member.isWaiting()) {
                    discard(member);
                }
            });
        }
    }

    /** Removes a movement from its queue. Visible for the model test, which plants a fault before this step. */
    final void discard(PendingMovement member) {
        locked(() -> {
            queues.remove(member);
            refuse(member);
            dispatch();
        });
    }

    private void refuse(PendingMovement member) {
        member.result = BUSY;
        if (isTurnOf(member.caller)) {
            turn = null;
        }
    }

    /** Returns the result, or the one to report without it; the movement then ends without its caller. */
    private MovementResult leave(PendingMovement member) {
        var result = member.result;
        if (result != null) {
            return result;
        }
        lock.lock();
        try {
            withdraw(member);
            result = member.result;
            if (result != null) {
                return result;
            }
            member.abandoned = true;
            // Nothing is written before the commit is requested, so a settlement is to be retried (D-29).
            return Objects.requireNonNull(member.batch).isDeciding ? IN_PROGRESS : new MovementResult.Unknown();
        } finally {
            lock.unlock();
        }
    }

    /** Commits batches on the current thread until the wallet is closed and nothing waits. */
    void runCommitter() {
        while (awaitTurn()) {
            try {
                runTurn();
            } catch (Throwable e) {
                // No other committer is started: after a moment without memory, all later movements would wait forever.
                log.error("A committer failed and continues with the next batch", e);
            }
        }
    }

    /** Returns false once the wallet is closed and nothing waits. */
    private boolean awaitTurn() {
        var self = Thread.currentThread();
        locked(() -> {
            idle.push(self);
            dispatch();
        });
        while (!ended) {
            // Nothing between this check and the park may wait for the lock: that would use up the permit of the turn.
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
            var batch = scheduler.take(now.group, threads.nanoTime());
            dispatch();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** Runs the batch and guarantees that no caller waits for it any longer. */
    private void runTurn() {
        var batch = take();
        if (batch == null) {
            return;
        }
        try {
            committer.commit(batch.members, () -> noteCommitRequested(batch));
        } catch (Throwable e) {
            log.error("A unit of work failed unexpectedly, its outcome is unknown", e);
            endUnknown(batch.members);
            if (e instanceof Error error && !options.dedicatedThreads()) {
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
        var took = Duration.ofNanos(threads.nanoTime() - batch.began);
        listener.onBatchEnded(new WalletListener.BatchEnded(batch.size(), waited, took));
    }

    /** Notes that the batch only waits for its commit, so that the next one can be decided. */
    void noteCommitRequested(Batch batch) {
        locked(() -> {
            batch.isDeciding = false;
            dispatch();
        });
    }

    /**
     * Ends a batch and returns the movements that ended without their callers. Movements without a result wait again,
     * each for a separate unit.
     */
    List<PendingMovement> end(Batch batch) {
        List<PendingMovement> abandoned = new ArrayList<>(0);
        locked(() -> {
            batch.isDeciding = false;
            batch.members.stream().filter(member -> member.abandoned).forEach(abandoned::add);
            // Not run again: their callers have reported an unknown outcome, and the provider retries or rolls back
            // (D-29).
            endUnknown(abandoned);
            queues.end(batch.members);
            dispatch();
        });
        return abandoned;
    }

    private static void endUnknown(List<PendingMovement> members) {
        members.stream()
                .filter(member -> member.result == null)
                .forEach(member -> member.result = new MovementResult.Unknown());
    }

    /** Makes room for the next batch, once this one is answered: its callers' next movements may then join it. */
    void release(Batch batch) {
        locked(() -> {
            scheduler.remove(batch);
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
        var next = turn == null ? scheduler.next(threads.nanoTime()) : null;
        if (next != null) {
            var thread = options.dedicatedThreads() ? idle.poll() : queues.first(next).caller;
            if (thread != null) {
                turn = new Turn(thread, next);
                if (!thread.equals(Thread.currentThread())) {
                    threads.unpark(thread);
                }
            }
        }
        ended = closed && queues.size() == 0 && scheduler.isEmpty();
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
            var left = options.maxWait().toNanos();
            while (left > 0 && !ended) {
                left = drained.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            for (var member : queues.drain()) {
                refuse(member);
                threads.unpark(member.caller);
            }
            dispatch();
            lock.unlock();
        }
    }
}
