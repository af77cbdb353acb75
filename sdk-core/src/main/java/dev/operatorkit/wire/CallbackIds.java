package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * The ids of a debit, credit or rollback, read from a body whose other fields may be missing, of another type or out of bounds:
 * enough to look the transaction up before anything else about it is judged (D-21).
 *
 * @param transactionId identifies the bet or the settlement
 * @param playerId the account; null when none is named or it cannot be read
 * @param token a debit's session token; null when none is sent or it cannot be read
 */
public record CallbackIds(
        String transactionId,
        @Nullable String playerId,
        @Nullable String token) {
    /** Refuses a transactionId out of bounds (D-36); a playerId or token out of bounds names nobody. */
    public CallbackIds {
        Limits.requireId("transactionId", transactionId);
        playerId = Limits.isId(playerId) ? playerId : null;
        token = Limits.isText(token) ? token : null;
    }

    /** Names the transaction, never the token (SIG-17). */
    @Override
    public String toString() {
        return "CallbackIds[transactionId=" + transactionId + ", playerId=" + playerId + "]";
    }
}
