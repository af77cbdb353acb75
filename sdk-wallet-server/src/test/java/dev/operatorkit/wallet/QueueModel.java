package dev.operatorkit.wallet;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Defines what Lincheck does with a {@link CommitQueue}, over a store that only takes notes. Time stands still while it
 * explores: a patient caller never stops waiting, a hasty one does not wait at all.
 */
@Param(name = "account", gen = IntGen.class, conf = "1:2")
public abstract class QueueModel {
    static final MovementResult APPLIED = new MovementResult.Refused(Refusal.INSUFFICIENT_FUNDS);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final QueueNotes notes = new QueueNotes();
    private final boolean rollsBack;
    private final CommitQueue queue;

    /** Reports each movement that has entered. */
    static class NotingQueue extends MovementQueue {
        private final QueueNotes notes;

        NotingQueue(GroupCommitOptions settings, QueueNotes notes) {
            this(settings, Placement.ONE_SERVER, notes);
        }

        NotingQueue(GroupCommitOptions settings, Placement placement, QueueNotes notes) {
            super(settings, placement, ThreadControl.SYSTEM);
            this.notes = notes;
        }

        @Override
        boolean enter(PendingMovement member) {
            var entered = super.enter(member);
            if (entered) {
                notes.enter(member);
            }
            return entered;
        }
    }

    /** Creates a model whose store rolls back every batch of several movements, if {@code rollsBack}. */
    QueueModel(
            GroupCommitOptions options,
            boolean rollsBack,
            BiFunction<GroupCommitOptions, QueueNotes, NotingQueue> queues) {
        var settings = options.withMaxWait(PATIENCE);
        this.rollsBack = rollsBack;
        this.queue = new CommitQueue(
                settings, queues.apply(settings, notes), this::commit, WalletListener.NO_OP, notes::endWithoutCaller);
    }

    /** Submits a movement and waits until it has ended. */
    @Operation
    public void submitPatiently(int account) {
        submit(account, 0);
    }

    /** Submits a movement that is withdrawn at once, or left if it is being committed. */
    @Operation
    public void submitHastily(int account) {
        submit(account, 3 * PATIENCE.toNanos());
    }

    private void submit(int account, long late) {
        var id = notes.begin("" + account);
        var movement = CallerThreads.debit("" + account, id);
        var result = queue.submit(new PendingMovement(movement, partition(account), System.nanoTime() - late));
        notes.end(id, result);
    }

    /** Returns the partition of an account: one for all, unless the model has more. */
    int partition(int account) {
        return 0;
    }

    /** Returns true if a batch may hold movements of several partitions. */
    boolean combinesPartitions() {
        return false;
    }

    /** Commits batches, as a dedicated thread does, until the queue is closed and empty. */
    @Operation
    public void commitUntilClosed() {
        queue.runCommitter();
    }

    /** Closes the queue. */
    @Operation
    public void close() {
        queue.close();
    }

    /** Checks that nothing was lost, doubled or reordered. */
    @Validate
    public void check() {
        notes.check();
    }

    private void commit(List<PendingMovement> batch, Runnable onCommitRequested) {
        notes.lock(batch, combinesPartitions());
        batch.forEach(member -> member.commitRequested = true);
        onCommitRequested.run();
        if (rollsBack && batch.size() > 1) {
            notes.unlock(batch);
            return;
        }
        notes.apply(batch);
        notes.unlock(batch);
        batch.forEach(member -> member.result = APPLIED);
    }
}
