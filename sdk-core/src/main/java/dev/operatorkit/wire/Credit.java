package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * Holds the body of {@code POST /credit} (WAL-7). It carries no session token and may arrive days after the debit
 * (WAL-8). Tests make one with {@code SignedCallback.toRecord}: the constructor gets parameters when the provider adds
 * fields.
 *
 * @param transactionId the id of this credit
 * @param referenceTransactionId the id of the debit
 * @param gameRoundId the round of the debit (RND-2)
 * @param playerId the player's account id
 * @param gameId the game, or null if it was not sent; an invalid one is ignored, because nothing depends on it
 * @param payout the amount to add; 0 if the bet lost (WAL-9)
 * @param reason free text (D-18); in a received credit, in the form of {@link Limits#toStorableText}
 * @param freeRoundData the details of the free round; null in any other round (WAL-15)
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
     * @throws IllegalArgumentException if an id is missing or exceeds its limits (D-36), or the payout is missing
     *     (D-20)
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
