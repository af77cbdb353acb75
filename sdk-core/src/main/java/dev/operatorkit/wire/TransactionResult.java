package dev.operatorkit.wire;

import java.time.Instant;

/**
 * The answer of debit, credit, rollback and lookup (WAL-13).
 *
 * @param operatorTransactionId the operator's own id
 * @param balance as it is after the movement
 * @param createdAt when the transaction was made
 */
public record TransactionResult(String operatorTransactionId, Balance balance, Instant createdAt) {}
