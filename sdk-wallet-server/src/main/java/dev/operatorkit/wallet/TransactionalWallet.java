package dev.operatorkit.wallet;

import dev.operatorkit.wallet.Movement.LookUpOnly;
import dev.operatorkit.wallet.Movement.LookUpOnly.Names;
import dev.operatorkit.wallet.Result.How;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.time.Clock;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The five callbacks over a {@link WalletStore}: movements that arrive together are committed together, each exactly once,
 * and none is answered before its commit. The one author of 422, 503 and 500 (ERR-3, ERR-4, D-29).
 */
public final class TransactionalWallet implements Wallet, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionalWallet.class);

    private final WalletStore store;
    private final Players players;
    private final Clock clock;
    private final Ears listener;
    private final CommitQueue queue;

    /** With the standard settings of group commit, and nobody listening. */
    public TransactionalWallet(WalletStore store, Players players, Clock clock) {
        this(store, players, clock, GroupCommit.standard(), WalletListener.NONE);
    }

    /** Over this store and these players. */
    public TransactionalWallet(
            WalletStore store, Players players, Clock clock, GroupCommit settings, WalletListener listener) {
        this.store = store;
        this.players = players;
        this.clock = clock;
        this.listener = new Ears(listener);
        this.queue = new CommitQueue(
                settings, new Committer(store, clock, settings.recovery()), this.listener, this::tellAbandoned);
    }

    @Override
    public Admission player(String gameId, String token) {
        var session = players.session(token).filter(found -> clock.instant().isBefore(found.expiresAt()));
        var player = session.flatMap(found -> players.player(found.accountId()));
        if (player.isEmpty()) {
            // One message for both, so that nobody learns which tokens there were (D-15).
            return new Admission.Denied("the token is unknown or expired");
        }
        return players.offers(player.get().accountId(), gameId)
                ? new Admission.Admitted(player.get())
                : new Admission.UnknownGame("the game is not offered");
    }

    @Override
    public Outcome debit(Debit debit, byte[] body) {
        var named = name(debit.playerId(), debit.token());
        return named.otherwise() == null && named.accountId() != null
                ? answer(Movement.of(debit, named.accountId(), body))
                : lookUp(Kind.DEBIT, debit.transactionId(), named, body);
    }

    @Override
    public Outcome credit(Credit credit, byte[] body) {
        return answer(Movement.of(credit, body));
    }

    @Override
    public Outcome rollback(Rollback rollback, byte[] body) {
        return answer(Movement.of(rollback, body));
    }

    @Override
    public Outcome answerInvalid(InvalidCallback callback, byte[] body) {
        var named = name(callback.playerId(), callback.kind() == Kind.DEBIT ? callback.token() : null);
        var names = named.accountId() == null
                ? Names.NONE
                : named.otherwise() == null ? Names.ONE : named.otherwise().names();
        var invalid = new LookUpOnly(Refusal.INVALID, callback.message(), names);
        return lookUp(callback.kind(), callback.transactionId(), new Named(named.accountId(), invalid), body);
    }

    @Override
    public Optional<TransactionResult> transaction(String accountId, String transactionId) {
        return store.find(transactionId)
                .filter(stored -> stored.accountId().equals(accountId))
                .map(StoredTransaction::result);
    }

    /**
     * Whom a callback names.
     *
     * @param accountId null when it names nobody who is known
     * @param otherwise what a movement that was never applied is refused with; null when there is nothing against it yet
     */
    private record Named(
            @Nullable String accountId, @Nullable LookUpOnly otherwise) {
        static Named refused(@Nullable String accountId, Refusal why, Names names) {
            return new Named(accountId, new LookUpOnly(why, why.message(), names));
        }
    }

    /** By {@code playerId}, else by {@code token} (D-16, D-17). A token that resolves to nobody names nobody (D-21). */
    private Named name(@Nullable String playerId, @Nullable String token) {
        var byId = playerId == null ? Names.NONE : Names.ONE;
        if (token == null) {
            return playerId == null ? Named.refused(null, Refusal.UNKNOWN_PLAYER, byId) : new Named(playerId, null);
        }
        Optional<Players.Session> found;
        try {
            found = players.session(token);
        } catch (RuntimeException e) {
            LOG.warn("the session of a debit could not be looked up", e);
            return Named.refused(playerId, Refusal.STORE_FAILED, byId);
        }
        if (found.isEmpty()) {
            return Named.refused(playerId, Refusal.TOKEN, byId);
        }
        var session = found.get();
        if (playerId != null) {
            // A running game must not break on the dot: that the token was this player's is enough (D-17).
            return session.accountId().equals(playerId)
                    ? new Named(playerId, null)
                    : Named.refused(playerId, Refusal.TOKEN, Names.TWO);
        }
        return clock.instant().isBefore(session.expiresAt())
                ? new Named(session.accountId(), null)
                : Named.refused(session.accountId(), Refusal.TOKEN, Names.ONE);
    }

    /** Answers what can only be a repeat: as it was, or refused once it is known that there is nothing to repeat (D-21, D-29). */
    private Outcome lookUp(Kind kind, String transactionId, Named named, byte[] body) {
        var otherwise = Objects.requireNonNull(named.otherwise(), "a movement without objection is applied");
        var accountId = named.accountId();
        if (accountId != null) {
            return answer(Movement.ofId(kind, transactionId, accountId, body, otherwise));
        }
        var asked = Movement.ofId(kind, transactionId, "", body, otherwise);
        var result = find(asked, new Result.NotLookedUp(Refusal.STORE_FAILED, false));
        tell(asked, result);
        return outcome(asked, result);
    }

    private Outcome answer(Movement movement) {
        var member = new Member(movement);
        var result = queue.submit(member);
        if (result instanceof Result.NotLookedUp || result instanceof Result.Unknown) {
            result = find(movement, result);
        }
        if (!member.abandoned) {
            tell(movement, result);
        }
        return outcome(movement, result);
    }

    /** What the store says without a lock of a movement of which the queue cannot say how it ends (D-29). */
    private Result find(Movement asked, Result ended) {
        // Asked before the store is: an attempt that ends in between is found.
        var quiet = queue.isQuiet(asked);
        // A connection pool gives an interrupted thread nothing.
        var interrupted = Thread.interrupted();
        try {
            var found = store.find(asked.transactionId());
            if (found.isPresent()) {
                return RoundRules.isReplay(asked, found.get())
                        ? new Result.Stored(found.get(), How.REPLAYED)
                        : new Result.Refused(Refusal.ID_TAKEN);
            }
            if (!quiet || !(ended instanceof Result.NotLookedUp missed) || missed.lockFailed()) {
                return ended;
            }
            var otherwise = asked.lookUpOnly();
            return otherwise == null ? new Result.Failed(missed.why()) : new Result.Refused(otherwise.otherwise());
        } catch (RuntimeException e) {
            LOG.warn(
                    "{} {} could not be looked up: {}",
                    asked.kind(),
                    Printable.of(asked.transactionId()),
                    e.toString());
            LOG.debug("a transaction could not be looked up", e);
            return ended;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Its caller was told that nobody knows; now somebody does. */
    private void tellAbandoned(Member member) {
        if (member.result != null) {
            tell(member.movement, member.result);
        }
    }

    private void tell(Movement asked, Result result) {
        if (result instanceof Result.Stored stored) {
            tellStored(asked, stored);
        } else if (result instanceof Result.Refused refused) {
            listener.refused(asked.kind(), refused.why());
        } else if (result instanceof Result.Failed failed) {
            listener.refused(asked.kind(), failed.why());
        } else if (result instanceof Result.NotLookedUp missed && asked.kind() != Kind.DEBIT) {
            listener.refused(asked.kind(), missed.why());
        } else {
            listener.unknown(asked.kind());
        }
    }

    private void tellStored(Movement asked, Result.Stored stored) {
        var transaction = stored.transaction();
        switch (stored.how()) {
            case APPLIED -> listener.applied(transaction);
            case TOMBSTONE -> listener.tombstoned(transaction);
            case REPLAYED -> {
                var differs = !Arrays.equals(transaction.fingerprint(), asked.fingerprint());
                if (differs) {
                    LOG.warn("{} {} came again with other content", asked.kind(), Printable.of(asked.transactionId()));
                }
                listener.replayed(transaction, differs);
            }
        }
    }

    /** Takes no more movements and waits for those under way; what does not end in time is refused. */
    @Override
    public void close() {
        queue.close();
    }

    private static Outcome outcome(Movement asked, Result result) {
        var isDebit = asked.kind() == Kind.DEBIT;
        if (result instanceof Result.Stored stored) {
            return new Outcome.Done(stored.transaction().result());
        }
        if (result instanceof Result.Refused refused) {
            return refused.why() == Refusal.INSUFFICIENT_FUNDS
                    ? new Outcome.InsufficientFunds(refused.why().message())
                    : new Outcome.NothingWritten(message(asked, refused.why()));
        }
        if (result instanceof Result.Failed failed) {
            return isDebit
                    ? new Outcome.NothingWritten(failed.why().message())
                    : new Outcome.NotNow(failed.why().message());
        }
        if (result instanceof Result.NotLookedUp missed) {
            return isDebit
                    ? new Outcome.Unknown("the transactionId could not be looked up, the outcome is unknown")
                    : new Outcome.NotNow(missed.why().message());
        }
        return new Outcome.Unknown("the outcome is unknown");
    }

    private static String message(Movement asked, Refusal why) {
        var otherwise = asked.lookUpOnly();
        return otherwise != null && otherwise.otherwise() == why ? otherwise.message() : why.message();
    }
}
