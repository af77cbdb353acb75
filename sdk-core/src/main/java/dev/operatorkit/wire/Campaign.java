package dev.operatorkit.wire;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Holds a campaign as the provider reports it (CAM-6). Its values are not validated. The constructor gets parameters when
 * the provider adds fields.
 *
 * @param campaignCode the operator's code for the campaign
 * @param campaignName the display name
 * @param amount the stake of one round (CAM-2)
 * @param currencyCode the currency, not necessarily one that {@link CurrencyCode} supports
 * @param gameSlugs the slugs of the games
 * @param startDate the start of the period in which its codes can be redeemed
 * @param endDate the end of that period
 * @param maxRounds the default number of rounds per bonus code; empty if every code sets its own (BON-5)
 * @param createdAt the time at which it was created, which every search result contains; null in a response without it
 * @param isDisabled whether it is disabled; false in a response that does not say (D-8)
 */
public record Campaign(
        String campaignCode,
        String campaignName,
        Amount amount,
        String currencyCode,
        List<String> gameSlugs,
        Instant startDate,
        Instant endDate,
        OptionalInt maxRounds,
        @Nullable Instant createdAt,
        boolean isDisabled) {
    /**
     * Creates a campaign with an unmodifiable copy of the slugs.
     *
     * @throws IllegalArgumentException if a field that is not nullable is missing
     */
    public Campaign {
        Limits.requirePresent("campaignCode", campaignCode);
        Limits.requirePresent("campaignName", campaignName);
        Limits.requirePresent("amount", amount);
        Limits.requirePresent("currencyCode", currencyCode);
        Limits.requirePresent("gameSlugs", gameSlugs);
        Limits.requirePresent("startDate", startDate);
        Limits.requirePresent("endDate", endDate);
        Limits.requirePresent("maxRounds", maxRounds);
        gameSlugs = List.copyOf(gameSlugs);
    }

    /**
     * Returns the stake of one round.
     *
     * @throws IllegalArgumentException if the currency is unknown or the amount has more decimals than it allows
     */
    public Money stake() {
        return amount.toMoney(CurrencyCode.of(currencyCode));
    }
}
