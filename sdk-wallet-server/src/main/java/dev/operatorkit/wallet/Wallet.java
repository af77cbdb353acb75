package dev.operatorkit.wallet;

import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.util.Objects;
import java.util.Optional;

/**
 * Processes the five callbacks after they have been verified and parsed. Use {@link TransactionalWallet} with a {@link
 * WalletStore}, or implement this interface over your own ledger and test it with {@code WalletContract} of {@code
 * sdk-wallet-testkit}. {@link #answerInvalid} is not another callback: it receives those debits, credits and
 * rollbacks that have an invalid field. Must be thread-safe.
 *
 * <p>An implementation must look up the id of a movement (a debit, credit or rollback) before it checks anything else,
 * such as the token, amount or currency (D-21). It must refuse a movement whose id is unknown for the reasons that
 * {@link Refusal} lists, with the outcome given there. In particular, a round has one debit, and one credit or
 * rollback, which closes it (RND-1, RND-4). {@code RoundRules} decides all of this for you.
 *
 * <p>Amounts are passed on as they were sent. Return {@link Outcome.Refused} for one that is negative, has too many
 * decimal places, is too large or is in another currency. {@link dev.operatorkit.wire.WireAmount#toMoney} throws an
 * {@link IllegalArgumentException} for these: catch it, because an exception that leaves {@code debit} or {@code
 * credit} becomes status 500.
 *
 * <p>If {@code debit}, {@code credit}, {@code rollback} or {@code answerInvalid} throws an exception, the response is
 * 500, because it is unknown whether something was written. If {@code authenticatePlayer} or {@code findTransaction}
 * throws one, the response is 503.
 */
public interface Wallet {

    /**
     * Resolves a session token to its player and checks that the player may play the game (WAL-2, D-15).
     *
     * @see PlayerOutcome#of
     */
    PlayerOutcome authenticatePlayer(PlayerRequest request, CallbackContext context);

    /**
     * Subtracts the stake of a bet and opens its round (WAL-4, RND-1). In a free round the stake must be 0, and the
     * debit is stored like any other (WAL-5, D-28). The player is named by the playerId, the token or both. An expired
     * token is accepted if there is also a playerId and the token was issued to that player (D-16, D-17).
     *
     * @see Refusal
     * @param debit the parsed body
     * @param context the body as received, its hash, the time, and the secret that it was signed with
     */
    Outcome debit(Debit debit, CallbackContext context);

    /**
     * Adds a payout, which may be 0, and closes the round (RND-2, WAL-9, WAL-10). Must not require a session, since it
     * may arrive after the session has expired (WAL-8).
     *
     * @see Refusal
     * @param credit the parsed body
     * @param context the body as received, its hash, the time, and the secret that it was signed with
     */
    Outcome credit(Credit credit, CallbackContext context);

    /**
     * Refunds the stored stake of a debit to the balance and closes the round (RND-3). Must not require a session
     * (WAL-11). If the debit is unknown, record the rollback with amount zero and return {@link Outcome.Applied} with
     * the unchanged balance, so that the debit is refused if it arrives later (D-25).
     *
     * @see Refusal
     * @param rollback the parsed body
     * @param context the body as received, its hash, the time, and the secret that it was signed with
     */
    Outcome rollback(Rollback rollback, CallbackContext context);

    /**
     * Responds to a callback that cannot be applied, because a field other than its transactionId is missing or
     * invalid. If a transaction with this id and kind exists and nothing in the callback names another account, returns
     * its stored result (D-21). If none exists, or it is of another kind or account, returns {@link Outcome.Refused}.
     * If the id could not be looked up, returns {@link Outcome.Unknown} for a debit and {@link
     * Outcome.RetryLater} for a credit or rollback (D-29).
     *
     * @param callback the fields that could be read
     * @param context the body as received, its hash, the time, and the secret that it was signed with
     */
    Outcome answerInvalid(InvalidCallback callback, CallbackContext context);

    /**
     * Returns the stored result of one transaction of this account; empty if there is no such transaction or it belongs
     * to another account (WAL-12, D-30).
     */
    Optional<TransactionResult> findTransaction(TransactionLookup lookup, CallbackContext context);

    /**
     * Returns the listener that {@link WalletCallbacks} notifies of this wallet's callbacks, by default {@link
     * WalletListener#NO_OP}. A wallet that delegates to another one must delegate this method too.
     */
    default WalletListener listener() {
        return WalletListener.NO_OP;
    }

    /**
     * Holds the parameters of {@code GET /player}. Later versions may add some, so only tests should create it.
     *
     * @param gameId the game to play
     * @param token the session token
     */
    record PlayerRequest(String gameId, String token) {
        public PlayerRequest {
            Objects.requireNonNull(gameId, "gameId");
            Objects.requireNonNull(token, "token");
        }

        /** Returns a string representation without the token (SIG-17). */
        @Override
        public String toString() {
            return "PlayerRequest[gameId=" + gameId + "]";
        }
    }

    /**
     * Holds the parameters of the lookup of a transaction. Later versions may add some, so only tests should create it.
     *
     * @param accountId the account that the transaction must belong to
     * @param transactionId the provider's id of the transaction
     */
    record TransactionLookup(String accountId, String transactionId) {
        public TransactionLookup {
            Objects.requireNonNull(accountId, "accountId");
            Objects.requireNonNull(transactionId, "transactionId");
        }
    }
}
