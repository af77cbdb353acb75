package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * Holds the details of a free round (WAL-15).
 *
 * @param campaign the code of the campaign
 * @param value the nominal value of one free round, for information only: it does not affect the balance
 */
public record FreeRoundData(String campaign, @Nullable WireAmount value) {
    /**
     * Validates the fields.
     *
     * @throws IllegalArgumentException if the campaign is missing or exceeds its limits (D-36)
     */
    public FreeRoundData {
        Limits.requireId("campaign", campaign);
    }
}
