package dev.operatorkit.wire;

import dev.operatorkit.money.CurrencyCode;
import org.jspecify.annotations.Nullable;

/**
 * Attaches a campaign to one player: one code, one player, one currency (BON-1).
 *
 * @param campaignCode the campaign
 * @param userId the {@code accountId} that the player callback answers (BON-2)
 * @param currencyCode the campaign's and the account's currency (BON-3)
 * @param bonusCode the operator's choice, unique across its platform (BON-4)
 * @param maxRounds rounds granted, before the campaign's number (BON-5)
 */
public record BonusCode(
        String campaignCode,
        String userId,
        CurrencyCode currencyCode,
        String bonusCode,
        @Nullable Integer maxRounds) {
    /** Refuses ids out of bounds and fewer than one round. */
    public BonusCode {
        Limits.requireId("campaignCode", campaignCode);
        Limits.requireId("userId", userId);
        Limits.requirePresent("currencyCode", currencyCode);
        Limits.requireId("bonusCode", bonusCode);
        Limits.requireBetween(1, Integer.MAX_VALUE, "maxRounds", maxRounds);
    }
}
