package dev.operatorkit.simulator.customerapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the calls for campaigns and bonus codes: CAM-1 to CAM-9, BON-1 to BON-6, GEN-3, GEN-5, D-3 to D-10. */
class CampaignCallTest {
    private static final SecretKeys OTHER = SecretKeys.of("another-secret-for-tests");

    @AutoClose
    private final Simulator simulator = Simulator.start(
            SimulatorSettings.local(Operator.of("demo", RawApi.KEYS, null), Operator.of("other", OTHER, null)));

    private RawApi api = new RawApi(simulator);

    private static void assertCreated(RawApi.Reply reply) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    }

    private static void assertRefused(RawApi.Reply reply, int status, String message) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(status);
        assertThat(reply.message()).contains(message);
    }

    private List<String> found(String filter) {
        var codes = new ArrayList<String>();
        api.search(filter)
                .json()
                .path("data")
                .path("list")
                .forEach(item -> codes.add(item.path("campaignCode").asText()));
        return codes;
    }

    @Test
    void creating_a_campaign_returns_the_created_campaign() {
        var reply = api.createCampaign("summer", "amount", "0.5", "maxRounds", "7");
        assertCreated(reply);
        var data = reply.json().path("data");
        assertThat(data.path("campaignCode").asText()).isEqualTo("summer");
        assertThat(data.path("campaignName").asText()).isEqualTo("Name of summer");
        assertThat(reply.text()).contains("\"amount\":0.50,");
        assertThat(data.path("startDate").asText()).isEqualTo("2026-01-01T00:00:00.000Z");
        assertThat(data.path("maxRounds").asInt()).isEqualTo(7);
        assertThat(data.path("createdAt").asText()).matches(".*T.*\\.\\d{3}Z");
        assertThat(data.path("isDisabled").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"campaignCode", "campaignName", "amount", "currencyCode", "startDate", "endDate", "gameSlugs"})
    void every_field_except_max_rounds_is_required(String field) {
        assertRefused(api.createCampaign("c", field, ""), 400, field);
        assertRefused(api.createCampaign("c", field, "null"), 400, field);
        assertCreated(api.createCampaign("c", "maxRounds", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "amount; 0; amount",
                "amount; 0.001; amount",
                "amount; \"1\"; amount",
                "currencyCode; \"EURO-1\"; currencyCode",
                "startDate; \"2099-12-31T23:59:59.000Z\"; endDate must be after",
                "startDate; \"2026-01-01T00:00:00+02:00\"; startDate",
                "gameSlugs; []; gameSlugs",
                "gameSlugs; [\"cherry-rush\",\"cherry-rush\"]; gameSlugs",
                "gameSlugs; [\"no-such-game\"]; no game 'no-such-game'",
                "gameSlugs; [\"cherry-rush\",\"diamond-line\"]; 'diamond-line' has no free rounds",
                "maxRounds; 0; maxRounds",
                "maxRounds; 1.5; maxRounds",
                "campaignCode; \"\"; campaignCode",
                "campaignCode; \"a\\u0000b\"; campaignCode",
                "campaignName; \"\"; campaignName"
            })
    void an_invalid_field_gets_400_and_is_named_in_the_message(String field, String value, String message) {
        assertRefused(api.createCampaign("c", field, value), 400, message);
        assertThat(found("{}")).isEmpty();
    }

    @Test
    void ids_may_have_up_to_255_unicode_characters() {
        assertCreated(api.createCampaign("\uD83C\uDF52".repeat(255)));
        assertRefused(api.createCampaign("x".repeat(256)), 400, "campaignCode");
        assertThat(found("{\"campaignCode\":\"\uD83C\uDF52\"}")).hasSize(1);
    }

    @Test
    void ids_that_differ_in_case_spaces_or_unicode_form_are_distinct() {
        assertCreated(api.createCampaign("code"));
        assertCreated(api.createCampaign("Code"));
        assertCreated(api.createCampaign("code "));
        assertCreated(api.createCampaign("cod\u00e9"));
        assertCreated(api.createCampaign("code\u0301"));
        assertThat(found("{}")).hasSize(5);
    }

    @Test
    void a_campaign_code_cannot_be_reused_even_after_it_is_disabled() {
        assertCreated(api.createCampaign("once"));
        assertRefused(api.createCampaign("once"), 400, "already exists");
        assertCreated(api.delete("/api/v1/free-rounds/campaigns/once").send());
        assertRefused(api.createCampaign("once"), 400, "already exists");
    }

    @Test
    void two_operators_may_use_the_same_code_and_see_only_their_own_campaigns() {
        assertCreated(api.createCampaign("same"));
        assertCreated(api.post("/api/v1/free-rounds/campaigns", RawApi.campaign("same"))
                .as("other", OTHER)
                .send());
        assertCreated(api.post("/api/v1/free-rounds/campaigns", RawApi.campaign("theirs"))
                .as("other", OTHER)
                .send());
        assertThat(found("{}")).containsExactly("same");
        assertRefused(api.delete("/api/v1/free-rounds/campaigns/theirs").send(), 404, "theirs");
        assertRefused(api.createCode("theirs", "code-1"), 404, "theirs");
    }

    @Test
    void a_search_returns_a_list_and_pagination() {
        assertThat(api.search("{}").json().path("data").toString())
                .isEqualTo("{\"list\":[],\"pagination\":{\"page\":1,\"perPage\":20,\"total\":0,\"totalPages\":0}}");
        assertCreated(api.createCampaign("a", "maxRounds", ""));
        assertThat(api.search("{}").text()).contains("\"maxRounds\":null"); // D-60
        var data = api.search("{}").json().path("data");
        assertThat(data.path("list").path(0).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "campaignCode",
                        "campaignName",
                        "amount",
                        "currencyCode",
                        "gameSlugs",
                        "createdAt",
                        "isDisabled",
                        "startDate",
                        "endDate",
                        "maxRounds");
        assertThat(data.path("pagination").toString())
                .isEqualTo("{\"page\":1,\"perPage\":20,\"total\":1,\"totalPages\":1}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"page\":0}; page",
                "{\"page\":1.0}; page",
                "{\"perPage\":0}; perPage",
                "{\"perPage\":101}; perPage",
                "{\"from\":\"2026-01-01T00:00:00\"}; from",
                "{\"to\":\"2026-01-01T01:00:00+01:00\"}; to",
                "{\"campaignCode\":7}; campaignCode",
            })
    void a_search_with_an_invalid_parameter_gets_400(String filter, String field) {
        assertRefused(api.search(filter), 400, field);
    }

    @Test
    void pages_list_the_newest_campaigns_first_and_pages_past_the_end_are_empty() {
        for (var i = 0; i < 5; i++) {
            assertCreated(api.createCampaign("c" + i));
            simulator.clock().forward(Duration.ofSeconds(1));
        }
        assertThat(found("{\"perPage\":2}")).containsExactly("c4", "c3");
        assertThat(found("{\"perPage\":2,\"page\":3}")).containsExactly("c0");
        assertThat(found("{\"perPage\":2,\"page\":4}")).isEmpty();
        assertThat(found("{\"perPage\":100,\"page\":2147483647}")).isEmpty();
        assertThat(api.search("{\"perPage\":2}")
                        .json()
                        .path("data")
                        .path("pagination")
                        .path("totalPages")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void campaigns_created_at_the_same_time_are_ordered_by_code() {
        var clock = Clock.fixed(Clock.systemUTC().instant(), ZoneOffset.UTC);
        try (var still = Simulator.start(
                SimulatorSettings.local(Operator.of("demo", RawApi.KEYS, null)).clock(clock))) {
            api = new RawApi(still);
            for (var code : List.of("b", "c", "a")) {
                assertCreated(api.createCampaign(code));
            }
            assertThat(found("{}")).containsExactly("a", "b", "c");
        }
    }

    @Test
    void filters_narrow_the_search_separately_and_combined() {
        assertCreated(api.createCampaign("summer-eur", "campaignName", "\"Summer 100%\""));
        assertCreated(api.createCampaign("summer-usd", "currencyCode", "\"USD\""));
        assertCreated(api.createCampaign(
                "winter_eur", "startDate", "\"2027-01-01T00:00:00Z\"", "endDate", "\"2027-02-01T00:00:00Z\""));
        assertThat(found("{\"currencyCode\":\"USD\"}")).containsExactly("summer-usd");
        assertThat(found("{\"campaignCode\":\"mmer\"}")).containsExactlyInAnyOrder("summer-eur", "summer-usd");
        assertThat(found("{\"campaignCode\":\"SUMMER\"}")).isEmpty();
        assertThat(found("{\"campaignCode\":\"_\"}")).containsExactly("winter_eur");
        assertThat(found("{\"campaignName\":\"100%\"}")).containsExactly("summer-eur");
        assertThat(found("{\"from\":\"2027-01-01T00:00:00.000Z\"}")).containsExactly("winter_eur");
        assertThat(found("{\"from\":\"2027-01-01T00:00:00.001Z\"}")).isEmpty();
        assertThat(found("{\"to\":\"2027-02-01T00:00:00Z\"}")).containsExactly("winter_eur");
        assertThat(found("{\"to\":\"2027-01-31T23:59:59.999Z\"}")).isEmpty();
        assertThat(found("{\"campaignCode\":\"eur\",\"currencyCode\":\"EUR\",\"to\":\"2098-01-01T00:00:00Z\"}"))
                .containsExactly("winter_eur");
    }

    @Test
    void a_disabled_campaign_disappears_and_disabling_it_again_changes_nothing() {
        assertCreated(api.createCampaign("gone"));
        for (var i = 0; i < 2; i++) {
            var reply = api.delete("/api/v1/free-rounds/campaigns/gone").send();
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.raw().body()).isEmpty();
            assertThat(reply.header("ETag")).isNotEmpty();
        }
        assertThat(found("{}")).isEmpty();
        assertRefused(api.createCode("gone", "code"), 404, "gone");
    }

    @Test
    void a_setting_makes_searches_report_disabled_campaigns() {
        assertCreated(api.createCampaign("gone"));
        assertCreated(api.delete("/api/v1/free-rounds/campaigns/gone").send());
        simulator.operators().change("demo", operator -> RawApi.with(operator, "disabledCampaigns", "reported"));
        var item = api.search("{}").json().path("data").path("list").path(0);
        assertThat(item.path("campaignCode").asText()).isEqualTo("gone");
        assertThat(item.path("isDisabled").asBoolean()).isTrue();
    }

    @Test
    void disabling_accepts_codes_with_reserved_characters_and_refuses_unknown_codes() {
        assertCreated(api.createCampaign("a/b ?c"));
        assertCreated(api.delete("/api/v1/free-rounds/campaigns/a%2Fb%20%3Fc").send());
        assertRefused(api.delete("/api/v1/free-rounds/campaigns/unknown").send(), 404, "unknown");
        assertRefused(api.delete("/api/v1/free-rounds/campaigns/a%00").send(), 400, "control");
        assertCreated(api.createCampaign("search"));
        assertCreated(api.delete("/api/v1/free-rounds/campaigns/search").send());
        assertThat(found("{}")).isEmpty();
    }

    @Test
    void creating_a_bonus_code_returns_the_created_code() {
        assertCreated(api.createCampaign("camp"));
        var reply = api.createCode("camp", "code-1", "maxRounds", "3");
        assertCreated(reply);
        assertThat(reply.json().path("data").toString())
                .isEqualTo("{\"campaignCode\":\"camp\",\"userId\":\"player-1\",\"currencyCode\":\"EUR\","
                        + "\"bonusCode\":\"code-1\",\"maxRounds\":3}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"campaignCode", "userId", "currencyCode", "bonusCode"})
    void every_field_of_a_bonus_code_except_max_rounds_is_required(String field) {
        assertCreated(api.createCampaign("camp"));
        assertRefused(api.createCode("camp", "c", field, ""), 400, field);
        assertCreated(api.createCode("camp", "c"));
    }

    @Test
    void an_invalid_bonus_code_is_refused() {
        assertCreated(api.createCampaign("camp"));
        assertCreated(api.createCampaign("open-end", "maxRounds", ""));
        assertRefused(api.createCode("nowhere", "c"), 404, "nowhere");
        assertRefused(api.createCode("camp", "c", "currencyCode", "\"USD\""), 400, "the campaign is in EUR");
        assertRefused(api.createCode("camp", "c", "maxRounds", "0"), 400, "maxRounds");
        assertRefused(api.createCode("open-end", "c"), 400, "maxRounds: set it");
        assertCreated(api.createCode("open-end", "c", "maxRounds", "2"));
        assertRefused(api.createCode("camp", "c"), 400, "already exists");
    }

    @Test
    void if_collisions_are_allowed_the_newest_bonus_code_wins() {
        assertCreated(api.createCampaign("camp"));
        assertCreated(api.createCampaign("other"));
        assertCreated(api.createCode("camp", "c"));
        simulator.operators().change("demo", operator -> RawApi.with(operator, "codeCollisions", "allow"));
        assertCreated(api.createCode("other", "c", "userId", "\"player-2\"", "maxRounds", "7"));
        var code = simulator.bonusCodes().find("demo", "c").orElseThrow();
        assertThat(code.terms().campaignCode()).isEqualTo("other");
        assertThat(code.terms().userId()).isEqualTo("player-2");
        assertThat(code.roundsLeft()).isEqualTo(7);
    }

    @Test
    void a_bonus_code_may_be_created_outside_the_validity_window() {
        assertCreated(api.createCampaign(
                "past", "startDate", "\"2020-01-01T00:00:00Z\"", "endDate", "\"2020-02-01T00:00:00Z\""));
        assertCreated(api.createCode("past", "late"));
    }
}
