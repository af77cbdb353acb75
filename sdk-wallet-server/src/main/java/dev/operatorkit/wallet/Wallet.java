package dev.operatorkit.wallet;

import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.util.Optional;

/**
 * Processes the five callbacks after they were verified and parsed. Use {@link TransactionalWallet} with a {@link
 * WalletStore}, or implement this interface over your own ledger. {@link #answerInvalid} is not a callback of its own:
 * it receives those debits, credits and rollbacks that have an invalid field.
 *
 * <p>An implementation must look up the id of a movement (a debit, credit or rollback) before it checks anything else,
 * such as the token, amount or currency (D-21). Amounts are passed on as they were sent: refuse one that is negative,
 * has too many decimal places or is in another currency, as {@link dev.operatorkit.wire.WireAmount#toMoney} does.
 *
 * <p>If a movement throws an exception, the response is 500, because it is unknown whether something was written. If
 * {@code authenticatePlayer} or {@code findTransaction} throws, the response is 503.
 */
public interface Wallet {

    /**
     * Resolves a session token to its player and checks that the player may play the game (WAL-2, D-15).
     *
     * @param gameId the game to play
     * @param token the session token
     */
    PlayerOutcome authenticatePlayer(String gameId, String token);

    /**
     * Subtracts the stake of a bet (WAL-4, WAL-5).
     *
     * @param debit the parsed body
     * @param rawBody the body as received, for example to store its hash
     */
    Outcome debit(Debit debit, byte[] rawBody);

    /**
     * Adds a payout. Must not require a session, since it may arrive after the session has expired (WAL-8, WAL-9,
     * WAL-10).
     *
     * @param credit the parsed body
     * @param rawBody the body as received, for example to store its hash
     */
    Outcome credit(Credit credit, byte[] rawBody);

    /**
     * Refunds the stake of a debit to the balance. Must not require a session. A rollback whose debit is unknown must
     * be recorded, so that the debit is refused if it arrives later (WAL-11, D-25).
     *
     * @param rollback the parsed body
     * @param rawBody the body as received, for example to store its hash
     */
    Outcome rollback(Rollback rollback, byte[] rawBody);

    /**
     * Responds to a callback that cannot be applied, because a field other than its transactionId is missing or
     * invalid. If a transaction with this id and kind exists and nothing in the callback names another account, returns
     * its stored result (D-21). If none exists, or it is of another kind or account, returns {@link Outcome.Refused}.
     * If the id could not be looked up, returns {@link Outcome.Indeterminate} for a debit and {@link
     * Outcome.RetryLater} for a credit or rollback (D-29).
     *
     * @param callback the fields that could be read
     * @param rawBody the body as received, for example to store its hash
     */
    Outcome answerInvalid(InvalidCallback callback, byte[] rawBody);

    /**
     * Returns the stored result of one transaction of this account; empty if there is no such transaction or it belongs
     * to another account (WAL-12, D-30).
     */
    Optional<TransactionResult> findTransaction(String accountId, String transactionId);

    /**
     * Returns the listener that {@link WalletCallbacks} notifies of this wallet's callbacks. By default none. A wallet that
     * passes its calls on to another one passes this call on too.
     */
    default WalletListener listener() {
        return WalletListener.NO_OP;
    }
}
