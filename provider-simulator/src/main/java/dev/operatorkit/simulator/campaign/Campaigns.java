package dev.operatorkit.simulator.campaign;

import static dev.operatorkit.simulator.campaign.Tables.AMOUNT_MINOR;
import static dev.operatorkit.simulator.campaign.Tables.CAMPAIGN;
import static dev.operatorkit.simulator.campaign.Tables.CAMPAIGN_FIELDS;
import static dev.operatorkit.simulator.campaign.Tables.CODE;
import static dev.operatorkit.simulator.campaign.Tables.CREATED_AT;
import static dev.operatorkit.simulator.campaign.Tables.CURRENCY;
import static dev.operatorkit.simulator.campaign.Tables.DISABLED_AT;
import static dev.operatorkit.simulator.campaign.Tables.END_DATE;
import static dev.operatorkit.simulator.campaign.Tables.GAME_SLUGS;
import static dev.operatorkit.simulator.campaign.Tables.MAX_ROUNDS;
import static dev.operatorkit.simulator.campaign.Tables.NAME;
import static dev.operatorkit.simulator.campaign.Tables.OPERATOR;
import static dev.operatorkit.simulator.campaign.Tables.START_DATE;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.greatest;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.position;

import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.operator.OperatorSettings.DisabledCampaigns;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.NewCampaign;
import dev.operatorkit.wire.Pagination;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.exception.IntegrityConstraintViolationException;

/** Stores the campaigns of all operators. Each operator sees only its own (CAM-9). */
public final class Campaigns {
    private static final int DEFAULT_PER_PAGE = 20;

    private final Database database;
    private final Catalogue catalogue;
    private final Clock clock;

    public Campaigns(Database database, Catalogue catalogue, Clock clock) {
        this.database = database;
        this.catalogue = catalogue;
        this.clock = clock;
        database.create(Campaigns.class);
    }

    /** Creates a campaign, or throws a {@link RefusedException} with the reason (CAM-3, D-6). */
    public StoredCampaign create(String operator, NewCampaign terms) {
        requireName(terms.campaignName());
        for (var slug : terms.gameSlugs()) {
            requireFreeRounds(operator, slug);
        }
        var campaign = new StoredCampaign(terms, clock.instant().truncatedTo(ChronoUnit.MILLIS), null);
        try {
            insert(operator, campaign);
        } catch (IntegrityConstraintViolationException e) {
            throw new RefusedException("campaignCode: the code '" + terms.campaignCode() + "' already exists");
        }
        return campaign;
    }

    /** Rejects an empty name, and control characters, which do harm on pages and in logs. */
    private static void requireName(String name) {
        if (name.isEmpty()) {
            throw new RefusedException("campaignName must not be empty");
        }
        if (name.chars().anyMatch(Character::isISOControl)) {
            throw new RefusedException("campaignName must not contain control characters");
        }
    }

    private void requireFreeRounds(String operator, String slug) {
        var game = catalogue
                .find(operator, slug)
                .orElseThrow(() -> new RefusedException("gameSlugs: there is no game '" + slug + "'"));
        if (!game.freeRound()) {
            throw new RefusedException("gameSlugs: the game '" + slug + "' has no free rounds");
        }
    }

    private void insert(String operator, StoredCampaign campaign) {
        var terms = campaign.terms();
        database.sql()
                .insertInto(CAMPAIGN)
                .set(OPERATOR, operator)
                .set(CODE, terms.campaignCode())
                .set(NAME, terms.campaignName())
                .set(AMOUNT_MINOR, terms.amount().minorUnits())
                .set(CURRENCY, terms.amount().currency().code())
                .set(GAME_SLUGS, String.join("\n", terms.gameSlugs()))
                .set(START_DATE, terms.startDate())
                .set(END_DATE, terms.endDate())
                .set(MAX_ROUNDS, terms.maxRounds())
                .set(CREATED_AT, campaign.createdAt())
                .execute();
    }

    /** Returns one page of the campaigns that match all filters, newest first, then by code (CAM-4, CAM-5, D-9). */
    public CampaignPage search(String operator, CampaignSearch search, DisabledCampaigns disabled) {
        var page = search.page().orElse(1);
        var perPage = search.perPage().orElse(DEFAULT_PER_PAGE);
        var matching = matching(operator, search, disabled);
        var total = database.reading().fetchCount(CAMPAIGN, matching);
        var list = database.reading()
                .select(CAMPAIGN_FIELDS)
                .from(CAMPAIGN)
                .where(matching)
                .orderBy(CREATED_AT.desc(), CODE.asc())
                .offset((page - 1L) * perPage)
                .limit(perPage)
                .fetch(row -> StoredCampaign.of(row).toWire());
        var totalPages = (total + perPage - 1) / perPage;
        return new CampaignPage(list, new Pagination(page, perPage, total, totalPages));
    }

    private static List<Condition> matching(String operator, CampaignSearch search, DisabledCampaigns disabled) {
        var all = new ArrayList<Condition>();
        all.add(OPERATOR.eq(operator));
        if (disabled == DisabledCampaigns.HIDDEN) {
            all.add(DISABLED_AT.isNull());
        }
        if (search.currencyCode() != null) {
            all.add(CURRENCY.eq(search.currencyCode()));
        }
        // Uses position instead of LIKE, since a code may contain % and _.
        if (search.campaignCode() != null) {
            all.add(position(CODE, search.campaignCode()).gt(0));
        }
        if (search.campaignName() != null) {
            all.add(position(NAME, search.campaignName()).gt(0));
        }
        if (search.from() != null) {
            all.add(START_DATE.ge(search.from()));
        }
        if (search.to() != null) {
            all.add(END_DATE.le(search.to()));
        }
        return all;
    }

    public Optional<StoredCampaign> find(String operator, String code) {
        return find(database.reading(), operator, code);
    }

    static Optional<StoredCampaign> find(DSLContext sql, String operator, String code) {
        return sql.select(CAMPAIGN_FIELDS)
                .from(CAMPAIGN)
                .where(OPERATOR.eq(operator), CODE.eq(code))
                .fetchOptional(StoredCampaign::of);
    }

    /** Disables a campaign permanently (CAM-8, D-7). Returns false if the operator has none with this code (CAM-7). */
    public boolean disable(String operator, String code) {
        if (find(operator, code).isEmpty()) {
            return false;
        }
        database.sql()
                .update(CAMPAIGN)
                .set(DISABLED_AT, clock.instant())
                .where(OPERATOR.eq(operator), CODE.eq(code), DISABLED_AT.isNull())
                .execute();
        return true;
    }

    /** Returns the time of the last change to the operator's campaigns, or empty if it has none (D-45). */
    public Optional<Instant> lastChange(String operator) {
        var newest = greatest(max(CREATED_AT), coalesce(max(DISABLED_AT), max(CREATED_AT)));
        return database.reading()
                .select(newest)
                .from(CAMPAIGN)
                .where(OPERATOR.eq(operator))
                .fetchOptional(newest);
    }
}
