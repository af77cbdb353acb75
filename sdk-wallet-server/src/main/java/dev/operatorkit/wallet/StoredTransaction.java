package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.TransactionResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One applied transaction: a line of the ledger and the answer to its replays (IDM-2, D-49).
 *
 * @param transactionId the provider's id, one space for all kinds and accounts (D-52)
 * @param kind what it was
 * @param accountId whose it is
 * @param gameRoundId the round, unique within the account (D-51)
 * @param referenceTransactionId the debit that a settlement closes; null on a debit
 * @param operatorTransactionId our own id
 * @param amount what was moved, never negative; the kind says which way
 * @param balanceAfter the balance after it, as it was answered (D-49)
 * @param accountVersion the account's version after it
 * @param reason as sent (D-18)
 * @param fingerprint SHA-256 of the body, so that a replay with other content is noticed (D-21)
 * @param createdAt when it was applied, in whole milliseconds, so that a store keeps it exactly (D-50)
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

    /** The answer, the same at first and at every replay (WAL-13, IDM-2). */
    public TransactionResult toResult() {
        return new TransactionResult(operatorTransactionId, new Balance(balanceAfter, createdAt), createdAt);
    }

    /** The three movements. */
    public enum Kind {
        /** Takes a stake. */
        DEBIT,
        /** Pays out. */
        CREDIT,
        /** Returns a stake, or nothing when its debit never came (D-25). */
        ROLLBACK
    }
}
