package dev.operatorkit.wire;

import dev.operatorkit.money.CurrencyCode;
import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Holds the criteria of a search for campaigns (CAM-4, CAM-5). A criterion that is null or empty is ignored. Start from {@link
 * #all()} and narrow it: the constructor is not for callers, and gets parameters when the provider adds criteria.
 *
 * @param page the number of the page, from 1
 * @param perPage the size of the page, from 1 to 100
 * @param currencyCode finds only campaigns in this currency
 * @param campaignCode finds only campaigns whose code contains this text
 * @param campaignName finds only campaigns whose name contains this text
 * @param from finds only campaigns that start at or after this time
 * @param to finds only campaigns that end at or before this time
 */
public record CampaignSearch(
        OptionalInt page,
        OptionalInt perPage,
        @Nullable String currencyCode,
        @Nullable String campaignCode,
        @Nullable String campaignName,
        @Nullable Instant from,
        @Nullable Instant to) {
    private static final int MAX_PER_PAGE = 100;

    /**
     * Validates the page.
     *
     * @throws IllegalArgumentException if the page is less than 1 or its size is not from 1 to 100
     */
    public CampaignSearch {
        Limits.requireBetween(1, Integer.MAX_VALUE, "page", page);
        Limits.requireBetween(1, MAX_PER_PAGE, "perPage", perPage);
        Limits.requireText("currencyCode", currencyCode);
        Limits.requireText("campaignCode", campaignCode);
        Limits.requireText("campaignName", campaignName);
    }

    /** Returns criteria that find all campaigns. */
    public static CampaignSearch all() {
        return new CampaignSearch(OptionalInt.empty(), OptionalInt.empty(), null, null, null, null, null);
    }

    /** Returns a copy for this page, from 1. */
    public CampaignSearch withPage(int page) {
        return new CampaignSearch(OptionalInt.of(page), perPage, currencyCode, campaignCode, campaignName, from, to);
    }

    /** Returns a copy with this page size, from 1 to 100. */
    public CampaignSearch withPerPage(int perPage) {
        return new CampaignSearch(page, OptionalInt.of(perPage), currencyCode, campaignCode, campaignName, from, to);
    }

    /** Returns a copy that finds only campaigns in this currency. */
    public CampaignSearch withCurrency(CurrencyCode currency) {
        return new CampaignSearch(page, perPage, currency.code(), campaignCode, campaignName, from, to);
    }

    /** Returns a copy that finds only campaigns whose code contains this text. */
    public CampaignSearch withCampaignCode(String part) {
        return new CampaignSearch(page, perPage, currencyCode, part, campaignName, from, to);
    }

    /** Returns a copy that finds only campaigns whose name contains this text. */
    public CampaignSearch withCampaignName(String part) {
        return new CampaignSearch(page, perPage, currencyCode, campaignCode, part, from, to);
    }

    /** Returns a copy that finds only campaigns that start at or after this time. */
    public CampaignSearch withFrom(Instant from) {
        return new CampaignSearch(page, perPage, currencyCode, campaignCode, campaignName, from, to);
    }

    /** Returns a copy that finds only campaigns that end at or before this time. */
    public CampaignSearch withTo(Instant to) {
        return new CampaignSearch(page, perPage, currencyCode, campaignCode, campaignName, from, to);
    }
}
