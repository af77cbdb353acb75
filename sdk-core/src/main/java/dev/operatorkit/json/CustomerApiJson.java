package dev.operatorkit.json;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.LaunchUrl;
import dev.operatorkit.wire.NewCampaign;
import dev.operatorkit.wire.Pagination;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;

/** Reads and writes the requests and responses of the Customer API. */
final class CustomerApiJson {
    private CustomerApiJson() {}

    static Game game(FieldCursor in) throws IOException {
        String slug = null;
        Boolean available = null;
        Boolean freeRound = null;
        List<String> restrictedCountries = null;
        var further = new HashMap<String, Object>();
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "slug" -> slug = in.text();
                case "available" -> available = in.bool();
                case "freeRound" -> freeRound = in.bool();
                case "restrictedCountries" -> restrictedCountries = in.list(FieldCursor::repeatedText);
                default -> {
                    var value = in.anything();
                    if (value != null) {
                        further.put(name, value);
                    }
                }
            }
        }
        return new Game(
                in.required("slug", slug),
                in.required("available", available),
                in.required("freeRound", freeRound),
                restrictedCountries == null ? List.of() : restrictedCountries,
                further);
    }

    static void write(Game game, JsonOutput out) throws IOException {
        out.begin()
                .text("slug", game.slug())
                .bool("available", game.available())
                .bool("freeRound", game.freeRound())
                .texts("restrictedCountries", game.restrictedCountries());
        // Sort the fields, so that the entity tag of these bytes is the same on every JVM.
        for (var field : new TreeMap<>(game.otherFields()).entrySet()) {
            out.anything(field.getKey(), field.getValue());
        }
        out.end();
    }

    static LaunchUrl launchUrl(FieldCursor in) throws IOException {
        String url = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "url" -> url = in.text();
                default -> in.skip();
            }
        }
        return new LaunchUrl(in.required("url", url));
    }

    static void write(LaunchUrl launch, JsonOutput out) throws IOException {
        out.begin().text("url", launch.url()).end();
    }

    static NewCampaign newCampaign(FieldCursor in) throws IOException {
        String campaignCode = null;
        String campaignName = null;
        Amount amount = null;
        CurrencyCode currencyCode = null;
        List<String> gameSlugs = null;
        Instant startDate = null;
        Instant endDate = null;
        Integer maxRounds = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "campaignCode" -> campaignCode = in.text();
                case "campaignName" -> campaignName = in.text();
                case "amount" -> amount = in.amount();
                case "currencyCode" -> currencyCode = in.currency();
                case "gameSlugs" -> gameSlugs = in.list(FieldCursor::listedText);
                case "startDate" -> startDate = in.time();
                case "endDate" -> endDate = in.time();
                case "maxRounds" -> maxRounds = in.integer();
                default -> in.skip();
            }
        }
        return new NewCampaign(
                in.required("campaignCode", campaignCode),
                in.required("campaignName", campaignName),
                in.money("amount", amount, "currencyCode", currencyCode),
                in.required("gameSlugs", gameSlugs),
                in.required("startDate", startDate),
                in.required("endDate", endDate),
                maxRounds);
    }

    static void write(NewCampaign campaign, JsonOutput out) throws IOException {
        out.begin()
                .text("campaignCode", campaign.campaignCode())
                .text("campaignName", campaign.campaignName())
                .number("amount", campaign.amount().toPlainString())
                .text("currencyCode", campaign.amount().currency().code())
                .texts("gameSlugs", campaign.gameSlugs())
                .time("startDate", campaign.startDate())
                .time("endDate", campaign.endDate())
                .number("maxRounds", campaign.maxRounds())
                .end();
    }

    static Campaign campaign(FieldCursor in) throws IOException {
        String campaignCode = null;
        String campaignName = null;
        Amount amount = null;
        String currencyCode = null;
        List<String> gameSlugs = null;
        Instant startDate = null;
        Instant endDate = null;
        Integer maxRounds = null;
        Instant createdAt = null;
        Boolean isDisabled = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "campaignCode" -> campaignCode = in.text();
                case "campaignName" -> campaignName = in.text();
                case "amount" -> amount = in.amount();
                case "currencyCode" -> currencyCode = in.text();
                case "gameSlugs" -> gameSlugs = in.list(FieldCursor::listedText);
                case "startDate" -> startDate = in.time();
                case "endDate" -> endDate = in.time();
                case "maxRounds" -> maxRounds = in.integer();
                case "createdAt" -> createdAt = in.time();
                case "isDisabled" -> isDisabled = in.bool();
                default -> in.skip();
            }
        }
        return new Campaign(
                in.required("campaignCode", campaignCode),
                in.required("campaignName", campaignName),
                in.required("amount", amount),
                in.required("currencyCode", currencyCode),
                in.required("gameSlugs", gameSlugs),
                in.required("startDate", startDate),
                in.required("endDate", endDate),
                maxRounds,
                createdAt,
                isDisabled);
    }

    static void write(Campaign campaign, JsonOutput out) throws IOException {
        out.begin()
                .text("campaignCode", campaign.campaignCode())
                .text("campaignName", campaign.campaignName())
                .number("amount", campaign.amount().toPlainString())
                .text("currencyCode", campaign.currencyCode())
                .texts("gameSlugs", campaign.gameSlugs())
                .time("createdAt", campaign.createdAt())
                .bool("isDisabled", campaign.isDisabled())
                .time("startDate", campaign.startDate())
                .time("endDate", campaign.endDate())
                .numberOrNull("maxRounds", campaign.maxRounds())
                .end();
    }

    static BonusCode bonusCode(FieldCursor in) throws IOException {
        String campaignCode = null;
        String userId = null;
        CurrencyCode currencyCode = null;
        String bonusCode = null;
        Integer maxRounds = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "campaignCode" -> campaignCode = in.text();
                case "userId" -> userId = in.text();
                case "currencyCode" -> currencyCode = in.currency();
                case "bonusCode" -> bonusCode = in.text();
                case "maxRounds" -> maxRounds = in.integer();
                default -> in.skip();
            }
        }
        return new BonusCode(
                in.required("campaignCode", campaignCode),
                in.required("userId", userId),
                in.required("currencyCode", currencyCode),
                in.required("bonusCode", bonusCode),
                maxRounds);
    }

    static void write(BonusCode code, JsonOutput out) throws IOException {
        out.begin()
                .text("campaignCode", code.campaignCode())
                .text("userId", code.userId())
                .text("currencyCode", code.currencyCode().code())
                .text("bonusCode", code.bonusCode())
                .number("maxRounds", code.maxRounds())
                .end();
    }

    static CampaignSearch campaignSearch(FieldCursor in) throws IOException {
        Integer page = null;
        Integer perPage = null;
        String currencyCode = null;
        String campaignCode = null;
        String campaignName = null;
        Instant from = null;
        Instant to = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "page" -> page = in.integer();
                case "perPage" -> perPage = in.integer();
                case "currencyCode" -> currencyCode = in.text();
                case "campaignCode" -> campaignCode = in.text();
                case "campaignName" -> campaignName = in.text();
                case "from" -> from = in.time();
                case "to" -> to = in.time();
                default -> in.skip();
            }
        }
        return new CampaignSearch(page, perPage, currencyCode, campaignCode, campaignName, from, to);
    }

    static void write(CampaignSearch search, JsonOutput out) throws IOException {
        out.begin()
                .number("page", search.page())
                .number("perPage", search.perPage())
                .text("currencyCode", search.currencyCode())
                .text("campaignCode", search.campaignCode())
                .text("campaignName", search.campaignName())
                .time("from", search.from())
                .time("to", search.to())
                .end();
    }

    static CampaignPage campaignPage(FieldCursor in) throws IOException {
        List<Campaign> list = null;
        Pagination pagination = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "list" -> list = in.list(CustomerApiJson::campaign);
                case "pagination" -> pagination = in.object(CustomerApiJson::pagination);
                default -> in.skip();
            }
        }
        return new CampaignPage(in.required("list", list), in.required("pagination", pagination));
    }

    static void write(CampaignPage page, JsonOutput out) throws IOException {
        out.begin()
                .list("list", page.list(), CustomerApiJson::write)
                .object("pagination", page.pagination(), CustomerApiJson::write)
                .end();
    }

    private static Pagination pagination(FieldCursor in) throws IOException {
        Integer page = null;
        Integer perPage = null;
        Integer total = null;
        Integer totalPages = null;
        for (var name = in.first(); name != null; name = in.next()) {
            switch (name) {
                case "page" -> page = in.integer();
                case "perPage" -> perPage = in.integer();
                case "total" -> total = in.integer();
                case "totalPages" -> totalPages = in.integer();
                default -> in.skip();
            }
        }
        return new Pagination(
                in.required("page", page),
                in.required("perPage", perPage),
                in.required("total", total),
                in.required("totalPages", totalPages));
    }

    private static void write(Pagination pagination, JsonOutput out) throws IOException {
        out.begin()
                .number("page", pagination.page())
                .number("perPage", pagination.perPage())
                .number("total", pagination.total())
                .number("totalPages", pagination.totalPages())
                .end();
    }
}
