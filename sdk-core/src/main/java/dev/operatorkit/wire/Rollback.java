package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /rollback} (WAL-11): the stake to return is the stored debit's.
 *
 * @param transactionId identifies the rollback
 * @param referenceTransactionId the debit's transactionId
 * @param gameRoundId the debit's round (RND-3)
 * @param playerId the account
 * @param gameId the game, when sent
 * @param reason any string (D-18)
 */
public record Rollback(
        String transactionId,
        String referenceTransactionId,
        String gameRoundId,
        String playerId,
        @Nullable String gameId,
        @Nullable String reason) {
    /** Refuses ids out of bounds (D-36). */
    public Rollback {
        Limits.requireId("transactionId", transactionId);
        Limits.requireId("referenceTransactionId", referenceTransactionId);
        Limits.requireId("gameRoundId", gameRoundId);
        Limits.requireId("playerId", playerId);
        Limits.requireOptionalId("gameId", gameId);
        Limits.requireText("reason", reason);
    }
}
