package dev.operatorkit.simulator.round;

import dev.operatorkit.money.CurrencyCode;

/**
 * A player in a game, as the player callback made him known (WAL-1).
 *
 * @param operator whose player
 * @param accountId the account
 * @param gameId the game's slug
 * @param token the operator's session token
 * @param currency the account's; play money is none, so a demo can never sit here (LAU-13)
 */
public record PlayerSession(String operator, String accountId, String gameId, String token, CurrencyCode currency) {}
