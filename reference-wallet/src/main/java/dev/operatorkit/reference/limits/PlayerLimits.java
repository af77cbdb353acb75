package dev.operatorkit.reference.limits;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Holds the limits of one account.
 *
 * @param stakeLimit the most that may be staked on a day, in minor units; null for no limit
 * @param lossLimit the most that may be lost on a day, in minor units; null for no limit
 * @param excludedUntil the day, in UTC, from which an excluded player may bet again; null for a player who is not
 */
public record PlayerLimits(
        @Nullable Long stakeLimit,
        @Nullable Long lossLimit,
        @Nullable LocalDate excludedUntil) {
    /** Defines the limits of a player without any. */
    public static final PlayerLimits NONE = new PlayerLimits(null, null, null);

    /** Returns true when a bet may pass these limits that the others refuse. */
    public boolean isLooserThan(PlayerLimits others) {
        return isLooser(stakeLimit, others.stakeLimit)
                || isLooser(lossLimit, others.lossLimit)
                || (others.excludedUntil != null
                        && (excludedUntil == null || excludedUntil.isBefore(others.excludedUntil)));
    }

    private static boolean isLooser(@Nullable Long limit, @Nullable Long other) {
        return other != null && (limit == null || limit > other);
    }
}
