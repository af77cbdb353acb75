package dev.operatorkit.client;

import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Iterates over all campaigns of a search and requests each page when its first campaign is needed.
 *
 * <p>A campaign that is created in the meantime moves others to later pages (D-9); a campaign that was already returned
 * is skipped.
 */
final class CampaignPages extends Spliterators.AbstractSpliterator<Campaign> {
    private static final int MAX_REPEATED = 2;

    private final BiFunction<CampaignSearch, Consumer<CampaignPage>, CampaignPage> pages;
    private final Queue<Campaign> ready = new ArrayDeque<>();
    private final Set<String> seen = new HashSet<>();
    private CampaignSearch next;
    private int repeated;
    private boolean last;

    CampaignPages(CampaignSearch first, BiFunction<CampaignSearch, Consumer<CampaignPage>, CampaignPage> pages) {
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

    /** Reads the next page. The search fails if the provider has more pages and repeats itself. */
    private void read() {
        var page = pages.apply(next, this::requireProgress);
        page.list().stream()
                .filter(campaign -> seen.add(campaign.campaignCode()))
                .forEach(ready::add);
        last = isLast(page);
        next = next.withPage(number(next) + 1);
    }

    /** A campaign that was created in the meantime may move a whole page to the next one, but not again and again. */
    private void requireProgress(CampaignPage page) {
        var isNew = page.list().stream().anyMatch(campaign -> !seen.contains(campaign.campaignCode()));
        repeated = isNew || isLast(page) ? 0 : repeated + 1;
        if (repeated > MAX_REPEATED) {
            throw new IllegalArgumentException("the pages repeat each other");
        }
    }

    /**
     * Requires that the page is the one that was asked for, and is not empty if there are campaigns on it.
     *
     * @throws IllegalArgumentException if it is another page
     */
    static void requireAnswers(CampaignSearch search, CampaignPage page) {
        var pagination = page.pagination();
        if (pagination.page() != number(search) || pagination.total() < 0 || pagination.totalPages() < 0) {
            throw new IllegalArgumentException("page " + number(search) + " was requested, not " + pagination);
        }
        var before = (pagination.page() - 1L) * pagination.perPage();
        if (page.list().isEmpty() && (before < pagination.total() || !isLast(page))) {
            throw new IllegalArgumentException("the list is empty, but there is " + pagination);
        }
    }

    private static boolean isLast(CampaignPage page) {
        return page.pagination().page() >= page.pagination().totalPages();
    }

    private static int number(CampaignSearch search) {
        return search.page().orElse(1);
    }
}
