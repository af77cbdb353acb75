package dev.operatorkit.wallet;

import dev.operatorkit.wallet.StoredTransaction.Kind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a debit, credit or rollback that cannot be applied, because a field other than its transactionId is
 * missing, has the wrong type or exceeds its limits. A transaction with its id may have been applied earlier (D-21).
 * {@link WalletCallbacks} itself responds with 422 to a body that is not JSON or whose transactionId is missing or
 * invalid.
 *
 * @param kind the kind of callback that was sent
 * @param transactionId the id of the transaction
 * @param playerId the player's account id; null if none was sent or it is invalid
 * @param token a debit's session token; null if none was sent or it is invalid
 * @param message the error message, which names the missing or invalid field
 */
public record InvalidCallback(
        Kind kind,
        String transactionId,
        @Nullable String playerId,
        @Nullable String token,
        String message) {
    public InvalidCallback {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(transactionId, "transactionId");
        Objects.requireNonNull(message, "message");
    }

    /** Returns a string representation that includes the transactionId but not the token (SIG-17). */
    @Override
    public String toString() {
        return "InvalidCallback[kind=" + kind + ", transactionId=" + transactionId + ", playerId=" + playerId
                + ", message=" + message + "]";
    }
}
