package dev.operatorkit.client.testkit;

import dev.operatorkit.money.Amount;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.NewCampaign;
import dev.operatorkit.wire.Pagination;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds the campaigns of a fake, in the order in which they were added. */
final class FakeCampaigns {
    private static final int PER_PAGE = 20;

    private final Map<String, Campaign> campaigns = new LinkedHashMap<>();
    private final Set<String> disabled = new HashSet<>();

    void put(Campaign campaign) {
        disabled.remove(campaign.campaignCode());
        campaigns.put(campaign.campaignCode(), campaign);
    }

    /** Creates a campaign; returns null when the code already exists (D-6). */
    @Nullable
    Campaign create(NewCampaign request, Instant now) {
        var campaign = new Campaign(
                request.campaignCode(),
                request.campaignName(),
                Amount.parse(request.amount().toPlainString()),
                request.amount().currency().code(),
                request.gameSlugs(),
                request.startDate(),
                request.endDate(),
                request.maxRounds(),
                now,
                false);
        return campaigns.putIfAbsent(campaign.campaignCode(), campaign) == null ? campaign : null;
    }

    /** Returns the campaign whose codes can be created and redeemed (CAM-8); null if there is none. */
    @Nullable
    Campaign active(String code) {
        var campaign = campaigns.get(code);
        return campaign == null || campaign.isDisabled() || disabled.contains(code) ? null : campaign;
    }

    /** Disables a campaign, which removes it from searches (CAM-8, D-7); returns false if there is none. */
    boolean disable(String code) {
        var exists = campaigns.containsKey(code);
        if (exists) {
            disabled.add(code);
        }
        return exists;
    }

    /** Returns a page of the matching campaigns (CAM-5, CAM-6, D-9). */
    CampaignPage find(CampaignSearch search) {
        var page = search.page().orElse(1);
        var perPage = search.perPage().orElse(PER_PAGE);
        var found = campaigns.values().stream()
                .filter(campaign -> !disabled.contains(campaign.campaignCode()) && matches(campaign, search))
                .toList();
        var list = found.stream().skip((page - 1L) * perPage).limit(perPage).toList();
        return new CampaignPage(list, new Pagination(page, perPage, found.size(), pages(found, perPage)));
    }

    private static int pages(List<Campaign> found, int perPage) {
        return (found.size() + perPage - 1) / perPage;
    }

    private static boolean matches(Campaign campaign, CampaignSearch search) {
        return (search.currencyCode() == null || search.currencyCode().equals(campaign.currencyCode()))
                && (search.campaignCode() == null || campaign.campaignCode().contains(search.campaignCode()))
                && (search.campaignName() == null || campaign.campaignName().contains(search.campaignName()))
                && (search.from() == null || !campaign.startDate().isBefore(search.from()))
                && (search.to() == null || !campaign.endDate().isAfter(search.to()));
    }
}
