package dev.operatorkit.simulator.campaign;

import static dev.operatorkit.simulator.campaign.Tables.AMOUNT_MINOR;
import static dev.operatorkit.simulator.campaign.Tables.CODE;
import static dev.operatorkit.simulator.campaign.Tables.CREATED_AT;
import static dev.operatorkit.simulator.campaign.Tables.CURRENCY;
import static dev.operatorkit.simulator.campaign.Tables.DISABLED_AT;
import static dev.operatorkit.simulator.campaign.Tables.END_DATE;
import static dev.operatorkit.simulator.campaign.Tables.GAME_SLUGS;
import static dev.operatorkit.simulator.campaign.Tables.MAX_ROUNDS;
import static dev.operatorkit.simulator.campaign.Tables.NAME;
import static dev.operatorkit.simulator.campaign.Tables.START_DATE;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.NewCampaign;
import java.time.Instant;
import java.util.List;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/**
 * Holds a stored campaign.
 *
 * @param terms the terms set by the operator, which never change
 * @param disabledAt the time it was permanently disabled (D-7); null while enabled
 */
public record StoredCampaign(
        NewCampaign terms, Instant createdAt, @Nullable Instant disabledAt) {

    static StoredCampaign of(Record row) {
        var stake = new Money(row.get(AMOUNT_MINOR), CurrencyCode.ofUnlisted(row.get(CURRENCY)));
        var terms = new NewCampaign(
                row.get(CODE),
                row.get(NAME),
                stake,
                List.of(row.get(GAME_SLUGS).split("\n")),
                row.get(START_DATE),
                row.get(END_DATE),
                row.get(MAX_ROUNDS));
        return new StoredCampaign(terms, row.get(CREATED_AT), row.get(DISABLED_AT));
    }

    public boolean isDisabled() {
        return disabledAt != null;
    }

    /** Returns whether its window contains a moment, both ends included. */
    public boolean isOpenAt(Instant now) {
        return !now.isBefore(terms.startDate()) && !now.isAfter(terms.endDate());
    }

    /** Returns the campaign as the Customer API shows it (CAM-6). */
    public Campaign toWire() {
        return new Campaign(
                terms.campaignCode(),
                terms.campaignName(),
                terms.amount().toAmount(),
                terms.amount().currency().code(),
                terms.gameSlugs(),
                terms.startDate(),
                terms.endDate(),
                terms.maxRounds(),
                createdAt,
                isDisabled());
    }
}
