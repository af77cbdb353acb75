package dev.operatorkit.wire;

import java.util.List;

/**
 * Holds one page of the results of a campaign search (CAM-6).
 *
 * @param list the campaigns of the page
 * @param pagination the position of the page in the results
 */
public record CampaignPage(List<Campaign> list, Pagination pagination) {
    /**
     * Creates a page with an unmodifiable copy of the campaigns.
     *
     * @throws IllegalArgumentException if a field is missing
     */
    public CampaignPage {
        Limits.requirePresent("list", list);
        Limits.requirePresent("pagination", pagination);
        list = List.copyOf(list);
    }
}
