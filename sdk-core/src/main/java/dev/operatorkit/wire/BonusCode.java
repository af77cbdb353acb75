package dev.operatorkit.wire;

import dev.operatorkit.money.CurrencyCode;
import org.jspecify.annotations.Nullable;

/**
 * Grants one player the free rounds of a campaign, in one currency (BON-1).
 *
 * @param campaignCode the code of the campaign
 * @param userId the player's account id: the {@code accountId} that {@code GET /player} returns (BON-2)
 * @param currencyCode the currency of the campaign and the account (BON-3)
 * @param bonusCode the code that the operator chose, unique on the operator's platform (BON-4)
 * @param maxRounds the number of rounds granted, which overrides the campaign's; null to use the campaign's (BON-5)
 */
public record BonusCode(
        String campaignCode,
        String userId,
        CurrencyCode currencyCode,
        String bonusCode,
        @Nullable Integer maxRounds) {
    /**
     * Validates the fields.
     *
     * @throws IllegalArgumentException if an id is missing or exceeds its limits (D-36), or {@code maxRounds} is less than 1
     */
    public BonusCode {
        Limits.requireId("campaignCode", campaignCode);
        Limits.requireId("userId", userId);
        Limits.requirePresent("currencyCode", currencyCode);
        Limits.requireId("bonusCode", bonusCode);
        Limits.requireBetween(1, Integer.MAX_VALUE, "maxRounds", maxRounds);
    }
}
