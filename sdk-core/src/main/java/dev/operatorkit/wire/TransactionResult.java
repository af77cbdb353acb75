package dev.operatorkit.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer of debit, credit, rollback and lookup (WAL-13).
 *
 * @param operatorTransactionId the operator's own id, for troubleshooting alone (WAL-14)
 * @param balance as it is after the movement
 * @param createdAt when the transaction was made; a wallet of ours always says so (D-50), another may leave it out
 */
public record TransactionResult(
        String operatorTransactionId,
        Balance balance,
        @Nullable Instant createdAt) {}
