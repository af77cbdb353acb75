package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests rows J1 to J12 of the fault matrix, D-36 to D-38 and T22 to T25: anything that is not a callback is 422, and
 * nothing is written.
 */
class BadInputTest {
    private final WalletFixture fixture = new WalletFixture().open("player", 1_000);
    private final SignedCallback debit =
            SignedCallback.debit("tx").player("player").stake("1");

    @ParameterizedTest
    @ValueSource(strings = {"{\"amount\":1,\"amount\":1000}", "{\"amount\":1,\"\\u0061mount\":1000}"})
    void j1_a_duplicate_key_gets_422(String stake) {
        assertRefused(debit.json("stake", stake));
    }

    @Test
    void j2_a_body_that_is_too_deep_or_too_large_is_refused() {
        assertRefused(debit.json("x", "[".repeat(17) + "]".repeat(17)));
        assertRefused(debit.json("x", "[".repeat(30_000)));
        assertRefused(debit.json("x", "1".repeat(1_001)));
        assertRefused(debit.stake("1".repeat(61)));
        assertThat(fixture.status(debit.text("x", "x".repeat(70_000)))).isEqualTo(413);
        assertThat(fixture.status(debit.body(new byte[64 * 1024 + 1]))).isEqualTo(413);
        assertThat(fixture.version("player")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e1000000000", "1e-100000000", "9.99e15", "99999999999999999999", "1e400"})
    void j3_an_extreme_amount_is_refused(String amount) {
        var status = fixture.status(debit.stake(amount));
        assertThat(status).isIn(409, 422);
        assertThat(fixture.version("player")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "01", "1.", ".5", "+1", "0x10", "1_0", "1,5"})
    void j4_a_text_that_is_not_a_json_number_gets_422(String amount) {
        assertRefused(debit.stake(amount));
    }

    @Test
    void j4_minus_zero_is_zero() {
        assertThat(fixture.text(debit.stake("-0"))).startsWith("200").contains("\"amount\":10.00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1\"", "true", "null", "[1]", "{}", "[]"})
    void j5_an_amount_of_another_type_gets_422(String amount) {
        assertRefused(debit.stake(amount));
        assertRefused(debit.json("stake", amount));
        assertRefused(debit.without("stake"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}{}", "{} x", "{}//", "/**/{}", "{'a':1}", "{a:1}", "[]", "null", "1", "\"\"", "", " ", "{"})
    void j6_a_body_that_is_not_a_single_object_gets_422(String body) {
        assertRefused(debit.body(body.getBytes(StandardCharsets.UTF_8)));
        var right = new String(debit.body(), StandardCharsets.UTF_8);
        assertRefused(debit.body((right + "{}").getBytes(StandardCharsets.UTF_8)));
        assertRefused(debit.body((right + "x").getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-32", "UTF-32BE"})
    void j7_another_encoding_gets_422(String charset) {
        assertRefused(debit.body(new String(debit.body(), StandardCharsets.UTF_8).getBytes(Charset.forName(charset))));
    }

    @Test
    void j7_invalid_utf_8_and_lone_surrogates_get_422() {
        assertRefused(debit.body("{\"transactionId\":\"\u00ff\"}".getBytes(StandardCharsets.ISO_8859_1)));
        assertRefused(debit.json("transactionId", "\"\\ud800\""));
        assertRefused(debit.json("transactionId", "\"a\\u0000b\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"transactionId", "gameRoundId", "playerId"})
    void j8_missing_and_invalid_ids_get_422(String field) {
        assertRefused(debit.text(field, ""));
        assertRefused(debit.text(field, "x".repeat(256)));
        assertRefused(debit.text(field, "a\nb"));
        assertRefused(debit.json(field, "7"));
        assertRefused(debit.without(field));
    }

    @Test
    void j8_ids_are_never_trimmed_or_normalized() {
        for (var id : List.of("x", "x ", " x", "X", "\u00e9", "e\u0301", "y".repeat(255))) {
            var debit = SignedCallback.debit(id).player("player").round(id);
            assertThat(fixture.status(debit)).isEqualTo(200);
        }
        assertThat(fixture.version("player")).isEqualTo(7);
    }

    @Test
    void j9_unknown_fields_are_ignored() {
        assertThat(fixture.status(debit.json("x", "{\"y\":[1,null]}"))).isEqualTo(200);
    }

    @Test
    void j11_amounts_are_exact_and_written_without_an_exponent() {
        fixture.open("exact", 30);
        assertThat(fixture.text(SignedCallback.debit("a").player("exact").stake("0.1")))
                .contains("\"amount\":0.20");
        assertThat(fixture.text(SignedCallback.debit("b").player("exact").stake("2e-1")))
                .contains("\"amount\":0.00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'; drop table x; --", "*)(uid=*", "${jndi:ldap://x}", "<script>", "%0d%0a"})
    void j12_injection_attempts_in_ids_are_treated_as_data(String id) {
        assertThat(fixture.status(SignedCallback.debit(id).player("player"))).isEqualTo(200);
        assertThat(fixture.status(SignedCallback.lookup("player", id))).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "text/json, 422",
        "'', 422",
        "application/json;charset=utf-16, 422",
        "multipart/form-data, 422",
        "application/jsonx, 422",
        "application/json; charset=utf-8, 200",
        "'Application/JSON;Charset=\"UTF-8\"', 200",
        "application/json; v=1, 200",
    })
    void h6_only_json_is_accepted(String type, int status) {
        assertThat(fixture.status(debit.contentType(type))).isEqualTo(status);
        assertThat(fixture.version("player")).isEqualTo(status == 200 ? 1 : 0);
    }

    @Test
    void h6_a_body_without_a_content_type_gets_422() {
        assertRefused(debit.contentType(null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0.01", "10.001", "0.000000001"})
    void t22_t24_a_negative_or_too_precise_amount_gets_422(String amount) {
        assertRefused(debit.stake(amount));
        fixture.send(SignedCallback.debit("bet").player("player"));
        var version = fixture.version("player");
        assertThat(fixture.status(
                        SignedCallback.credit("win", "bet").player("player").payout(amount)))
                .isEqualTo(422);
        assertThat(fixture.version("player")).isEqualTo(version);
    }

    @Test
    void t24_trailing_zeros_are_ignored() {
        assertThat(fixture.text(debit.stake("1.50000"))).contains("\"amount\":8.50");
    }

    @Test
    void t25_another_currency_gets_422() {
        assertRefused(debit.json("stake", "{\"amount\":1,\"currency\":\"USD\"}"));
        assertThat(fixture.status(debit.json("stake", "{\"amount\":1,\"currency\":\"EUR\"}")))
                .isEqualTo(200);
    }

    private void assertRefused(SignedCallback callback) {
        var text = fixture.text(callback);
        assertThat(text).matches("(?s)422 \\{\"message\":\".+\"}");
        assertThat(fixture.version("player")).isZero();
        assertThat(fixture.cents("player")).isEqualTo(1_000);
    }
}
