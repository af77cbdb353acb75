package dev.operatorkit.wire;

import java.util.List;

/**
 * One page of a search (CAM-6).
 *
 * @param list its campaigns
 * @param pagination where it stands among the others
 */
public record CampaignPage(List<Campaign> list, Pagination pagination) {
    /** Copies the list. */
    public CampaignPage {
        list = List.copyOf(list);
    }
}
