package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /credit} (WAL-7): no token, days late perhaps (WAL-8).
 *
 * @param transactionId identifies the settlement
 * @param referenceTransactionId the debit's transactionId
 * @param gameRoundId the debit's round (RND-2)
 * @param playerId the account
 * @param gameId the game, when sent
 * @param payout what to add, 0 for a loss (WAL-9)
 * @param reason any string (D-18)
 * @param freeRoundData on a free round (WAL-15)
 */
public record Credit(
        String transactionId,
        String referenceTransactionId,
        String gameRoundId,
        String playerId,
        @Nullable String gameId,
        WireAmount payout,
        @Nullable String reason,
        @Nullable FreeRoundData freeRoundData) {
    /** Refuses ids out of bounds (D-36) and a missing payout (D-20). */
    public Credit {
        Limits.requireId("transactionId", transactionId);
        Limits.requireId("referenceTransactionId", referenceTransactionId);
        Limits.requireId("gameRoundId", gameRoundId);
        Limits.requireId("playerId", playerId);
        Limits.requireOptionalId("gameId", gameId);
        Limits.requirePresent("payout", payout);
        Limits.requireText("reason", reason);
    }
}
