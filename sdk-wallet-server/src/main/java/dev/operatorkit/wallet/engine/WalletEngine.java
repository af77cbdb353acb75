package dev.operatorkit.wallet.engine;

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
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.engine.Movement.LookUpOnly;
import dev.operatorkit.wallet.engine.Movement.LookUpOnly.NamedAccounts;
import dev.operatorkit.wallet.engine.MovementResult.Origin;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Decides on callbacks and commits movements for {@link TransactionalWallet}. Determines whether a failed movement is
 * reported as 422, 503 or 500 (ERR-3, ERR-4, D-29).
 */
public final class WalletEngine implements Wallet, AutoCloseable {

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
    public PlayerOutcome authenticatePlayer(String gameId, String token) {
        var session = players.findSession(token).filter(found -> clock.instant().isBefore(found.expiresAt()));
        var player = session.flatMap(found -> players.findPlayer(found.accountId()));
        if (player.isEmpty()) {
            // One message for both cases, so that it does not reveal which tokens existed (D-15).
            return new PlayerOutcome.InvalidToken("the token is unknown or expired");
        }
        return players.isGameAvailable(player.get().accountId(), gameId)
                ? new PlayerOutcome.Accepted(player.get())
                : new PlayerOutcome.UnknownGame("the game is not offered");
    }

    @Override
    public Outcome debit(Debit debit, byte[] body) {
        var arrived = threads.nanoTime();
        var resolved = resolve(debit.playerId(), debit.token());
        var lookUpOnly = resolved.lookUpOnly();
        var movement = lookUpOnly == null
                ? Movement.of(debit, Objects.requireNonNull(resolved.accountId()), body)
                : Movement.ofId(Kind.DEBIT, debit.transactionId(), resolved.accountId(), body, lookUpOnly);
        return answer(movement, arrived);
    }

    @Override
    public Outcome credit(Credit credit, byte[] body) {
        return answer(Movement.of(credit, body), threads.nanoTime());
    }

    @Override
    public Outcome rollback(Rollback rollback, byte[] body) {
        return answer(Movement.of(rollback, body), threads.nanoTime());
    }

    @Override
    public Outcome answerInvalid(InvalidCallback callback, byte[] body) {
        var arrived = threads.nanoTime();
        var resolved = resolve(callback.playerId(), callback.kind() == Kind.DEBIT ? callback.token() : null);
        var names = resolved.accountId() == null
                ? NamedAccounts.NONE
                : resolved.lookUpOnly() == null
                        ? NamedAccounts.ONE
                        : resolved.lookUpOnly().namedAccounts();
        var invalid = new LookUpOnly(Refusal.INVALID, callback.message(), names);
        return answer(
                Movement.ofId(callback.kind(), callback.transactionId(), resolved.accountId(), body, invalid), arrived);
    }

    @Override
    public Optional<TransactionResult> findTransaction(String accountId, String transactionId) {
        return lookups.find(accountId, transactionId, lookupNanos(threads.nanoTime()))
                .filter(stored -> stored.accountId().equals(accountId))
                .map(StoredTransaction::toResult);
    }

    /**
     * Holds the account that a callback names.
     *
     * @param accountId the account; null when the callback names no known account, which is then looked up only
     * @param lookUpOnly the refusal of a movement that was never applied; null when nothing is wrong with it so far
     */
    private record ResolvedAccount(
            @Nullable String accountId, @Nullable LookUpOnly lookUpOnly) {
        static ResolvedAccount refused(@Nullable String accountId, Refusal why, NamedAccounts names) {
            return new ResolvedAccount(accountId, new LookUpOnly(why, why.message(), names));
        }
    }

    /**
     * Resolves the account by {@code playerId}, otherwise by {@code token} (D-16, D-17). An unknown token names no account
     * (D-21).
     */
    private ResolvedAccount resolve(@Nullable String playerId, @Nullable String token) {
        var byId = playerId == null ? NamedAccounts.NONE : NamedAccounts.ONE;
        if (token == null) {
            return playerId == null
                    ? ResolvedAccount.refused(null, Refusal.UNKNOWN_PLAYER, byId)
                    : new ResolvedAccount(playerId, null);
        }
        Optional<PlayerDirectory.Session> found;
        try {
            found = players.findSession(token);
        } catch (RuntimeException e) {
            log.warn("The session of a debit could not be looked up", e);
            return ResolvedAccount.refused(playerId, Refusal.STORE_FAILED, byId);
        }
        if (found.isEmpty()) {
            return ResolvedAccount.refused(playerId, Refusal.INVALID_TOKEN, byId);
        }
        var session = found.get();
        if (playerId != null) {
            // An expiry must not interrupt a running game: it is enough that the token was this player's (D-17).
            return session.accountId().equals(playerId)
                    ? new ResolvedAccount(playerId, null)
                    : ResolvedAccount.refused(playerId, Refusal.INVALID_TOKEN, NamedAccounts.TWO);
        }
        return clock.instant().isBefore(session.expiresAt())
                ? new ResolvedAccount(session.accountId(), null)
                : ResolvedAccount.refused(session.accountId(), Refusal.INVALID_TOKEN, NamedAccounts.ONE);
    }

    private Outcome answer(Movement movement, long arrived) {
        var partition = movement.hasAccount() ? store.partition(movement.accountId()) : 0;
        if (isUnreachable(movement, partition)) {
            notifyListener(movement, UNREACHABLE);
            return outcome(movement, UNREACHABLE);
        }
        var pending = new PendingMovement(movement, partition, arrived);
        var result = batcher.submit(pending);
        if (result instanceof MovementResult.NotLookedUp || result instanceof MovementResult.Indeterminate) {
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
        return RoundRules.isReplay(movement, found)
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
            listener.onRefused(movement.kind(), refused.refusal());
            if (refused.byPolicy() != null) {
                listener.onRefusedByPolicy(refused.byPolicy().reason());
            }
        } else if (result instanceof MovementResult.Failed failed) {
            listener.onRefused(movement.kind(), failed.refusal());
        } else if (result instanceof MovementResult.NotLookedUp missed && movement.kind() != Kind.DEBIT) {
            listener.onRefused(movement.kind(), missed.why());
        } else {
            listener.onIndeterminate(movement.kind());
        }
    }

    private void notifyStored(Movement movement, MovementResult.Stored stored) {
        var transaction = stored.transaction();
        switch (stored.origin()) {
            case APPLIED -> listener.onApplied(transaction);
            case TOMBSTONE -> listener.onTombstone(transaction);
            case REPLAYED -> {
                var differs = !Arrays.equals(transaction.bodyHash(), movement.bodyHash());
                if (differs) {
                    log.warn(
                            "A replay has another body, the original response is returned",
                            () -> movement.kind() + " " + ThrottledLog.text(movement.transactionId()));
                }
                listener.onReplayed(transaction, differs);
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
            return refused.refusal() == Refusal.INSUFFICIENT_FUNDS
                    ? new Outcome.InsufficientFunds(refused.refusal().message())
                    : new Outcome.Refused(message(movement, refused));
        }
        if (result instanceof MovementResult.Failed failed) {
            return isDebit
                    ? new Outcome.Refused(failed.refusal().message())
                    : new Outcome.RetryLater(failed.refusal().message());
        }
        if (result instanceof MovementResult.NotLookedUp missed) {
            return isDebit
                    ? new Outcome.Indeterminate("the transactionId could not be looked up, the outcome is unknown")
                    : new Outcome.RetryLater(missed.why().message());
        }
        return new Outcome.Indeterminate("the outcome is unknown");
    }

    private static String message(Movement movement, MovementResult.Refused refused) {
        if (refused.byPolicy() != null) {
            return refused.byPolicy().message();
        }
        var why = refused.refusal();
        var lookUpOnly = movement.lookUpOnly();
        return lookUpOnly != null && lookUpOnly.refusal() == why ? lookUpOnly.message() : why.message();
    }
}
