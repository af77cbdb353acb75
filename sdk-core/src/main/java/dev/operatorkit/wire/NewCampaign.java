package dev.operatorkit.wire;

import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds a free-round campaign to create (CAM-1, D-3).
 *
 * @param campaignCode the operator's code for the campaign
 * @param campaignName the display name
 * @param amount the fixed stake of each round (CAM-2); its currency is the campaign's currency
 * @param gameSlugs the slugs of games that support free rounds (CAM-3)
 * @param startDate the start of the period in which its codes can be redeemed (BON-6)
 * @param endDate the end of that period
 * @param maxRounds the default number of rounds per bonus code; null if every code sets its own (BON-5)
 */
public record NewCampaign(
        String campaignCode,
        String campaignName,
        Money amount,
        List<String> gameSlugs,
        Instant startDate,
        Instant endDate,
        @Nullable Integer maxRounds) {
    /**
     * Validates the fields (D-3).
     *
     * @throws IllegalArgumentException if a field is not valid; the message names the field
     */
    public NewCampaign {
        Limits.requireId("campaignCode", campaignCode);
        Limits.requirePresent("campaignName", campaignName);
        Limits.requireText("campaignName", campaignName);
        Limits.requirePresent("amount", amount);
        if (amount.minorUnits() <= 0) {
            throw new IllegalArgumentException("amount must be greater than 0");
        }
        gameSlugs = Limits.requireDistinct("gameSlugs", gameSlugs);
        Limits.requirePresent("startDate", startDate);
        Limits.requirePresent("endDate", endDate);
        if (!endDate.isAfter(startDate)) {
            throw new IllegalArgumentException("endDate must be after startDate");
        }
        Limits.requireBetween(1, Integer.MAX_VALUE, "maxRounds", maxRounds);
    }
}
