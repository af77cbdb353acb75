package dev.operatorkit.wire;

import dev.operatorkit.money.CurrencyCode;
import org.jspecify.annotations.Nullable;

/**
 * Assigns a campaign to one player: one code for one player in one currency (BON-1).
 *
 * @param campaignCode the code of the campaign
 * @param userId the {@code accountId} that the player callback returns (BON-2)
 * @param currencyCode the currency of the campaign and the account (BON-3)
 * @param bonusCode the code that the operator chose, unique across its platform (BON-4)
 * @param maxRounds the number of rounds granted, which overrides the campaign's (BON-5)
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
     * @throws IllegalArgumentException if an id is missing or out of bounds (D-36), or {@code maxRounds} is less than 1
     */
    public BonusCode {
        Limits.requireId("campaignCode", campaignCode);
        Limits.requireId("userId", userId);
        Limits.requirePresent("currencyCode", currencyCode);
        Limits.requireId("bonusCode", bonusCode);
        Limits.requireBetween(1, Integer.MAX_VALUE, "maxRounds", maxRounds);
    }
}
