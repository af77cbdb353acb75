package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * Holds the body of {@code POST /credit} (WAL-7). It carries no session token and may arrive days after the debit
 * (WAL-8).
 *
 * @param transactionId the id of this credit
 * @param referenceTransactionId the id of the debit
 * @param gameRoundId the round of the debit (RND-2)
 * @param playerId the account
 * @param gameId the game, when sent; read as absent when out of bounds, since it decides nothing
 * @param payout what to add, 0 for a loss (WAL-9)
 * @param reason any string (D-18), read into a form that every store can hold
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
    /**
     * Validates the fields.
     *
     * @throws IllegalArgumentException if an id is missing or out of bounds (D-36), or the payout is missing (D-20)
     */
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
