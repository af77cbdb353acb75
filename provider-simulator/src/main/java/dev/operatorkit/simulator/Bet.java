package dev.operatorkit.simulator;

import dev.operatorkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * Holds one bet: the data of its debit, which its settlement repeats.
 *
 * @param transactionId the transaction id of the debit
 * @param roundId the {@code gameRoundId}
 * @param playerId the account
 * @param gameId the game's slug
 * @param token the operator's session token
 * @param stake the stake, zero on a free round (WAL-5)
 * @param free the data of a free round, or null
 */
public record Bet(
        String transactionId,
        String roundId,
        String playerId,
        String gameId,
        String token,
        Money stake,
        @Nullable Free free) {
    /** Rejects a negative stake, and a free round with a stake (WAL-5). */
    public Bet {
        if (free != null && !stake.isZero()) {
            throw new IllegalArgumentException("The stake of a free round must be 0.");
        }
        if (stake.isNegative()) {
            throw new IllegalArgumentException("The stake must not be negative.");
        }
    }

    /**
     * Holds the data of a free round (WAL-15).
     *
     * @param campaign the campaign
     * @param value the nominal value of one round, informational
     * @param bonusCode the code it was taken from, or null; not sent to the wallet
     */
    public record Free(
            String campaign, Money value, @Nullable String bonusCode) {}
}
