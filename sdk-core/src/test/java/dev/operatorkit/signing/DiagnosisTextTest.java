package dev.operatorkit.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the text of a diagnosis besides the name of the mistake. */
class DiagnosisTextTest {
    private static final SecretKeys KEYS = SecretKeys.of("canary-secret-of-diagnosis-told");
    private static final SecretKeys OLD = SecretKeys.of("canary-old-secret-of-diagnosis-told");
    private static final String NOW = "1760000000000";
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_760_000_000_000L), ZoneOffset.UTC);
    private static final Clock LATER = Clock.offset(CLOCK, Verifier.TOLERANCE.plusMillis(1));
    private static final String DEBIT = "/wallet/debit";

    private static Diagnosis diagnose(Clock clock, SecretKeys signing, String path, String body, String... signed) {
        var signature = new Signer(signing).sign(signed.length == 0 ? path : signed[0], NOW, body.getBytes(UTF_8));
        var received = Vector.received("POST " + path, List.of(NOW), List.of(signature), body.getBytes(UTF_8));
        return Diagnosis.of(KEYS.withPrevious(OLD), clock, received);
    }

    /** Returns the string that a diagnosis names as expected, for a request with any signature. */
    private static String shown(String path, @Nullable String query, String body) {
        var received = Vector.received(
                "POST " + path + (query == null ? "" : "?" + query),
                List.of(NOW),
                List.of("0".repeat(128)),
                body.getBytes(UTF_8));
        return Diagnosis.of(KEYS, CLOCK, received).signedString();
    }

    @Test
    void a_valid_signature_is_diagnosed_as_valid() {
        assertThat(diagnose(CLOCK, KEYS, DEBIT, "{}"))
                .isEqualTo(new Diagnosis("none", "the signature is valid", DEBIT + "|" + NOW + "|{}"));
    }

    @Test
    void a_previous_secret_is_reported() {
        assertThat(diagnose(CLOCK, OLD, DEBIT, "{}"))
                .isEqualTo(new Diagnosis("key-previous", Hypotheses.PREVIOUS_KEY, DEBIT + "|" + NOW + "|{}"));
    }

    @Test
    void a_valid_signature_with_a_stale_timestamp_is_attributed_to_the_clock() {
        var diagnosis = diagnose(LATER, KEYS, DEBIT, "{}");
        assertThat(diagnosis.hypothesis()).isEqualTo("clock");
        assertThat(diagnosis.finding())
                .isEqualTo("the signature is valid, but X-Svc-Timestamp is 300001 ms old, the limit is 300000 ms"
                        + " either way: set the clock, and sign immediately before sending");
    }

    @Test
    void gen_4_no_mistake_is_found_in_a_query_that_was_signed_as_sent() {
        var right = new Signer(KEYS).sign("/wallet/player", "1760000000", "a=b".getBytes(UTF_8));
        var received = Vector.received("GET /wallet/player?a=b", List.of("1760000000"), List.of(right), new byte[0]);
        assertThat(Diagnosis.of(KEYS, CLOCK, received).hypothesis()).isEqualTo("timestamp-unit");
    }

    @Test
    void what_no_mistake_explains_is_the_body_if_requests_without_one_are_accepted() {
        var signed = new Signer(KEYS).sign(DEBIT, NOW, "{\"sum\":1}".getBytes(UTF_8));
        var received =
                Vector.received("POST " + DEBIT, List.of(NOW), List.of(signed), "{\"amount\":1.00}".getBytes(UTF_8));
        assertThat(Diagnosis.of(KEYS, CLOCK, received).finding()).endsWith(Hypotheses.UNKNOWN_BODY);
    }

    @Test
    void a_wrong_signature_with_a_stale_timestamp_has_both_reported() {
        var diagnosis = diagnose(LATER, KEYS, DEBIT, "{}", "/debit");
        assertThat(diagnosis.hypothesis()).isEqualTo("path-prefix-stripped");
        assertThat(diagnosis.finding())
                .endsWith("; also, X-Svc-Timestamp is 300001 ms old, the limit is 300000 ms either way");
        assertThat(diagnose(CLOCK, KEYS, DEBIT, "{}", "/debit").finding()).doesNotContain("also, X-Svc-Timestamp");
    }

    @Test
    void missing_or_duplicate_headers_are_reported_before_any_hypothesis_is_tried() {
        var right = new Signer(KEYS).sign(DEBIT, NOW, new byte[0]);
        for (var headers : List.of(
                List.of(List.of(NOW, NOW), List.of(right)),
                List.of(List.of(NOW), List.of(right, right)),
                List.of(List.<String>of(), List.of(right)),
                List.of(List.of(NOW), List.<String>of()))) {
            var received = Vector.received("GET " + DEBIT, headers.get(0), headers.get(1), new byte[0]);
            assertThat(Diagnosis.of(KEYS, CLOCK, received).hypothesis()).isEqualTo("header");
        }
    }

    @Test
    void a_body_on_a_get_is_reported() {
        var body = "{}".getBytes(UTF_8);
        var right = new Signer(KEYS).sign(DEBIT, NOW, body);
        var received = Vector.received("GET " + DEBIT, List.of(NOW), List.of(right), body);
        assertThat(Diagnosis.of(KEYS, CLOCK, received).hypothesis()).isEqualTo("body-unsigned");
    }

    @Test
    void an_unexplained_signature_is_reported_as_unknown_for_bodies_of_any_size() {
        for (var size : List.of(2, 1 << 20)) {
            var diagnosis = diagnose(CLOCK, SecretKeys.of("canary-no-one-knows-this-one"), DEBIT, "7".repeat(size));
            assertThat(diagnosis.hypothesis()).isEqualTo("unknown");
            assertThat(diagnosis.finding()).contains(Hypotheses.UNKNOWN);
        }
    }

    @Test
    void a_malformed_timestamp_is_named_as_the_cause() {
        var right = new Signer(KEYS).sign(DEBIT, NOW, new byte[0]);
        var received = Vector.received("GET " + DEBIT, List.of("17"), List.of(right), new byte[0]);
        assertThat(Diagnosis.of(KEYS, CLOCK, received).finding())
                .startsWith("X-Svc-Timestamp is not Unix time in milliseconds: 13 digits")
                .doesNotContain(Hypotheses.UNKNOWN);
    }

    @Test
    void each_part_of_the_signed_string_is_truncated_at_200_characters_and_its_length_shown() {
        assertThat(shown(DEBIT, null, "x".repeat(200))).isEqualTo(DEBIT + "|" + NOW + "|" + "x".repeat(200));
        assertThat(shown(DEBIT, null, "x".repeat(201)))
                .isEqualTo(DEBIT + "|" + NOW + "|" + "x".repeat(200) + "… (201 characters)");
        assertThat(shown("/" + "p".repeat(200), null, "{}"))
                .isEqualTo("/" + "p".repeat(199) + "… (201 characters)|" + NOW + "|{}");
    }

    @Test
    void invisible_characters_are_escaped_and_cannot_forge_a_line() {
        assertThat(shown(DEBIT, null, "a\r\nERROR \u001b[31m\u202e é 🎰"))
                .isEqualTo(DEBIT + "|" + NOW + "|a\\u000d\\u000aERROR \\u001b[31m\\u202e é 🎰");
    }

    @Test
    void tokens_are_masked_in_queries_and_bodies() {
        assertThat(shown("/wallet/player", "token=canary-told-1&gameId=a&Token=canary;2&tokens=3", ""))
                .isEqualTo("/wallet/player|" + NOW + "|token=***&gameId=a&Token=***&tokens=3");
        assertThat(shown(DEBIT, null, "{\"token\" : \"canary-told-3\",\"stake\":1,\"gameId\":\"tokenizer\"}"))
                .isEqualTo(DEBIT + "|" + NOW + "|{\"token\" : \"***\",\"stake\":1,\"gameId\":\"tokenizer\"}");
    }

    /** It is better to hide too much than to show a part of a token. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"token\":\"canary-shown",
                "{\"token\":\"a\\\"canary-shown\",\"stake\":1}",
                "{\"token\":\"ab\"canary-shown\"}",
                "{\"\\u0074\\u004Fken\":\"canary-shown\"}",
                "{\"sessionToken\":\"canary-shown\"}",
                "{\"token\":[[\"a\"],\"canary-shown\"",
                "{\"Token\" => \"a canary-shown\"}",
                "{'Token': 'se,canary-shown'}",
                "{Token: 17,canary-shown",
                "%74oken=canary-shown",
                "token%22%3A%22canary-shown%22",
                "<Token type=\"a\">b canary-shown</Token>",
                "t\0o\0k\0e\0n\0\"\0:\0\"\0canary-shown"
            })
    void no_spelling_of_a_token_shows_a_part_of_it(String body) {
        assertThat(shown(DEBIT, null, body)).doesNotContain("canary-shown").contains("***");
        assertThat(shown("/wallet/player", body.replace(' ', '+'), "")).doesNotContain("canary-shown");
    }
}
