package dev.operatorkit.wallet;

import dev.operatorkit.wallet.StoredTransaction.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A debit, credit or rollback whose transactionId can be read while another field is missing, of another type or out of bounds.
 * It is never applied, but its id may have been (D-21).
 *
 * @param kind what it was sent as
 * @param transactionId identifies the transaction
 * @param playerId the account it names; null when it names none or the name cannot be read
 * @param token a debit's session token; null when it has none or it cannot be read
 * @param message says which field is wrong
 */
public record InvalidCallback(
        Kind kind,
        String transactionId,
        @Nullable String playerId,
        @Nullable String token,
        String message) {
    /** Names the transaction, never the token (SIG-17). */
    @Override
    public String toString() {
        return "InvalidCallback[kind=" + kind + ", transactionId=" + transactionId + ", playerId=" + playerId
                + ", message=" + message + "]";
    }
}
