package dev.operatorkit.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.wire.CallbackIds;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Limits;
import dev.operatorkit.wire.Rollback;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what is read of a callback whose other fields are wrong: its ids (D-21), and everything except its free round
 * data (D-54).
 */
class TolerantReadingTest {
    private static final String CREDIT = """
        {"transactionId":"win","freeRoundData":DATA,"referenceTransactionId":"bet","gameRoundId":"r","playerId":"p",\
        "payout":{"amount":2.50}}\
        """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"transactionId\":\"t\"}",
                "{\"transactionId\":\"t\",\"playerId\":7,\"token\":[{}],\"stake\":\"x\",\"gameRoundId\":null}",
                "{\"transactionId\":\"t\",\"playerId\":\"\",\"token\":{\"token\":\"x\"}}",
                "{\"stake\":{\"amount\":1e999999999},\"transactionId\":\"t\",\"x\":[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]}",
            })
    void the_id_is_read_despite_invalid_fields_and_an_unreadable_account_is_null(String body) {
        assertThat(ids(body)).isEqualTo(new CallbackIds("t", null, null));
    }

    @Test
    void a_number_or_nesting_beyond_the_limits_does_not_prevent_reading_the_id() {
        for (var value : List.of("1".repeat(30_000), "[".repeat(30_000) + "]".repeat(30_000))) {
            assertThat(ids("{\"stake\":" + value + ",\"transactionId\":\"t\",\"playerId\":\"p\",\"token\":\"k\"}"))
                    .isEqualTo(new CallbackIds("t", "p", "k"));
        }
    }

    @Test
    void an_account_or_token_that_is_too_long_or_invalid_is_null() {
        var body = "{\"transactionId\":\"t\",\"playerId\":\"%s\",\"token\":\"%s\"}";
        assertThat(ids(body.formatted("x".repeat(256), "x".repeat(5_000)))).isEqualTo(new CallbackIds("t", null, null));
        assertThat(ids(body.formatted("a\\nb", "k"))).isEqualTo(new CallbackIds("t", null, "k"));
        var longest = "\uD83C\uDFB0".repeat(Limits.MAX_TOKEN_LENGTH);
        assertThat(ids(body.formatted("p", longest))).isEqualTo(new CallbackIds("t", "p", longest));
        assertThat(ids(body.formatted("p", longest + "x"))).isEqualTo(new CallbackIds("t", "p", null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"transactionId\":7}",
                "{\"transactionId\":\"\"}",
                "{\"transactionId\":null}",
                "{\"transactionId\":\"t\"",
                "{\"transactionId\":\"t\"}}",
                "{\"transactionId\":\"t\",\"transactionId\":\"t\"}",
                "{\"transactionId\":\"t\",\"stake\":1,\"stake\":1}",
            })
    void no_id_is_read_from_malformed_json_or_without_exactly_one_valid_id(String body) {
        assertThatThrownBy(() -> ids(body)).isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void to_string_does_not_contain_the_token() {
        assertThat(ids("{\"transactionId\":\"t\",\"token\":\"canary-token\"}").toString())
                .doesNotContain("canary");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"campaign\":\"c\"}|c|",
                "{\"campaign\":\"c\",\"value\":null,\"other\":[{}]}|c|",
                "{\"campaign\":\"c\",\"value\":{\"amount\":-1,\"currency\":\"EUR\"}}|c|",
                "{\"campaign\":\"c\",\"value\":{\"amount\":[{\"x\":{}}],\"currency\":7}}|c|freeRoundData.value",
                "{\"value\":{\"amount\":\"1\"},\"campaign\":\"c\"}|c|freeRoundData.value",
                "{\"campaign\":[[{\"campaign\":1}]],\"value\":{\"amount\":1}}||freeRoundData",
                "{\"value\":{\"amount\":1}}||freeRoundData",
                "[{\"campaign\":\"c\"}]||freeRoundData"
            })
    void unreadable_free_round_data_is_reported_and_does_not_reject_a_credit(
            String data, @Nullable String campaign, @Nullable String unreadable) {
        var reported = new ArrayList<String>();
        var credit = Json.read(CREDIT.replace("DATA", data).getBytes(UTF_8), Credit.class, reported::add);
        assertThat(credit.payout().amount().toPlainString()).isEqualTo("2.50");
        assertThat(credit.playerId()).isEqualTo("p");
        assertThat(
                        credit.freeRoundData() == null
                                ? null
                                : credit.freeRoundData().campaign())
                .isEqualTo(campaign);
        assertThat(reported).isEqualTo(unreadable == null ? List.of() : List.of(unreadable));
    }

    @Test
    void only_free_round_data_may_exceed_the_parser_limits_without_rejecting_a_credit() {
        for (var data : List.of("[".repeat(100) + "]".repeat(100), "\"" + "n".repeat(65_537) + "\"")) {
            var reported = new ArrayList<String>();
            var body = CREDIT.replace("DATA", "{\"campaign\":\"c\",\"value\":" + data + "}");
            var credit = Json.read(body.getBytes(UTF_8), Credit.class, reported::add);
            assertThat(credit.payout().amount().toPlainString()).isEqualTo("2.50");
            assertThat(reported).contains("freeRoundData");
            var other = CREDIT.replace("DATA", "{},\"other\":" + data).getBytes(UTF_8);
            assertThatThrownBy(() -> Json.read(other, Credit.class)).isInstanceOf(MalformedJsonException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"reason\":7",
                "\"reason\":[\"win\"]",
                "\"reason\":{\"reason\":\"win\"}",
                "\"gameId\":\"\"",
                "\"gameId\":5",
                "\"gameId\":\"a\\nb\"",
                "\"gameId\":[{\"gameId\":1}]"
            })
    void an_unreadable_reason_or_game_is_reported_and_does_not_reject_a_settlement(String field) {
        var reported = new ArrayList<String>();
        var credit = Json.read(settlement(field), Credit.class, reported::add);
        assertThat(credit.payout().amount().toPlainString()).isEqualTo("2.50");
        var rollback = Json.read(settlement(field), Rollback.class, reported::add);
        assertThat(rollback.referenceTransactionId()).isEqualTo("bet");
        assertThat(credit.reason() == null && credit.gameId() == null).isTrue();
        assertThat(rollback.reason() == null && rollback.gameId() == null).isTrue();
        var name = field.substring(1, 7).equals("reason") ? "reason" : "gameId";
        assertThat(reported).containsExactly(name, name);
    }

    @ParameterizedTest
    @CsvSource({"a\\u0000b, a\\u0000b, true", "a\\r\\nb, a[CR][LF]b, false", "'', '', false", "\\uffff, \uffff, false"})
    void d_18_any_string_is_a_valid_reason_and_nul_is_escaped(String sent, String read, boolean isReported) {
        assertReason(sent, read.replace("[CR]", "\r").replace("[LF]", "\n"), isReported);
    }

    @Test
    void d_18_a_reason_of_more_than_1024_characters_is_truncated_and_marked() {
        assertReason("r".repeat(1024), "r".repeat(1024), false);
        assertReason("r".repeat(1025), "r".repeat(1023) + "…", true);
        assertReason("r".repeat(60_000), "r".repeat(1023) + "…", true);
        // Never in the middle of a character of two units.
        assertReason("\uD83C\uDFB0".repeat(513), "\uD83C\uDFB0".repeat(511) + "…", true);
    }

    @Test
    void d_18_half_a_character_in_a_reason_is_replaced_and_reported() {
        assertReason("won \\ud83d", "won \uFFFD", true);
        assertReason("\\udfb0\\ud83c\\udfb0\\ud83c", "\uFFFD\uD83C\uDFB0\uFFFD", true);
    }

    private static void assertReason(String sent, String read, boolean isReported) {
        var reported = new ArrayList<String>();
        var body = settlement("\"stake\":{\"amount\":0},\"reason\":\"" + sent + "\"");
        assertThat(Json.read(body, Debit.class, reported::add).reason()).isEqualTo(read);
        assertThat(Json.read(body, Credit.class, reported::add).reason()).isEqualTo(read);
        assertThat(Json.read(body, Rollback.class, reported::add).reason()).isEqualTo(read);
        assertThat(reported).isEqualTo(isReported ? List.of("reason", "reason", "reason") : List.of());
    }

    private static byte[] settlement(String field) {
        return CREDIT.replace("\"freeRoundData\":DATA", field).getBytes(UTF_8);
    }

    private static CallbackIds ids(String body) {
        return Json.readIds(body.getBytes(UTF_8));
    }
}
