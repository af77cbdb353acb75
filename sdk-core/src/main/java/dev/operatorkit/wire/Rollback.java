package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * Holds the body of {@code POST /rollback} (WAL-11). It carries no amount: the wallet returns the stored stake of the
 * debit.
 *
 * @param transactionId the id of this rollback
 * @param referenceTransactionId the id of the debit
 * @param gameRoundId the round of the debit (RND-3)
 * @param playerId the account
 * @param gameId the game, when sent; read as absent when out of bounds, since it decides nothing
 * @param reason any string (D-18), read into a form that every store can hold
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
     * @throws IllegalArgumentException if an id is missing or out of bounds (D-36)
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
