package dev.operatorkit.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Tests what the hypotheses are given, and the limit of what they may try. */
class EvidenceTest {
    private static final SecretKeys ONE = SecretKeys.of("canary-secret-of-evidence-test");
    private static final SecretKeys TWO = ONE.withPrevious(SecretKeys.of("canary-old-secret-of-evidence-test"));
    private static final int BUDGET = 48 << 20;
    private static final String TIMESTAMP = "1760000000123";

    private static Evidence evidence(SecretKeys keySet, byte[] body, String signature) {
        return new Evidence(
                keySet, new ReceivedRequest("POST", "/debit", null, List.of(TIMESTAMP), List.of(signature), body));
    }

    private static Evidence unsigned(SecretKeys keySet, int size) {
        return evidence(keySet, new byte[size], "no signature");
    }

    private static String signature(String path, String timestamp, byte[] data) {
        return new Signer(ONE).sign(path, timestamp, data);
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
        var small = TimestampVariants.nearby(unsigned(ONE, 1)).toList();
        assertThat(small)
                .startsWith("1760000000000", "1760000000122", "1760000000124")
                .hasSize(1 + 2 * 2000);
        var large = unsigned(ONE, 1 << 20);
        var window = BUDGET / (large.expectedMessage().length + 256) / 2 - 2;
        assertThat(window).isBetween(15, 30);
        assertThat(TimestampVariants.nearby(large)).hasSize(1 + 2 * window);
    }

    @Test
    void percent_escapes_are_tried_in_upper_and_lower_case() {
        assertThat(PathVariants.encodedOtherwise("a%2fb%2C")).containsExactly("a%2Fb%2C", "a%2fb%2c", "a%252fb%252C");
    }

    @Test
    void each_kind_of_hypothesis_explains_only_its_own_mistake() {
        var body = "{}".getBytes(UTF_8);
        var right = signature("/debit", TIMESTAMP, body);
        assertExplains(Hypothesis.path("p", "", e -> Stream.of("/x")), signature("/x", TIMESTAMP, body));
        assertExplains(Hypothesis.timestamp("t", "", e -> Stream.of("1")), signature("/debit", "1", body));
        assertExplains(
                Hypothesis.body("b", "", e -> Stream.of(new byte[1])), signature("/debit", TIMESTAMP, new byte[1]));
        assertExplains(
                Hypothesis.text("x", "", e -> Stream.of(Evidence.message("/y", "2", body))),
                signature("/y", "2", body));
        var used = "another-key".getBytes(UTF_8);
        assertExplains(
                Hypothesis.key("k", "", key -> Stream.of(used)),
                HexFormat.of().formatHex(hmac(Hmac.ALGORITHM, used, Evidence.message("/debit", TIMESTAMP, body))));
        var secret = ONE.get(0).getEncoded();
        assertExplains(
                Hypothesis.algorithm("a", "", "HmacSHA256"),
                HexFormat.of().formatHex(hmac("HmacSHA256", secret, Evidence.message("/debit", TIMESTAMP, body))));
        assertExplains(
                Hypothesis.form(
                        "f",
                        "",
                        (due, text) -> text.equals("cut " + HexFormat.of().formatHex(due))),
                "cut " + right);
        var query = Hypothesis.query("q", "", sent -> Stream.of(sent + "!"));
        assertThat(query.name()).isEqualTo("q");
        assertThat(query.explains(onQuery(signature("/player", TIMESTAMP, "a=1!".getBytes(UTF_8)))))
                .isTrue();
        assertThat(query.explains(onQuery(signature("/player", TIMESTAMP, "a=1".getBytes(UTF_8)))))
                .isFalse();
    }

    private static void assertExplains(Hypothesis hypothesis, String signature) {
        var body = "{}".getBytes(UTF_8);
        assertThat(hypothesis.explains(evidence(ONE, body, signature)))
                .as(hypothesis.name())
                .isTrue();
        assertThat(hypothesis.explains(evidence(ONE, body, signature("/debit", TIMESTAMP, body))))
                .as(hypothesis.name())
                .isFalse();
    }

    private static Evidence onQuery(String signature) {
        return new Evidence(
                ONE, new ReceivedRequest("GET", "/player", "a=1", List.of(TIMESTAMP), List.of(signature), new byte[0]));
    }

    private static byte[] hmac(String algorithm, byte[] key, byte[] message) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
