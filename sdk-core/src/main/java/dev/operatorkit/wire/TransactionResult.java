package dev.operatorkit.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Holds the response to a debit, a credit, a rollback or a lookup (WAL-13).
 *
 * @param operatorTransactionId the operator's id of the transaction, for troubleshooting only (WAL-14)
 * @param balance the balance after the transaction
 * @param createdAt the time of the transaction; this SDK's wallet always sends it (D-50), others may omit it
 */
public record TransactionResult(
        String operatorTransactionId,
        Balance balance,
        @Nullable Instant createdAt) {
    /**
     * Validates the fields.
     *
     * @throws IllegalArgumentException if the operatorTransactionId or the balance is missing
     */
    public TransactionResult {
        Limits.requirePresent("operatorTransactionId", operatorTransactionId);
        Limits.requirePresent("balance", balance);
    }
}
