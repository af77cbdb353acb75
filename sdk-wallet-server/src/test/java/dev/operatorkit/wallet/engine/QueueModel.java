package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.WalletListener;
import java.time.Duration;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Defines what Lincheck does with a {@link Batcher}, over a store that only takes notes. Time stands still while it
 * explores: a patient caller never stops waiting, a hasty one does not wait at all.
 */
@Param(name = "account", gen = IntGen.class, conf = "1:2")
public abstract class QueueModel {
    static final MovementResult APPLIED = new MovementResult.Refused(Refusal.INSUFFICIENT_FUNDS);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final QueueNotes notes = new QueueNotes();
    private final boolean rollsBack;
    private final Batcher batcher;

    /** Notes each movement that has entered, and each that has ended without its caller. */
    private static final class NotingBatcher extends Batcher {
        private final QueueNotes notes;

        NotingBatcher(GroupCommitOptions settings, Placement placement, BatchCommitter committer, QueueNotes notes) {
            super(settings, placement, ThreadControl.SYSTEM, committer, WalletListener.NO_OP, notes::endWithoutCaller);
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
    QueueModel(GroupCommitOptions options, boolean rollsBack) {
        this(options, rollsBack, Placement.ONE_SERVER);
    }

    QueueModel(GroupCommitOptions options, boolean rollsBack, Placement placement) {
        this.rollsBack = rollsBack;
        this.batcher = new NotingBatcher(options.withMaxWait(PATIENCE), placement, this::commit, notes);
    }

    /** Submits a movement and waits until it has ended. */
    @Operation
    public void submitPatiently(int account) {
        submit(account, 0);
    }

    /** Submits a movement that is withdrawn immediately, or abandoned if it is being committed. */
    @Operation
    public void submitHastily(int account) {
        submit(account, 3 * PATIENCE.toNanos());
    }

    private void submit(int account, long late) {
        var id = notes.begin("" + account);
        var movement = CallerThreads.debit("" + account, id);
        var result = batcher.submit(new PendingMovement(movement, partition(account), System.nanoTime() - late));
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
        batcher.runCommitter();
    }

    /** Closes the batcher. */
    @Operation
    public void close() {
        batcher.close();
    }

    /** Checks that no movement was lost, doubled or reordered. */
    @Validate
    public void check() {
        notes.check();
    }

    private void commit(List<PendingMovement> batch, Runnable onCommitRequested) {
        notes.lock(batch, combinesPartitions());
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
