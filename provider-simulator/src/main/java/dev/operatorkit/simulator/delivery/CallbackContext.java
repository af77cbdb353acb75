package dev.operatorkit.simulator.delivery;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.Bet;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the purpose of a callback for transcript and faults.
 *
 * @param player the account, or the token while the account is unknown
 */
public record CallbackContext(
        String operator,
        @Nullable String player,
        @Nullable String round,
        @Nullable String transaction,
        int attempt,
        @Nullable CurrencyCode currency) {

    /** Returns the context of a player callback, for which only the token is known. */
    public static CallbackContext opening(String operator, String token) {
        return new CallbackContext(operator, token, null, null, 1, null);
    }

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
