package dev.operatorkit.wallet.rules;

import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.InvalidCallback;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.WireAmount;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds a debit, credit or rollback in the form that {@link RoundRules} decides on, for one account: that of the playerId
 * or the session token (D-16, D-17). Immutable.
 *
 * <p>A callback with an invalid field or token, or without an account, becomes a movement that is only looked up: it is
 * answered as a replay or refused, and never applied (D-21).
 */
public final class Movement {
    /**
     * Holds the parts.
     *
     * @param accountId empty if the callback names no account
     * @param amount stake or payout; null for a rollback, which returns the stored stake (WAL-11)
     * @param lookUpOnly null, unless the movement can only be a replay of an applied one; its refusal is set
     * @param debit the debit as received, which the operator's policy sees; null for all other movements
     */
    record Parts(
            Kind kind,
            String transactionId,
            String accountId,
            String gameRoundId,
            @Nullable String referenceTransactionId,
            @Nullable WireAmount amount,
            @Nullable String reason,
            CallbackContext context,
            @Nullable NamedAccount lookUpOnly,
            @Nullable Debit debit) {}

    /**
     * Holds the account that a callback names, and the refusal of a movement that is looked up and not applied (D-21).
     *
     * @param accountId the account; empty when the callback names no known account
     * @param count how many accounts the callback names by its playerId and its token: with none it may replay the
     *     transaction of any account, with two of none
     * @param refusal the refusal if the id is unknown; null when nothing is wrong so far
     * @param failure why the session could not be looked up
     */
    record NamedAccount(
            String accountId,
            int count,
            @Nullable Refusal refusal,
            String message,
            @Nullable RuntimeException failure) {
        NamedAccount(String accountId, int count, @Nullable Refusal refusal) {
            this(accountId, count, refusal, refusal == null ? "" : refusal.message(), null);
        }
    }

    final Parts parts;

    private Movement(Parts parts) {
        this.parts = parts;
    }

    /**
     * Reads a debit.
     *
     * @param players the directory of the sessions
     * @param now the time that decides whether a session has expired
     */
    public static Movement of(Debit debit, PlayerDirectory players, Instant now, CallbackContext context) {
        var named = resolve(debit.playerId(), debit.token(), players, now);
        if (named.refusal() != null) {
            return lookUpOnly(Kind.DEBIT, debit.transactionId(), context, named);
        }
        return new Movement(new Parts(
                Kind.DEBIT,
                debit.transactionId(),
                named.accountId(),
                debit.gameRoundId(),
                null,
                debit.stake(),
                debit.reason(),
                context,
                null,
                debit));
    }

    /** Reads a credit. */
    public static Movement of(Credit credit, CallbackContext context) {
        return new Movement(new Parts(
                Kind.CREDIT,
                credit.transactionId(),
                credit.playerId(),
                credit.gameRoundId(),
                credit.referenceTransactionId(),
                credit.payout(),
                credit.reason(),
                context,
                null,
                null));
    }

    /** Reads a rollback. */
    public static Movement of(Rollback rollback, CallbackContext context) {
        return new Movement(new Parts(
                Kind.ROLLBACK,
                rollback.transactionId(),
                rollback.playerId(),
                rollback.gameRoundId(),
                rollback.referenceTransactionId(),
                null,
                rollback.reason(),
                context,
                null,
                null));
    }

    /**
     * Reads a callback with an invalid field, which is only looked up (D-21).
     *
     * @param players the directory of the sessions
     * @param now the time that decides whether a session has expired
     */
    public static Movement of(InvalidCallback callback, PlayerDirectory players, Instant now, CallbackContext context) {
        var token = callback.kind() == Kind.DEBIT ? callback.token() : null;
        var named = resolve(callback.playerId(), token, players, now);
        var invalid = new NamedAccount(
                named.accountId(), named.count(), Refusal.INVALID, callback.message(), named.failure());
        return lookUpOnly(callback.kind(), callback.transactionId(), context, invalid);
    }

    private static Movement lookUpOnly(Kind kind, String transactionId, CallbackContext context, NamedAccount why) {
        return new Movement(new Parts(kind, transactionId, why.accountId(), "", null, null, null, context, why, null));
    }

    /**
     * Resolves the account by {@code playerId}, otherwise by {@code token} (D-16, D-17). An unknown token names no account
     * (D-21).
     */
    private static NamedAccount resolve(
            @Nullable String playerId, @Nullable String token, PlayerDirectory players, Instant now) {
        var named = playerId == null ? "" : playerId;
        var count = playerId == null ? 0 : 1;
        if (token == null) {
            return new NamedAccount(named, count, playerId == null ? Refusal.UNKNOWN_PLAYER : null);
        }
        Optional<PlayerDirectory.Session> found;
        try {
            found = players.findSession(token);
        } catch (RuntimeException e) {
            return new NamedAccount(named, count, Refusal.STORE_FAILED, Refusal.STORE_FAILED.message(), e);
        }
        if (found.isEmpty()) {
            return new NamedAccount(named, count, Refusal.INVALID_TOKEN);
        }
        var session = found.get();
        if (playerId != null) {
            // An expiry must not interrupt a running game: it is enough that the token was this player's (D-17).
            return session.accountId().equals(playerId)
                    ? new NamedAccount(named, 1, null)
                    : new NamedAccount(named, 2, Refusal.INVALID_TOKEN);
        }
        var isExpired = !now.isBefore(session.expiresAt());
        return new NamedAccount(session.accountId(), 1, isExpired ? Refusal.INVALID_TOKEN : null);
    }

    /** Returns debit, credit or rollback. */
    public Kind kind() {
        return parts.kind();
    }

    /** Returns the provider's id. */
    public String transactionId() {
        return parts.transactionId();
    }

    /** Returns the account to lock; empty if the callback names none. */
    public String accountId() {
        return parts.accountId();
    }

    /** Returns true if the callback names an account. */
    public boolean hasAccount() {
        return !parts.accountId().isEmpty();
    }

    /**
     * Returns the ids to lock, whether they are stored or not, before the {@link StoredState} is read, and until it is
     * committed: the movement's own, and that of its debit. While a rollback finds its debit unknown, no account may
     * receive it (D-25). Lock them in an order that is always the same.
     */
    public Set<String> idsToLock() {
        return transactionId().equals(debitId()) ? Set.of(debitId()) : Set.of(transactionId(), debitId());
    }

    /** Returns the round of the account; empty if the movement is only looked up. */
    public Optional<Round.Key> round() {
        return isLookUpOnly() ? Optional.empty() : Optional.of(key());
    }

    /** Returns true if the movement is answered as a replay or refused, and never applied (D-21). */
    public boolean isLookUpOnly() {
        return parts.lookUpOnly() != null;
    }

    /** Returns why the session could not be looked up, for your log: the movement is then only looked up (D-29). */
    public Optional<RuntimeException> failure() {
        return Optional.ofNullable(parts.lookUpOnly()).map(NamedAccount::failure);
    }

    /** Returns the debit as received; empty if the movement is another one, or only looked up. */
    public Optional<Debit> debit() {
        return Optional.ofNullable(parts.debit());
    }

    /** Returns the id of the debit that opened the round: the movement's own id, or the one that it refers to. */
    public String debitId() {
        return parts.referenceTransactionId() == null ? transactionId() : parts.referenceTransactionId();
    }

    /** Returns the context of the callback. */
    public CallbackContext context() {
        return parts.context();
    }

    /**
     * Returns true if this is a replay of that transaction with the same id: of the same kind, and nothing in the movement
     * names another account. Identical bytes name the account that they named originally (D-21).
     */
    public boolean isReplayOf(StoredTransaction same) {
        if (same.kind() != kind()) {
            return false;
        }
        var sameAccount = same.accountId().equals(accountId());
        var lookUpOnly = parts.lookUpOnly();
        if (lookUpOnly == null) {
            return sameAccount;
        }
        return lookUpOnly.count() == 0
                || (lookUpOnly.count() == 1 && sameAccount)
                || Arrays.equals(same.bodyHash(), context().bodyHash());
    }

    Round.Key key() {
        return new Round.Key(accountId(), parts.gameRoundId());
    }

    /** Starts the transaction to store with the values that were sent. */
    StoredTransaction.Builder toStored() {
        return StoredTransaction.builder()
                .transactionId(transactionId())
                .kind(kind())
                .accountId(accountId())
                .gameRoundId(parts.gameRoundId())
                .referenceTransactionId(parts.referenceTransactionId())
                .reason(parts.reason())
                .bodyHash(context().bodyHash());
    }

    /** Returns the kind and the id, for logs. */
    @Override
    public String toString() {
        return "Movement[" + kind() + " " + transactionId() + "]";
    }
}
