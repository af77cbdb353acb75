package dev.operatorkit.wire;

/**
 * Holds the response to {@code GET /player} (WAL-2, D-14).
 *
 * @param accountId the player's account id, which later callbacks send as {@code playerId}
 * @param displayName the name that a game may display
 * @param balance the current balance
 */
public record Player(String accountId, String displayName, Balance balance) {
    /**
     * Validates the fields.
     *
     * @throws IllegalArgumentException if a field is missing
     */
    public Player {
        Limits.requirePresent("accountId", accountId);
        Limits.requirePresent("displayName", displayName);
        Limits.requirePresent("balance", balance);
    }
}
