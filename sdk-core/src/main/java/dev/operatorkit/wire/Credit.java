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
 * @param gameId the game, or null
 * @param payout the amount to add, 0 for a loss (WAL-9)
 * @param reason a text that is stored and not interpreted (D-18)
 * @param freeRoundData the details of a free round, otherwise null (WAL-15)
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
