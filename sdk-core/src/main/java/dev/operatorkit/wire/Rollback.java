package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * Holds the body of {@code POST /rollback} (WAL-11). It carries no amount: the wallet refunds the stake that it stored
 * for the debit. Tests make one with {@code SignedCallback.toRecord}: the constructor gets parameters when the provider
 * adds fields.
 *
 * @param transactionId the id of this rollback
 * @param referenceTransactionId the id of the debit
 * @param gameRoundId the round of the debit (RND-3)
 * @param playerId the player's account id
 * @param gameId the game, or null if it was not sent; an invalid one is ignored, because nothing depends on it
 * @param reason free text (D-18); in a received rollback, in the form of {@link Limits#toStorableText}
 */
public record Rollback(
        String transactionId,
        String referenceTransactionId,
        String gameRoundId,
        String playerId,
        @Nullable String gameId,
        @Nullable String reason) {
    /**
     * Validates the fields.
     *
     * @throws IllegalArgumentException if an id is missing or exceeds its limits (D-36)
     */
    public Rollback {
        Limits.requireId("transactionId", transactionId);
        Limits.requireId("referenceTransactionId", referenceTransactionId);
        Limits.requireId("gameRoundId", gameRoundId);
        Limits.requireId("playerId", playerId);
        Limits.requireOptionalId("gameId", gameId);
        Limits.requireText("reason", reason);
    }
}
