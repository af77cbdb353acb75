package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.DebitPolicy;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.InvalidCallback;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.PlayerOutcome;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.engine.MovementResult.Origin;
import dev.operatorkit.wallet.rules.Movement;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Decides on callbacks and commits movements for {@link TransactionalWallet}. Determines whether a failed movement is
 * reported as 422, 503 or 500 (ERR-3, ERR-4, D-29).
 */
public final class WalletEngine implements TransactionalWallet {

    /** The time that a lookup has at least, however late its callback is. */
    private static final long MIN_LOOKUP = TimeUnit.SECONDS.toNanos(1);

    private static final MovementResult UNREACHABLE = new MovementResult.NotLookedUp(Refusal.STORE_FAILED, false);

    private final ThrottledLog log = new ThrottledLog(LoggerFactory.getLogger(WalletEngine.class));
    private final WalletStore store;
    private final Lookups lookups;
    private final ThreadControl threads;
    private final long maxWait;
    private final PlayerDirectory players;
    private final Clock clock;
    private final WalletListener listener;
    private final Batcher batcher;

    /** Creates an engine with these parts. */
    public WalletEngine(
            WalletStore store,
            DebitPolicy policy,
            PlayerDirectory players,
            Clock clock,
            GroupCommitOptions settings,
            WalletListener listener,
            Lookups lookups,
            ThreadControl threads) {
        this.store = store;
        this.lookups = lookups;
        this.threads = threads;
        this.maxWait = settings.maxWait().toNanos();
        this.players = players;
        this.clock = clock;
        this.listener = SafeListener.of(List.of(listener));
        this.batcher = new Batcher(
                        settings,
                        store.placement(),
                        threads,
                        new Committer(store, policy, clock, settings.recoveryTimeout(), threads),
                        this.listener,
                        this::notifyAbandoned)
                .start();
    }

    @Override
    public PlayerOutcome authenticatePlayer(PlayerRequest request, CallbackContext context) {
        return PlayerOutcome.of(request, players, clock.instant());
    }

    @Override
    public Outcome debit(Debit debit, CallbackContext context) {
        return answer(() -> Movement.of(debit, players, clock.instant(), context));
    }

    @Override
    public Outcome credit(Credit credit, CallbackContext context) {
        return answer(() -> Movement.of(credit, context));
    }

    @Override
    public Outcome rollback(Rollback rollback, CallbackContext context) {
        return answer(() -> Movement.of(rollback, context));
    }

    @Override
    public Outcome answerInvalid(InvalidCallback callback, CallbackContext context) {
        return answer(() -> Movement.of(callback, players, clock.instant(), context));
    }

    @Override
    public Optional<TransactionResult> findTransaction(TransactionLookup lookup, CallbackContext context) {
        return lookups.find(lookup.accountId(), lookup.transactionId(), lookupNanos(threads.nanoTime()))
                .filter(stored -> stored.accountId().equals(lookup.accountId()))
                .map(StoredTransaction::toResult);
    }

    private Outcome answer(Supplier<Movement> read) {
        var arrived = threads.nanoTime();
        var movement = read.get();
        movement.failure().ifPresent(e -> log.warn("The session of a debit could not be looked up", e));
        var partition = movement.hasAccount() ? store.partition(movement.accountId()) : 0;
        if (isUnreachable(movement, partition)) {
            notifyListener(movement, UNREACHABLE);
            return outcome(movement, UNREACHABLE);
        }
        var pending = new PendingMovement(movement, partition, arrived);
        var result = batcher.submit(pending);
        if (result instanceof MovementResult.NotLookedUp || result instanceof MovementResult.Unknown) {
            result = find(movement, result, arrived);
        }
        if (!pending.abandoned) {
            notifyListener(movement, result);
        }
        return outcome(movement, result);
    }

    /** Returns true if the store cannot tell whether it has this id: its server is unreachable, or one of those to be read. */
    private boolean isUnreachable(Movement movement, int partition) {
        var placement = store.placement();
        return movement.hasAccount() ? placement.isUnreachable(partition) : placement.isAnyUnreachable();
    }

    /**
     * Returns half of the maximum wait, but ends at the latest a second after a hanging unit is given up, so that the
     * caller still receives the response (D-34).
     */
    private long lookupNanos(long arrived) {
        var left = arrived + 2 * maxWait + MIN_LOOKUP - threads.nanoTime();
        return Math.max(MIN_LOOKUP, Math.min(maxWait / 2, left));
    }

    /**
     * Looks a movement up without a lock when the queue cannot tell how it ended. Finding it proves that it was applied.
     * Not finding it proves nothing, because another wallet on the same database may be about to commit it (D-29).
     */
    private MovementResult find(Movement movement, MovementResult ended, long arrived) {
        // A connection pool gives no connection to an interrupted thread.
        var interrupted = Thread.interrupted();
        try {
            return lookups.find(movement.accountId(), movement.transactionId(), lookupNanos(arrived))
                    .map(found -> resultOf(movement, found))
                    .orElse(ended);
        } catch (RuntimeException e) {
            log.warn("A movement could not be looked up", e);
            return ended;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static MovementResult resultOf(Movement movement, StoredTransaction found) {
        return movement.isReplayOf(found)
                ? new MovementResult.Stored(found, Origin.REPLAYED)
                : new MovementResult.Refused(Refusal.TRANSACTION_ID_TAKEN);
    }

    /** Notifies the listener of a movement whose outcome was reported as unknown and is now determined. */
    private void notifyAbandoned(PendingMovement member) {
        if (member.result != null) {
            notifyListener(member.movement, member.result);
        }
    }

    private void notifyListener(Movement movement, MovementResult result) {
        if (result instanceof MovementResult.Stored stored) {
            notifyStored(movement, stored);
        } else if (result instanceof MovementResult.Refused refused) {
            listener.onRefused(movement.kind(), refused.decision().refusal());
            if (refused.byPolicy() != null) {
                listener.onRefusedByPolicy(refused.byPolicy());
            }
        } else if (result instanceof MovementResult.Failed failed) {
            listener.onRefused(movement.kind(), failed.refusal());
        } else if (result instanceof MovementResult.NotLookedUp missed && movement.kind() != Kind.DEBIT) {
            listener.onRefused(movement.kind(), missed.why());
        } else {
            listener.onOutcomeUnknown(movement.kind());
        }
    }

    private void notifyStored(Movement movement, MovementResult.Stored stored) {
        var transaction = stored.transaction();
        switch (stored.origin()) {
            case APPLIED -> listener.onApplied(transaction);
            case TOMBSTONE -> listener.onTombstone(transaction);
            case REPLAYED -> {
                var differs = !Arrays.equals(
                        transaction.bodyHash(), movement.context().bodyHash());
                if (differs) {
                    log.warn(
                            "A replay has another body, the original response is returned",
                            () -> movement.kind() + " " + ThrottledLog.text(movement.transactionId()));
                }
                listener.onReplayed(new WalletListener.Replayed(transaction, differs));
            }
        }
    }

    @Override
    public WalletListener listener() {
        return listener;
    }

    @Override
    public void close() {
        batcher.close();
    }

    private static Outcome outcome(Movement movement, MovementResult result) {
        var isDebit = movement.kind() == Kind.DEBIT;
        if (result instanceof MovementResult.Stored stored) {
            return new Outcome.Applied(stored.transaction().toResult());
        }
        if (result instanceof MovementResult.Refused refused) {
            return refused.decision().toOutcome();
        }
        if (result instanceof MovementResult.Failed failed) {
            return isDebit
                    ? new Outcome.Refused(failed.refusal().message())
                    : new Outcome.RetryLater(failed.refusal().message());
        }
        if (result instanceof MovementResult.NotLookedUp missed) {
            return isDebit
                    ? new Outcome.Unknown("the transactionId could not be looked up, the outcome is unknown")
                    : new Outcome.RetryLater(missed.why().message());
        }
        return new Outcome.Unknown("the outcome is unknown");
    }
}
