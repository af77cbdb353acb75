package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * Holds the details of a free round (WAL-15).
 *
 * @param campaign the code of the campaign
 * @param value the nominal stake of one round; informational, the balance does not change by it
 */
public record FreeRoundData(String campaign, @Nullable WireAmount value) {
    /**
     * Validates the fields.
     *
     * @throws IllegalArgumentException if the campaign is missing or out of bounds (D-36)
     */
    public FreeRoundData {
        Limits.requireId("campaign", campaign);
    }
}
