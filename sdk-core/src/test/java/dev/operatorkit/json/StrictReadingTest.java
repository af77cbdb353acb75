package dev.operatorkit.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.Amount;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.CampaignPage;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.LaunchUrl;
import dev.operatorkit.wire.NewCampaign;
import dev.operatorkit.wire.Player;
import dev.operatorkit.wire.TransactionResult;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests what is rejected and what is kept of the Customer API's bodies, of responses, and of a program's own records.
 */
class StrictReadingTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"page\":0}|page must be at least 1", "{\"perPage\":101}|perPage must be 1 to 100",
                "{\"perPage\":0}|perPage must be 1 to 100", "{\"page\":1.0}|page must be a whole number",
                "{\"page\":\"1\"}|page must be a whole number", "{\"page\":2147483648}|page is too large",
                "{\"to\":1}|to must be a string"
            })
    void an_invalid_search_is_refused_with_the_name_of_the_field(String json, String message) {
        assertThatThrownBy(() -> Json.read(json.getBytes(UTF_8), CampaignSearch.class))
                .hasMessage(message);
    }

    @Test
    void an_invalid_campaign_is_refused_with_the_name_of_the_field() {
        var campaign = """
            {"campaignCode":"c","campaignName":"C","amount":0.20,"currencyCode":"EUR","gameSlugs":["book"],\
            "startDate":"2026-01-01T00:00:00Z","endDate":"2026-02-01T00:00:00Z","maxRounds":5}\
            """;
        var wrong = new TreeMap<>(Map.of(
                "0.20|0.201", "amount does not fit EUR, which has 2 decimals",
                "0.20|0", "amount must be greater than 0",
                "0.20|-1", "amount must be greater than 0",
                "\"EUR\"|\"FUN\"", "currencyCode is not a currency code: FUN is only for demos (LAU-13)",
                "\"EUR\"|null", "currencyCode is missing",
                "[\"book\"]|[]", "gameSlugs must not be empty",
                "[\"book\"]|[\"a\",\"a\"]", "gameSlugs contains a duplicate",
                "[\"book\"]|[null]", "gameSlugs.0 is missing",
                "2026-02|2025-02", "endDate must be after startDate"));
        wrong.put("[\"book\"]|\"book\"", "gameSlugs must be a list");
        wrong.put(":5|:0", "maxRounds must be at least 1");
        wrong.put("\"C\"|null", "campaignName is missing");
        assertThat(Json.read(campaign.getBytes(UTF_8), NewCampaign.class).maxRounds())
                .hasValue(5);
        wrong.forEach((change, message) -> {
            var changed = campaign.replace(before(change), change.substring(change.indexOf('|') + 1));
            assertThatThrownBy(() -> Json.read(changed.getBytes(UTF_8), NewCampaign.class))
                    .as(changed)
                    .isInstanceOf(MalformedJsonException.class)
                    .hasMessage(message);
        });
        assertThatThrownBy(() -> Json.read("{\"campaignCode\":\"c\"}".getBytes(UTF_8), BonusCode.class))
                .hasMessage("userId is missing");
    }

    @Test
    void a_game_keeps_unknown_fields() {
        var json = """
            {"slug":"book","available":true,"freeRound":false,"name":"Book","rank":1.50,"new":true,"none":null,\
            "artwork":{"tile":"https://a.example/t.svg","sizes":[1,null,"x",[2]],"none":null}}\
            """;
        var game = Json.read(json.getBytes(UTF_8), Game.class);
        assertThat(game.restrictedCountries()).isEmpty();
        assertThat(game.field("name")).contains("Book");
        assertThat(game.field("rank")).contains(new BigDecimal("1.50"));
        assertThat(game.field("new")).contains(true);
        assertThat(game.field("none")).isEmpty();
        assertThat(game.field("slug")).isEmpty();
        assertThat(game.field("artwork"))
                .contains(Map.of(
                        "tile",
                        "https://a.example/t.svg",
                        "sizes",
                        List.of(BigDecimal.ONE, "x", List.of(new BigDecimal("2")))));
        assertThatThrownBy(() -> Json.read("{\"slug\":\"b\",\"available\":1}".getBytes(UTF_8), Game.class))
                .hasMessage("available must be true or false");
    }

    @Test
    void a_catalogue_is_read_in_both_formats() {
        var game = "{\"slug\":\"book\",\"available\":true,\"freeRound\":false,\"restrictedCountries\":[\"DE\",\"FR\"]}";
        for (var form : List.of("{\"data\":[%s,%s]}", "{\"data\":{\"list\":[%s,%s],\"pagination\":{}},\"x\":1}")) {
            var games = Json.readDataList(form.formatted(game, game).getBytes(UTF_8), Game.class);
            assertThat(games).hasSize(2);
            assertThat(games.get(0).restrictedCountries().get(1))
                    .isSameAs(games.get(1).restrictedCountries().get(1));
            assertThat(new String(Json.writeDataList(games), UTF_8))
                    .isEqualTo("{\"data\":[%s,%s]}".formatted(game, game));
        }
        for (var wrong :
                List.of("{}", "{\"data\":null}", "{\"data\":{}}", "{\"data\":{\"list\":null}}", "{\"data\":1}")) {
            assertThatThrownBy(() -> Json.readDataList(wrong.getBytes(UTF_8), Game.class))
                    .isInstanceOf(MalformedJsonException.class)
                    .hasMessageStartingWith("data");
        }
        assertThatThrownBy(() -> Json.readDataList("{\"data\":[{}]}".getBytes(UTF_8), Game.class))
                .hasMessage("data.0.slug is missing");
        assertThatThrownBy(() -> Json.readData("[]".getBytes(UTF_8), LaunchUrl.class))
                .hasMessage("the body must be an object");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "98.50|null|balance.amount is missing",
                "98.50|98.501|balance.amount does not fit EUR, which has 2 decimals",
                "\"EUR\"|\"FUN\"|balance.currency is not a currency code: FUN is only for demos (LAU-13)"
            })
    void a_result_may_omit_its_creation_time_but_not_its_balance(String right, String wrong, String message) {
        var result = """
            {"operatorTransactionId":"op","balance":{"amount":98.50,"currency":"EUR",\
            "updatedAt":"2026-01-31T12:00:00Z"}}\
            """;
        assertThat(Json.read(result.getBytes(UTF_8), TransactionResult.class).createdAt())
                .isNull();
        var changed = result.replace(right, wrong).getBytes(UTF_8);
        assertThatThrownBy(() -> Json.read(changed, TransactionResult.class)).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"total\":1|\"x\":1|pagination.total is missing",
                "\"total\":1|\"total\":null|pagination.total is missing",
                "\"total\":1|\"total\":\"1\"|pagination.total must be a whole number",
                "\"spring\"|7|list.0.campaignCode must be a string",
                "\"spring\"|sp|list.0.campaignCode is not JSON at byte 25",
                "true|1|list.0.isDisabled must be true or false",
                "[\"book\"]|[7]|list.0.gameSlugs.0 must be a string",
                "[\"book\"]|{}|list.0.gameSlugs must be a list",
                "\"amount\":1|\"amount\":null|list.0.amount is missing"
            })
    void an_invalid_page_is_refused_with_the_name_of_the_field(String right, String wrong, String message) {
        var page = """
            {"list":[{"campaignCode":"spring","campaignName":"S","amount":1,"currencyCode":"EUR","gameSlugs":["book"],\
            "startDate":"2026-01-01T00:00:00Z","endDate":"2026-02-01T00:00:00Z","isDisabled":true}],\
            "pagination":{"page":1,"perPage":20,"total":1,"totalPages":1}}\
            """;
        assertThat(Json.read(page.getBytes(UTF_8), CampaignPage.class).list()).hasSize(1);
        assertThatThrownBy(() -> Json.read(page.replace(right, wrong).getBytes(UTF_8), CampaignPage.class))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage(message);
    }

    /** Databind builds a record as soon as its last component is read, while the parser is at a later field. */
    @Test
    void an_error_in_a_record_does_not_name_the_field_that_follows_it() {
        var body = "{\"transactionId\":\"\",\"playerId\":\"p\",\"token\":\"t\",\"stake\":{\"amount\":1}}";
        assertThatThrownBy(() -> Json.readIds(body.getBytes(UTF_8)))
                .hasMessage("transactionId must have 1 to 255 characters");
        var balance = "{\"amount\":1.001,\"currency\":\"EUR\",\"updatedAt\":\"2026-01-31T12:00:00Z\",\"x\":1}";
        var player = "{\"accountId\":\"a\",\"displayName\":\"b\",\"balance\":" + balance + ",\"y\":1}";
        assertThatThrownBy(() -> Json.read(player.getBytes(UTF_8), Player.class))
                .hasMessage("balance.amount does not fit EUR, which has 2 decimals");
    }

    /** Represents a program's own record, bound by its components under the same rules. */
    record CustomRecord(String name, Balance ignored, Amount amount, Instant since) {}

    @Test
    void a_custom_record_is_read_by_the_same_rules() {
        var json = "{\"name\":\"n\",\"amount\":1.50,\"since\":\"2026-01-31T12:00:00.007Z\"}";
        var own = Json.read(json.getBytes(UTF_8), CustomRecord.class);
        assertThat(own.amount().toPlainString()).isEqualTo("1.50");
        assertThat(new String(Json.write(own), UTF_8))
                .contains("\"amount\":1.50", "\"since\":\"2026-01-31T12:00:00.007Z\"");
        assertThatThrownBy(() -> Json.read(json.replace("1.50", "\"x\"").getBytes(UTF_8), CustomRecord.class))
                .hasMessage("amount must be a number");
        assertThatThrownBy(() -> Json.read("{\"name\":{}}".getBytes(UTF_8), CustomRecord.class))
                .hasMessage("name has the wrong type");
        assertThatThrownBy(() -> Json.read("null".getBytes(UTF_8), CustomRecord.class))
                .isInstanceOf(MalformedJsonException.class);
    }

    private static String before(String change) {
        return change.substring(0, change.indexOf('|'));
    }
}
