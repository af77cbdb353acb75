package dev.operatorkit.wire;

/**
 * The answer of {@code GET /player} (WAL-2, D-14).
 *
 * @param accountId the player's account
 * @param displayName what a game may show
 * @param balance as it is now
 */
public record Player(String accountId, String displayName, Balance balance) {}
