package dev.operatorkit.wallet;

import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.time.Clock;
import java.util.Arrays;
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
        String account;
        try {
            account = account(debit);
        } catch (RuntimeException e) {
            LOG.warn("the session of a debit could not be looked up", e);
            return refused(Refusal.STORE_FAILED);
        }
        if (account == null) {
            return ofNobody(debit, body);
        }
        var result = result(Movement.of(debit, account, body));
        if (result instanceof Result.Failed failed) {
            return new Outcome.NothingWritten(failed.why().message());
        }
        return outcome(result);
    }

    /** Refused, unless this very debit was applied while its session was still known: the stored answer holds (IDM-2). */
    private Outcome ofNobody(Debit debit, byte[] body) {
        var fingerprint = Movement.fingerprint(body);
        Optional<StoredTransaction> applied;
        try {
            applied = store.find(debit.transactionId())
                    .filter(stored -> stored.kind() == Kind.DEBIT && Arrays.equals(stored.fingerprint(), fingerprint));
        } catch (RuntimeException e) {
            LOG.warn("a debit of nobody could not be looked up", e);
            return refused(Refusal.STORE_FAILED);
        }
        if (applied.isEmpty()) {
            return refused(debit.token() == null ? Refusal.UNKNOWN_PLAYER : Refusal.TOKEN);
        }
        listener.replayed(applied.get(), false);
        return new Outcome.Done(applied.get().result());
    }

    private Outcome refused(Refusal why) {
        listener.refused(Kind.DEBIT, why);
        return new Outcome.NothingWritten(why.message());
    }

    @Override
    public Outcome credit(Credit credit, byte[] body) {
        return settlement(Movement.of(credit, body));
    }

    @Override
    public Outcome rollback(Rollback rollback, byte[] body) {
        return settlement(Movement.of(rollback, body));
    }

    @Override
    public Optional<TransactionResult> transaction(String accountId, String transactionId) {
        return store.find(transactionId)
                .filter(stored -> stored.accountId().equals(accountId))
                .map(StoredTransaction::result);
    }

    private Outcome settlement(Movement movement) {
        var result = result(movement);
        return result instanceof Result.Failed failed
                ? new Outcome.NotNow(failed.why().message())
                : outcome(result);
    }

    /** The account of a debit, by {@code playerId}, else by {@code token}; null when they name none or two (D-16, D-17). */
    private @Nullable String account(Debit debit) {
        if (debit.token() == null) {
            return debit.playerId();
        }
        var session = players.session(debit.token()).orElse(null);
        if (session == null) {
            return null;
        }
        if (debit.playerId() != null) {
            // A running game must not break on the dot: that the token was this player's is enough (D-17).
            return session.accountId().equals(debit.playerId()) ? debit.playerId() : null;
        }
        return clock.instant().isBefore(session.expiresAt()) ? session.accountId() : null;
    }

    private Result result(Movement movement) {
        var member = new Member(movement);
        var result = queue.submit(member);
        if (!member.abandoned) {
            tell(member, result);
        }
        return result;
    }

    /** Its caller was told that nobody knows; now somebody does. */
    private void tellAbandoned(Member member) {
        if (member.result != null) {
            tell(member, member.result);
        }
    }

    private void tell(Member member, Result result) {
        var asked = member.movement;
        if (result instanceof Result.Stored stored) {
            tellStored(asked, stored);
        } else if (result instanceof Result.Refused refused) {
            listener.refused(asked.kind(), refused.why());
        } else if (result instanceof Result.Failed failed) {
            listener.refused(asked.kind(), failed.why());
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

    private static Outcome outcome(Result result) {
        if (result instanceof Result.Stored stored) {
            return new Outcome.Done(stored.transaction().result());
        }
        if (result instanceof Result.Refused refused) {
            return refused.why() == Refusal.INSUFFICIENT_FUNDS
                    ? new Outcome.InsufficientFunds(refused.why().message())
                    : new Outcome.NothingWritten(refused.why().message());
        }
        return new Outcome.Unknown("the outcome is unknown");
    }
}
