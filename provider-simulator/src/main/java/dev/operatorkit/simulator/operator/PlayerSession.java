package dev.operatorkit.simulator.operator;

import dev.operatorkit.money.CurrencyCode;

/**
 * Holds a player in a game, as returned by the player callback (WAL-1).
 *
 * @param currency the account's currency; never {@code FUN}, so a demo cannot have a session (LAU-13)
 */
public record PlayerSession(String operator, String accountId, String gameId, String token, CurrencyCode currency) {
    @Override
    public String toString() {
        return "PlayerSession[" + accountId + " of " + operator + " in " + gameId + "]";
    }
}
