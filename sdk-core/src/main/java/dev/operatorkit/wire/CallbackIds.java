package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * Holds the ids of a debit, credit or rollback whose other fields may be missing, of another type or out of bounds.
 * They are enough to look the transaction up before anything else is checked (D-21).
 *
 * @param transactionId the id of the transaction
 * @param playerId the account; null when none was sent or it cannot be read
 * @param token a debit's session token; null when none was sent or it cannot be read
 */
public record CallbackIds(
        String transactionId,
        @Nullable String playerId,
        @Nullable String token) {
    /**
     * Validates the transactionId, and drops a playerId or token that is out of bounds.
     *
     * @throws IllegalArgumentException if the transactionId is out of bounds (D-36)
     */
    public CallbackIds {
        Limits.requireId("transactionId", transactionId);
        playerId = Limits.isId(playerId) ? playerId : null;
        token = Limits.isToken(token) ? token : null;
    }

    /** Returns a text that includes the transactionId but not the token (SIG-17). */
    @Override
    public String toString() {
        return "CallbackIds[transactionId=" + transactionId + ", playerId=" + playerId + "]";
    }
}
