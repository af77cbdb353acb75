package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * Holds the ids of a debit, credit or rollback whose other fields may be missing or invalid.
 * They are enough to look the transaction up before anything else is checked (D-21).
 *
 * @param transactionId the id of the transaction
 * @param playerId the player's account id; null if none was sent or it is invalid
 * @param token a debit's session token; null if none was sent or it is invalid
 */
public record CallbackIds(
        String transactionId,
        @Nullable String playerId,
        @Nullable String token) {
    /**
     * Validates the transactionId, and sets a playerId or token that exceeds its limits to null.
     *
     * @throws IllegalArgumentException if the transactionId is missing or exceeds its limits (D-36)
     */
    public CallbackIds {
        Limits.requireId("transactionId", transactionId);
        playerId = Limits.isId(playerId) ? playerId : null;
        token = Limits.isToken(token) ? token : null;
    }

    /** Returns a string representation that includes the transactionId but not the token (SIG-17). */
    @Override
    public String toString() {
        return "CallbackIds[transactionId=" + transactionId + ", playerId=" + playerId + "]";
    }
}
