package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests rows J1 to J12 of the fault matrix, D-36 to D-38 and T22 to T25: anything that is not a callback is 422, and
 * nothing is written.
 */
class BadInputTest {
    private static final SignedCallback VALID =
            SignedCallback.debit("tx").player("player").stake("1");

    private final WalletFixture fixture = new WalletFixture().open("player", 1_000);

    static Stream<SignedCallback> invalidDebits() {
        var valid = new String(VALID.body(), StandardCharsets.UTF_8);
        var bodies = Stream.of("{}{}", "{} x", "{'a':1}", "[]", "null", "1", "", "{", valid + "{}", valid + "x") // J6
                .map(body -> VALID.body(body.getBytes(StandardCharsets.UTF_8)));
        var charsets = Stream.of("UTF-16", "UTF-16LE", "UTF-32", "UTF-32BE") // J7
                .map(charset -> VALID.body(valid.getBytes(Charset.forName(charset))));
        var amounts = Stream.of(
                        "NaN",
                        "Infinity",
                        "01",
                        "+1",
                        "1,5", // J4
                        "\"1\"",
                        "null",
                        "{}",
                        "[]", // J5
                        "1".repeat(61), // J2
                        "1e1000000000",
                        "1e-100000000",
                        "99999999999999999999",
                        "1e400", // J3
                        "-0.01",
                        "10.001",
                        "0.000000001") // T22, T24
                .map(VALID::stake);
        var stakes = Stream.of(
                        "1",
                        "null",
                        "[]",
                        "{}",
                        "{\"amount\":1,\"currency\":\"USD\"}", // T25
                        "{\"amount\":1,\"amount\":1000}",
                        "{\"amount\":1,\"\\u0061mount\":1000}") // J1
                .map(stake -> VALID.json("stake", stake));
        var fields = Stream.of("[".repeat(17) + "]".repeat(17), "[".repeat(30_000)) // J2
                .map(value -> VALID.json("x", value));
        var ids = Stream.of("transactionId", "gameRoundId", "playerId") // J8
                .flatMap(field -> Stream.of(
                        VALID.text(field, ""),
                        VALID.text(field, "x".repeat(256)),
                        VALID.text(field, "a\nb"),
                        VALID.json(field, "\"\\ud800\""),
                        VALID.json(field, "\"a\\u0000b\""),
                        VALID.json(field, "7"),
                        VALID.without(field)));
        var others = Stream.of(
                VALID.without("stake"),
                VALID.body("{\"transactionId\":\"\u00ff\"}".getBytes(StandardCharsets.ISO_8859_1)),
                VALID.contentType(null));
        return Stream.of(bodies, charsets, amounts, stakes, fields, ids, others).flatMap(all -> all);
    }

    @ParameterizedTest
    @MethodSource("invalidDebits")
    void an_invalid_debit_gets_422_and_writes_nothing(SignedCallback invalid) {
        assertThat(fixture.text(invalid)).matches("(?s)422 \\{\"message\":\".+\"}");
        assertThat(fixture.version("player")).isZero();
        assertThat(fixture.cents("player")).isEqualTo(1_000);
    }

    @Test
    void j2_a_body_that_is_too_large_gets_413() {
        fixture.expect(413, VALID.text("x", "x".repeat(70_000)));
        var padded = Arrays.copyOf(VALID.body(), WalletCallbacks.MAX_BODY_BYTES + 1);
        Arrays.fill(padded, VALID.body().length, padded.length, (byte) ' ');
        fixture.expect(413, VALID.body(padded));
        assertThat(fixture.version("player")).isZero();
        fixture.expect(200, VALID.body(Arrays.copyOf(padded, padded.length - 1)));
    }

    @Test
    void j8_ids_are_never_trimmed_or_normalized() {
        for (var id : List.of("x", "x ", " x", "X", "\u00e9", "e\u0301", "y".repeat(255))) {
            var debit = SignedCallback.debit(id).player("player").round(id);
            fixture.expect(200, debit);
        }
        assertThat(fixture.version("player")).isEqualTo(7);
    }

    @Test
    void j9_unknown_fields_are_ignored() {
        fixture.expect(200, VALID.json("x", "{\"y\":[1,null]}"));
    }

    @ParameterizedTest
    @CsvSource({"0.1, 9.90", "2e-1, 9.80", "-0, 10.00", "1.50000, 8.50"})
    void j11_amounts_are_exact_and_written_without_an_exponent(String stake, String balance) {
        assertThat(fixture.text(VALID.stake(stake))).startsWith("200").contains("\"amount\":" + balance);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'; drop table x; --", "*)(uid=*", "${jndi:ldap://x}", "<script>", "%0d%0a"})
    void j12_injection_attempts_in_ids_are_treated_as_data(String id) {
        fixture.expect(200, SignedCallback.debit(id).player("player"));
        fixture.expect(200, SignedCallback.lookup("player", id));
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
        assertThat(fixture.status(VALID.contentType(type))).isEqualTo(status);
        assertThat(fixture.version("player")).isEqualTo(status == 200 ? 1 : 0);
    }
}
