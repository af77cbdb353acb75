package dev.operatorkit.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which campaigns to find (CAM-4, CAM-5); what is null filters nothing. Begin with {@link #all()}.
 *
 * @param page the first is 1
 * @param perPage 1 to 100
 * @param currencyCode this currency
 * @param campaignCode codes that contain this
 * @param campaignName names that contain this
 * @param from campaigns that start at this moment or later
 * @param to campaigns that end at this moment or earlier
 */
public record CampaignSearch(
        @Nullable Integer page,
        @Nullable Integer perPage,
        @Nullable String currencyCode,
        @Nullable String campaignCode,
        @Nullable String campaignName,
        @Nullable Instant from,
        @Nullable Instant to) {
    private static final int MOST_PER_PAGE = 100;

    /** Refuses a page below 1 and a page size out of 1 to 100. */
    public CampaignSearch {
        Limits.requireBetween(1, Integer.MAX_VALUE, "page", page);
        Limits.requireBetween(1, MOST_PER_PAGE, "perPage", perPage);
        Limits.requireText("currencyCode", currencyCode);
        Limits.requireText("campaignCode", campaignCode);
        Limits.requireText("campaignName", campaignName);
    }

    /** No filter at all. */
    public static CampaignSearch all() {
        return new CampaignSearch(null, null, null, null, null, null, null);
    }

    /** This page, the first being 1. */
    public CampaignSearch withPage(int page) {
        return new CampaignSearch(page, perPage, currencyCode, campaignCode, campaignName, from, to);
    }

    /** So many a page, 1 to 100. */
    public CampaignSearch withPerPage(int perPage) {
        return new CampaignSearch(page, perPage, currencyCode, campaignCode, campaignName, from, to);
    }

    /** This currency alone. */
    public CampaignSearch withCurrencyCode(String currencyCode) {
        return new CampaignSearch(page, perPage, currencyCode, campaignCode, campaignName, from, to);
    }

    /** Codes that contain this. */
    public CampaignSearch withCampaignCode(String part) {
        return new CampaignSearch(page, perPage, currencyCode, part, campaignName, from, to);
    }

    /** Names that contain this. */
    public CampaignSearch withCampaignName(String part) {
        return new CampaignSearch(page, perPage, currencyCode, campaignCode, part, from, to);
    }

    /** Campaigns that start at this moment or later. */
    public CampaignSearch withFrom(Instant from) {
        return new CampaignSearch(page, perPage, currencyCode, campaignCode, campaignName, from, to);
    }

    /** Campaigns that end at this moment or earlier. */
    public CampaignSearch withTo(Instant to) {
        return new CampaignSearch(page, perPage, currencyCode, campaignCode, campaignName, from, to);
    }
}
