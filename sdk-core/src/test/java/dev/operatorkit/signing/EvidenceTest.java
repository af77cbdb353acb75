package dev.operatorkit.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the hypotheses are given, and the limit of what they may try. */
class EvidenceTest {
    private static final SecretKeys ONE = SecretKeys.of("canary-secret-of-evidence-test");
    private static final SecretKeys TWO = ONE.withPrevious(SecretKeys.of("canary-old-secret-of-evidence-test"));
    private static final int BUDGET = 48 << 20;
    private static final String TIMESTAMP = "1760000000123";

    private static Evidence evidence(SecretKeys keySet, byte[] body, String signature) {
        return new Evidence(keySet, Vector.received("POST /debit", List.of(TIMESTAMP), List.of(signature), body));
    }

    private static Evidence unsigned(SecretKeys keySet, int size) {
        return evidence(keySet, new byte[size], "no signature");
    }

    @Test
    void each_trial_reduces_the_budget() {
        var evidence = unsigned(TWO, 10);
        assertThat(evidence.limitToBudget(1000)).isEqualTo(BUDGET / 1256 / 2);
        assertThat(evidence.isSigned(new byte[1000])).isFalse();
        assertThat(evidence.limitToBudget(1000)).isEqualTo((BUDGET - 2 * 1256) / 1256 / 2);
    }

    @Test
    void nothing_is_tried_beyond_the_budget() {
        var hash = HexFormat.of().formatHex(Evidence.hash("SHA-512", new byte[BUDGET - 257]));
        assertThat(evidence(ONE, new byte[1], hash).isHash("SHA-512", new byte[BUDGET - 257]))
                .isTrue();
        hash = HexFormat.of().formatHex(Evidence.hash("SHA-512", new byte[BUDGET - 256]));
        assertThat(evidence(ONE, new byte[1], hash).isHash("SHA-512", new byte[BUDGET - 256]))
                .isFalse();
    }

    @Test
    void an_empty_key_is_ignored() {
        assertThat(unsigned(ONE, 1).isHmac(Hmac.ALGORITHM, new byte[0], new byte[1]))
                .isFalse();
    }

    @Test
    void the_milliseconds_around_the_timestamp_are_tried_within_the_budget() {
        var small = Variants.nearby(unsigned(ONE, 1)).toList();
        assertThat(small)
                .startsWith("1760000000000", "1760000000122", "1760000000124")
                .hasSize(1 + 2 * 2000);
        var large = unsigned(ONE, 1 << 20);
        var window = BUDGET / (large.expectedMessage().length + 256) / 2 - 2;
        assertThat(window).isBetween(15, 30);
        assertThat(Variants.nearby(large)).hasSize(1 + 2 * window);
    }

    @Test
    void percent_escapes_are_tried_in_upper_and_lower_case() {
        assertThat(Variants.encodedOtherwise("a%2fb%2C")).containsExactly("a%2Fb%2C", "a%2fb%2c", "a%252fb%252C");
    }

    @Test
    void d_38_json_nested_deeper_than_a_callback_may_be_has_no_variants() {
        assertThat(BodyVariants.written(nested(16))).isNotEmpty();
        assertThat(BodyVariants.written(nested(17))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":2,\"b\":1,\"gameId\":\"é/\\u003c\"}\n",
                "{\"a\": 2, \"b\": 1.0, \"gameId\": \"\\u00e9/<\"}\n",
                "{\n  \"b\": 1.00,\n  \"gameId\": \"é/<\",\n  \"a\": 2\n}\n",
                "{\n  \"b\" : 1,\n  \"gameId\" : \"é\\/<\",\n  \"a\" : 2\n}",
                "{\"b\":1.00,\"gameId\":\"é/<\",\"a\":2.00}"
            })
    void sig_8_a_body_is_written_again_as_other_libraries_write_it(String written) {
        var body = "{\"b\":1.00,\"gameId\":\"é/<\",\"a\":2}".getBytes(UTF_8);
        assertThat(BodyVariants.written(body).map(each -> new String(each, UTF_8)))
                .contains(written);
    }

    @Test
    void sig_8_no_part_of_a_body_is_named_that_is_the_same_in_both_writings() {
        var body = "{\"b\": 1.00, \"a\":{\"x\":\"é\\/\", \"n\":[\"1.0\",2e5]}}";
        assertThat(difference(body, body.replace(" ", "") + "\n")).isEqualTo("white space");
        assertThat(difference(body, body.replace("é", "\\u00e9"))).startsWith("escapes, ");
        assertThat(difference(body, body.replace("\\/", "/"))).startsWith("escapes, ");
        assertThat(difference(body, body.replace("1.00", "1.0"))).startsWith("numbers, ");
        assertThat(difference(body, "{\"a\":{\"n\":[\"1.0\",2e5], \"x\":\"é\\/\"}, \"b\": 1.00}"))
                .isEqualTo("key order");
        assertThat(difference(body, body.replace(" ", "  ").replace("2e5", "200000")))
                .startsWith("white space and other numbers, ");
    }

    private static String difference(String one, String other) {
        return BodyVariants.difference(one.getBytes(UTF_8), other.getBytes(UTF_8));
    }

    private static byte[] nested(int depth) {
        return ("{\"a\":".repeat(depth) + "1" + "}".repeat(depth)).getBytes(UTF_8);
    }
}
