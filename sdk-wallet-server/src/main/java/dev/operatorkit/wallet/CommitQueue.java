package dev.operatorkit.wallet;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits movements in batches: callers wait here while the movements of others are committed, and the next batch is
 * made from those that wait in {@link MovementQueue}.
 *
 * <p>Without dedicated threads, a caller that finds no unit in progress leads: it runs one batch, as a rule with its
 * own movement, then wakes the caller of the next batch to lead. An idle wallet therefore switches no threads, and no
 * caller waits longer than one unit for the movements of others.
 */
final class CommitQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CommitQueue.class);
    private static final MovementResult BUSY = new MovementResult.NotLookedUp(Refusal.BUSY, false);
    private static final MovementResult IN_PROGRESS = new MovementResult.NotLookedUp(Refusal.STORE_FAILED, true);

    /** The time after which a movement no longer waits for a larger batch; a unit takes a tenth of it. */
    private static final long MAX_WAIT_FOR_OTHERS = TimeUnit.MILLISECONDS.toNanos(20);

    private final GroupCommitOptions settings;
    private final BatchCommitter committer;
    private final Consumer<PendingMovement> onAbandoned;
    private final WalletListener listener;
    private final MovementQueue queue;
    private final ThreadControl threads;

    /** Commits one batch at a time on each thread. */
    interface BatchCommitter {
        /**
         * Gives each movement its result, or none if it must be retried on its own. Calls {@code onCommitRequested}
         * before each commit.
         */
        void commit(List<PendingMovement> batch, Runnable onCommitRequested);
    }

    /**
     * Creates a queue and starts its dedicated threads, if it has any; {@code onAbandoned} receives each movement that
     * ends after its caller has stopped waiting.
     */
    static CommitQueue start(
            GroupCommitOptions settings,
            Placement placement,
            ThreadControl threads,
            BatchCommitter committer,
            WalletListener listener,
            Consumer<PendingMovement> onAbandoned) {
        var queue = new CommitQueue(
                settings, new MovementQueue(settings, placement, threads), committer, listener, onAbandoned);
        // As many again as there are committers: for the units of a single movement.
        for (var i = 1; settings.dedicatedThreads() && i <= 2 * settings.committers(); i++) {
            var thread = new Thread(queue::runCommitter, "wallet-committer-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        return queue;
    }

    /** Creates a queue without threads. The model test plants faults in its queue of movements. */
    CommitQueue(
            GroupCommitOptions settings,
            MovementQueue queue,
            BatchCommitter committer,
            WalletListener listener,
            Consumer<PendingMovement> onAbandoned) {
        this.settings = settings;
        this.queue = queue;
        this.threads = queue.threads();
        this.committer = committer;
        this.listener = listener;
        this.onAbandoned = onAbandoned;
    }

    /** Waits until the movement is committed, refused or given up. */
    MovementResult submit(PendingMovement member) {
        if (!queue.enter(member)) {
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
        if (member.watches) {
            await(member, member.arrived + Math.min(maxWait, MAX_WAIT_FOR_OTHERS));
            if (member.result == null) {
                queue.hasten(member);
            }
        }
        await(member, member.arrived + maxWait);
        if (member.result == null) {
            queue.withdraw(member, BUSY);
        }
        // The commit in progress may take the same time again.
        await(member, member.arrived + 2 * maxWait);
        return leave(member);
    }

    private void await(PendingMovement member, long deadline) {
        while (member.result == null) {
            var left = deadline - threads.nanoTime();
            if (member.leads != null) {
                lead(member);
            } else if (left > 0) {
                threads.parkNanos(this, left);
                // Only remember the interruption: a movement that may have been written cannot be withdrawn.
                member.interrupted |= Thread.interrupted();
            } else {
                return;
            }
        }
    }

    /** Returns the result, or the one to report without it; the movement then ends without its caller. */
    private MovementResult leave(PendingMovement member) {
        if (member.result == null) {
            queue.leave(member, BUSY);
        }
        if (member.abandoned) {
            // Nothing is written before the commit is requested, so a settlement is to be retried (D-29).
            return member.commitRequested ? new MovementResult.Indeterminate() : IN_PROGRESS;
        }
        return Objects.requireNonNull(member.result);
    }

    /** Commits batches on the current thread until the queue is closed and empty. */
    void runCommitter() {
        var thread = queue.addThread();
        while (awaitLead(thread)) {
            try {
                lead(thread);
            } catch (Throwable e) {
                // No other committer is started: after a moment without memory, all later movements would wait forever.
                LOG.error("A committer failed and continues with the next batch", e);
            }
        }
    }

    /** Waits until the thread is chosen; returns false when the queue is closed and empty. */
    private boolean awaitLead(Leader thread) {
        while (true) {
            // Waiting for the queue's lock may use up the wake-up of a thread that is chosen meanwhile, so the choice
            // is
            // read after it. Nothing may wait between that and the park.
            var drained = queue.isDrained();
            if (thread.leads != null) {
                return true;
            }
            if (drained) {
                return false;
            }
            threads.park(this);
        }
    }

    /** Commits one batch on the current thread, unless another thread commits the movement of this caller. */
    private void lead(Leader leader) {
        try {
            var batch = queue.take(leader);
            if (batch != null) {
                run(batch, leader);
            }
        } finally {
            queue.release(leader);
        }
    }

    /** Runs the batch and guarantees that no caller waits for it any longer. */
    private void run(Batch batch, Leader leader) {
        var members = batch.members;
        var began = threads.nanoTime();
        try {
            committer.commit(members, () -> queue.commitRequested(batch));
        } catch (Throwable e) {
            LOG.error("A unit of {} movements failed unexpectedly, its outcome is unknown", batch.size(), e);
            members.stream()
                    .filter(member -> member.result == null)
                    .forEach(member -> member.result = new MovementResult.Indeterminate());
            if (members.contains(leader) && e instanceof Error error) {
                throw error;
            }
        } finally {
            finish(batch);
            var waited = Duration.ofNanos(began - members.get(0).arrived);
            listener.onBatchEnded(batch.size(), waited, Duration.ofNanos(threads.nanoTime() - began));
        }
    }

    private void finish(Batch batch) {
        var abandoned = queue.finish(batch);
        var self = Thread.currentThread();
        for (var member : batch.members) {
            if (!member.thread.equals(self) && member.result != null) {
                threads.unpark(member.thread);
            }
        }
        abandoned.forEach(onAbandoned);
    }

    /** Stops accepting movements, waits for those in progress, and refuses those that do not end in time. */
    @Override
    public void close() {
        queue.close();
        try {
            queue.awaitDrained(settings.maxWait().toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            queue.refuseAll(BUSY);
        }
    }
}
