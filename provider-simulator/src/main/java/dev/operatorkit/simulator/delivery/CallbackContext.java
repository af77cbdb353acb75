package dev.operatorkit.simulator.delivery;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.wallet.Bet;
import org.jspecify.annotations.Nullable;

/**
 * What a callback is sent for: transcript and faults go by it.
 *
 * @param operator whose wallet
 * @param player the account, or the token's while the account is not known
 * @param round the round, if it is for one
 * @param transaction the transaction, if it is for one
 * @param attempt which attempt, from 1
 * @param currency the account's, where a balance is due
 */
public record CallbackContext(
        String operator,
        @Nullable String player,
        @Nullable String round,
        @Nullable String transaction,
        int attempt,
        @Nullable CurrencyCode currency) {

    /** For the player callback, when nothing but the token is known. */
    public static CallbackContext opening(String operator, String token) {
        return new CallbackContext(operator, token, null, null, 1, null);
    }

    /** For one transaction of a bet. */
    public static CallbackContext of(String operator, Bet bet, String transaction, int attempt) {
        return new CallbackContext(
                operator,
                bet.playerId(),
                bet.roundId(),
                transaction,
                attempt,
                bet.stake().currency());
    }
}
