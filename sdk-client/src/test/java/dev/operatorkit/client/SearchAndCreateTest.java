package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.CAMPAIGN;
import static dev.operatorkit.client.Provider.CODE;
import static dev.operatorkit.client.Provider.EUR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignSearch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SearchAndCreateTest {
    @AutoClose
    private final Provider provider = new Provider();

    @AutoClose
    private final CustomerApi api = provider.builder().build();

    @Test
    void the_disabled_state_of_a_campaign_is_read() {
        provider.enqueue(200, page(1, 1, campaign("on", false), campaign("off", true)));
        var found = api.searchCampaigns(CampaignSearch.all());
        assertThat(found.list()).extracting(Campaign::campaignCode).containsExactly("on", "off");
        assertThat(found.list()).extracting(Campaign::isDisabled).containsExactly(false, true);
        assertThat(found.list().get(0).stake()).isEqualTo(new Money(20, EUR));
        assertThat(found.pagination().totalPages()).isOne();
    }

    @Test
    void a_campaign_without_the_is_disabled_field_is_read() {
        provider.enqueue(200, page(1, 1, campaign("on", false).replace(",\"isDisabled\":false", "")));
        assertThat(api.searchCampaigns(CampaignSearch.all()).list().get(0).isDisabled())
                .isFalse();
    }

    @Test
    void pages_are_requested_lazily() {
        provider.enqueue(200, page(1, 3, campaign("a", false), campaign("b", false)))
                .enqueue(200, page(2, 3, campaign("c", false)))
                .enqueue(200, page(3, 3, campaign("d", false)));
        var campaigns = api.searchAllCampaigns(
                        CampaignSearch.all().withPerPage(2).withCampaignName("x"))
                .map(Campaign::campaignCode)
                .iterator();
        assertThat(provider.server.getRequestCount()).isZero();
        assertThat(campaigns.next()).isEqualTo("a");
        assertThat(campaigns.next()).isEqualTo("b");
        assertThat(provider.server.getRequestCount()).isOne();
        assertThat(campaigns.next()).isEqualTo("c");
        assertThat(provider.server.getRequestCount()).isEqualTo(2);
        assertThat(campaigns.next()).isEqualTo("d");
        assertThat(campaigns.hasNext()).isFalse();
        assertThat(Stream.of(provider.takeRequest(), provider.takeRequest(), provider.takeRequest())
                        .map(request -> new String(Provider.body(request), StandardCharsets.UTF_8)))
                .containsExactly(
                        "{\"perPage\":2,\"campaignName\":\"x\"}",
                        "{\"page\":2,\"perPage\":2,\"campaignName\":\"x\"}",
                        "{\"page\":3,\"perPage\":2,\"campaignName\":\"x\"}");
    }

    @Test
    void a_campaign_that_moves_to_the_next_page_is_returned_once() {
        provider.enqueue(200, page(1, 3, campaign("b", false), campaign("a", false)))
                .enqueue(200, page(2, 3, campaign("b", false), campaign("a", false)))
                .enqueue(200, page(3, 3, campaign("z", false)));
        assertThat(codes(CampaignSearch.all())).containsExactly("b", "a", "z");
    }

    @Test
    void a_provider_that_reports_endless_pages_does_not_cause_an_endless_search() {
        for (var page = 1; page <= 4; page++) {
            provider.enqueue(200, page(page, Integer.MAX_VALUE, campaign("a", false)));
        }
        assertThat(catchThrowableOfType(UnexpectedResponseException.class, () -> codes(CampaignSearch.all())))
                .hasMessageContaining("the pages repeat each other");
        assertThat(provider.server.getRequestCount()).isEqualTo(4);
    }

    private List<String> codes(CampaignSearch search) {
        return api.searchAllCampaigns(search).map(Campaign::campaignCode).toList();
    }

    @Test
    void a_created_object_in_the_response_is_returned() {
        provider.enqueue(200, "{\"data\":" + campaign("spring", false) + "}")
                .enqueue(
                        200,
                        "{\"data\":{\"campaignCode\":\"spring\",\"userId\":\"player-1\",\"currencyCode\":\"EUR\",\"bonusCode\":\"CODE-1\",\"maxRounds\":10}}");
        var created = api.createCampaign(CAMPAIGN).echo().orElseThrow();
        assertThat(created.campaignCode()).isEqualTo("spring");
        assertThat(api.createBonusCode(CODE).echo()).contains(CODE);
    }

    private static String page(int page, int totalPages, String... campaigns) {
        var list = Stream.of(campaigns).collect(Collectors.joining(","));
        return "{\"data\":{\"list\":[" + list + "],\"pagination\":{\"page\":" + page
                + ",\"perPage\":2,\"total\":9,\"totalPages\":" + totalPages + "}}}";
    }

    private static String campaign(String code, boolean disabled) {
        return "{\"campaignCode\":\"" + code
                + "\",\"campaignName\":\"Spring\",\"amount\":0.20,\"currencyCode\":\"EUR\","
                + "\"gameSlugs\":[\"slug\"],\"startDate\":\"2026-03-01T00:00:00.000Z\",\"endDate\":\"2026-06-01T00:00:00.000Z\","
                + "\"maxRounds\":10,\"createdAt\":\"2026-02-01T00:00:00.000Z\",\"isDisabled\":" + disabled
                + ",\"tags\":[]}";
    }
}
