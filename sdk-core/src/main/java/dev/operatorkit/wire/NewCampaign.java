package dev.operatorkit.wire;

import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A free rounds campaign to be created (CAM-1, D-3).
 *
 * @param campaignCode the operator's name for it
 * @param campaignName shown to people
 * @param amount the stake of one round, all of it redeemed in each (CAM-2), and the campaign's currency
 * @param gameSlugs games whose {@code freeRound} is true (CAM-3)
 * @param startDate from when its codes can be redeemed (BON-6)
 * @param endDate until when
 * @param maxRounds rounds that each bonus code grants, unless the code says another number (BON-5)
 */
public record NewCampaign(
        String campaignCode,
        String campaignName,
        Money amount,
        List<String> gameSlugs,
        Instant startDate,
        Instant endDate,
        @Nullable Integer maxRounds) {
    /** Refuses what D-3 refuses, with the field's name. */
    public NewCampaign {
        Limits.requireId("campaignCode", campaignCode);
        Limits.requirePresent("campaignName", campaignName);
        Limits.requireText("campaignName", campaignName);
        Limits.requirePresent("amount", amount);
        if (amount.minorUnits() <= 0) {
            throw new IllegalArgumentException("amount must be more than 0");
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
