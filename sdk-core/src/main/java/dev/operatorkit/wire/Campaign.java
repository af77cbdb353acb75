package dev.operatorkit.wire;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A campaign as the service reports it (CAM-6). It is read as it comes: what the service holds is not ours to judge.
 *
 * @param campaignCode the operator's name for it
 * @param campaignName shown to people
 * @param amount the stake of one round (CAM-2)
 * @param currencyCode its currency, known to us or not
 * @param gameSlugs the games
 * @param startDate from when its codes can be redeemed
 * @param endDate until when
 * @param maxRounds rounds per code, when set (BON-5)
 * @param createdAt when it was created; search results carry it
 * @param isDisabled whether it was switched off; search results carry it (D-8)
 */
public record Campaign(
        String campaignCode,
        String campaignName,
        Amount amount,
        String currencyCode,
        List<String> gameSlugs,
        Instant startDate,
        Instant endDate,
        @Nullable Integer maxRounds,
        @Nullable Instant createdAt,
        @Nullable Boolean isDisabled) {
    /** Copies the list. */
    public Campaign {
        gameSlugs = List.copyOf(gameSlugs);
    }

    /** The stake of one round; IllegalArgumentException when the currency is not known or the amount does not fit it. */
    public Money stake() {
        return amount.toMoney(CurrencyCode.of(currencyCode));
    }
}
