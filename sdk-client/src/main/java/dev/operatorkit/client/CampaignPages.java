package dev.operatorkit.client;

import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Iterates over all campaigns of a search and requests each page when its first campaign is needed.
 *
 * <p>A campaign that is created in the meantime moves others to later pages (D-9); a campaign that was already returned
 * is skipped.
 */
final class CampaignPages extends Spliterators.AbstractSpliterator<Campaign> {
    private final Function<CampaignSearch, CampaignPage> pages;
    private final Queue<Campaign> ready = new ArrayDeque<>();
    private final Set<String> seen = new HashSet<>();
    private CampaignSearch next;
    private List<Campaign> previous = List.of();
    private boolean last;

    CampaignPages(CampaignSearch first, Function<CampaignSearch, CampaignPage> pages) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
        this.next = first;
        this.pages = pages;
    }

    @Override
    public boolean tryAdvance(Consumer<? super Campaign> action) {
        while (ready.isEmpty() && !last) {
            read();
        }
        var campaign = ready.poll();
        if (campaign == null) {
            return false;
        }
        action.accept(campaign);
        return true;
    }

    /**
     * Reads the next page. The iteration ends even if the provider reports more pages than it has or returns the same page
     * again.
     */
    private void read() {
        var number = next.page() == null ? 1 : next.page();
        var page = pages.apply(next);
        page.list().stream()
                .filter(campaign -> seen.add(campaign.campaignCode()))
                .forEach(ready::add);
        last = page.list().isEmpty()
                || page.list().equals(previous)
                || number >= page.pagination().totalPages();
        previous = page.list();
        next = next.withPage(number + 1);
    }
}
