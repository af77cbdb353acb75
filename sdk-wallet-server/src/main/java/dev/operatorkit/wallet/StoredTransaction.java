package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.TransactionResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Holds one applied transaction: an entry of the ledger, from which every replay is answered (IDM-2, D-49).
 *
 * @param transactionId the provider's id, unique across all accounts and kinds (D-52)
 * @param kind debit, credit or rollback
 * @param accountId the account it belongs to
 * @param gameRoundId the round, unique within the account (D-51)
 * @param referenceTransactionId the debit that a credit or rollback closes; null for a debit
 * @param operatorTransactionId the operator's id of this transaction
 * @param amount the amount moved, never negative; the kind gives the direction
 * @param balanceAfter the balance after this transaction, as returned to the provider (D-49)
 * @param accountVersion the account's version after this transaction
 * @param reason the reason as sent, or null (D-18)
 * @param bodyHash the SHA-256 of the request body, which reveals a replay with another body (D-21)
 * @param createdAt the time at which it was applied, in whole milliseconds, which every store can keep exactly (D-50)
 */
public record StoredTransaction(
        String transactionId,
        Kind kind,
        String accountId,
        String gameRoundId,
        @Nullable String referenceTransactionId,
        String operatorTransactionId,
        Money amount,
        Money balanceAfter,
        long accountVersion,
        @Nullable String reason,
        byte[] bodyHash,
        Instant createdAt) {

    /** Returns the response body, identical for the first request and every replay (WAL-13, IDM-2). */
    public TransactionResult toResult() {
        return new TransactionResult(operatorTransactionId, new Balance(balanceAfter, createdAt), createdAt);
    }

    /** Lists the kinds of movements. */
    public enum Kind {
        /** Subtracts a stake from the balance. */
        DEBIT,
        /** Adds a payout to the balance. */
        CREDIT,
        /** Returns the stake of a debit; its amount is zero when the debit was never received (D-25). */
        ROLLBACK
    }
}
