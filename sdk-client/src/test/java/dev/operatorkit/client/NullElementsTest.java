package dev.operatorkit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.CampaignSearch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NullElementsTest {
    private static final String CAMPAIGN =
            "{\"campaignCode\":\"a\",\"campaignName\":\"A\",\"amount\":1,\"currencyCode\":\"EUR\",\"gameSlugs\":[null],"
                    + "\"startDate\":\"2026-03-01T00:00:00Z\",\"endDate\":\"2026-06-01T00:00:00Z\"}";
    private static final String PAGINATION = "\"pagination\":{\"page\":1,\"perPage\":20,\"total\":1,\"totalPages\":1}";

    private final Provider provider = new Provider();

    @AfterEach
    void stop() {
        provider.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"data\":[null]} | data.0 is missing",
                "{\"data\":{\"list\":[null]}} | data.list.0 is missing",
                "{\"data\":[{\"slug\":\"a\",\"available\":true,\"freeRound\":true},null]} | data.1 is missing",
                "{\"data\":[{\"slug\":\"a\",\"available\":true,\"freeRound\":true,\"restrictedCountries\":[null]}]}"
                        + " | data.0.restrictedCountries.0 is missing"
            })
    void a_null_in_the_catalogue_is_unexpected(String body, String why) {
        provider.enqueue(200, body);
        try (var api = provider.builder().build()) {
            var failure = catchThrowableOfType(UnexpectedResponseException.class, api::fetchCatalogue);
            assertThat(failure).hasMessageContaining("unexpected response 200: " + why);
        }
    }

    @Test
    void a_null_in_the_lists_of_a_search_is_unexpected() {
        provider.enqueue(200, "{\"data\":{\"list\":[null]," + PAGINATION + "}}")
                .enqueue(200, "{\"data\":{\"list\":[" + CAMPAIGN + "]," + PAGINATION + "}}");
        try (var api = provider.builder().build()) {
            for (var i = 0; i < 2; i++) {
                assertThat(catchThrowableOfType(
                                UnexpectedResponseException.class, () -> api.searchCampaigns(CampaignSearch.all())))
                        .hasMessageContaining("is missing");
            }
        }
    }

    @Test
    void a_null_in_the_response_to_a_creation_does_not_hide_that_it_was_created() {
        var code = new BonusCode("spring", "player-1", CurrencyCode.of("EUR"), "CODE-1", 10);
        provider.enqueue(200, "{\"data\":[null]}");
        try (var api = provider.builder().build()) {
            assertThat(api.createBonusCode(code)).isEmpty();
        }
    }
}
