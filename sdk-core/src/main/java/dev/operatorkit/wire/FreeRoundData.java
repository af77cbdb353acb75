package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * What tells a free round (WAL-15).
 *
 * @param campaign the campaign the round belongs to
 * @param value nominal value of one round, informational, never moved
 */
public record FreeRoundData(String campaign, @Nullable WireAmount value) {
    /** Refuses a campaign out of bounds (D-36). */
    public FreeRoundData {
        Limits.requireId("campaign", campaign);
    }
}
