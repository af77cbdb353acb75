package dev.operatorkit.simulator.wallet;

import dev.operatorkit.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * One bet: what its debit says, and what its settlement repeats.
 *
 * @param transactionId of the debit
 * @param roundId the {@code gameRoundId}
 * @param playerId the account
 * @param gameId the game's slug
 * @param token the operator's session token
 * @param stake what is bet; zero on a free round (WAL-5)
 * @param free what makes it a free round, or null
 */
public record Bet(
        String transactionId,
        String roundId,
        String playerId,
        String gameId,
        String token,
        Money stake,
        @Nullable Free free) {
    /** Refuses a negative stake, and a free round that costs something (WAL-5). */
    public Bet {
        if (free != null && stake.minorUnits() != 0) {
            throw new IllegalArgumentException("the stake of a free round is 0");
        }
        if (stake.minorUnits() < 0) {
            throw new IllegalArgumentException("a stake is never negative");
        }
    }

    /**
     * What makes a round free (WAL-15).
     *
     * @param campaign its campaign
     * @param value the nominal value of one round, informational
     * @param bonusCode the code that it was taken from, or null; the wire does not show it
     */
    public record Free(
            String campaign, Money value, @Nullable String bonusCode) {
        /** A free round without a code. */
        public Free(String campaign, Money value) {
            this(campaign, value, null);
        }
    }
}
