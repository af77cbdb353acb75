package dev.operatorkit.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verification.Reason;
import dev.operatorkit.signing.Verification.Rejected;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerifierTest {
    private static final SecretKeys OLD = SecretKeys.of("canary-old-secret-of-verifier-test");
    private static final SecretKeys KEYS = SecretKeys.of("canary-secret-of-verifier-test");
    private static final long NOW = 1_760_000_000_000L;
    private static final byte[] BODY = "{\"token\":\"canary-token-in-a-body\"}".getBytes(UTF_8);
    private static final String SIGNATURE = new Signer(KEYS).sign("/wallet/debit", "1760000000000", BODY);

    private static Clock at(long millis) {
        return Clock.fixed(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }

    private static ReceivedRequest debit(String timestamp, String signature, byte[] body) {
        return Vector.received("POST /wallet/debit", List.of(timestamp), List.of(signature), body);
    }

    private static Verification verify(ReceivedRequest request) {
        return new Verifier(KEYS, at(NOW)).verify(request);
    }

    @ParameterizedTest
    @ValueSource(longs = {-300_000, -1, 0, 1, 300_000})
    void s2_a_timestamp_off_by_up_to_300_000_ms_is_accepted(long off) {
        assertThat(new Verifier(KEYS, at(NOW + off)).verify(debit("1760000000000", SIGNATURE, BODY)))
                .isEqualTo(new Accepted(0));
    }

    @ParameterizedTest
    @CsvSource({"300001, 300001 ms old", "-300001, 300001 ms ahead", "86400000, 86400000 ms old"})
    void s2_a_timestamp_off_by_more_than_300_000_ms_is_rejected_with_the_difference(long off, String difference) {
        assertThat(new Verifier(KEYS, at(NOW + off)).verify(debit("1760000000000", SIGNATURE, BODY)))
                .isEqualTo(new Rejected(
                        Reason.TIMESTAMP_OUT_OF_RANGE,
                        "X-Svc-Timestamp is " + difference + ", the limit is 300000 ms either way"));
    }

    @Test
    void sig_10_d_55_a_rejection_by_headers_is_the_same_with_and_without_the_body() {
        var verifier = new Verifier(KEYS, at(NOW));
        var now = "1760000000000";
        for (var stamps : List.of(
                List.<String>of(),
                List.of(""),
                List.of(now, now),
                List.of("1760000300001"),
                List.of("1.76e12"),
                List.of(now))) {
            for (var signatures : List.of(
                    List.<String>of(),
                    List.of(SIGNATURE, SIGNATURE),
                    List.of(SIGNATURE.substring(1)),
                    List.of(SIGNATURE.replaceAll("[a-f]", "F")),
                    List.of(SIGNATURE))) {
                var whole = Vector.received("POST /wallet/debit", stamps, signatures, BODY);
                assertThat(verifier.rejectByHeaders(whole)
                                .<Verification>map(rejected -> rejected)
                                .orElse(new Accepted(0)))
                        .isEqualTo(verifier.verify(whole));
            }
        }
    }

    @Test
    void s1_any_flipped_bit_is_a_mismatch() {
        for (var bit = 0; bit < BODY.length * 8; bit++) {
            var flipped = BODY.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(verify(debit("1760000000000", SIGNATURE, flipped)))
                    .isEqualTo(new Rejected(Reason.MISMATCH, "X-Svc-Signature does not match what was received"));
        }
        for (var at = 0; at < SIGNATURE.length(); at++) {
            var digit = SIGNATURE.charAt(at) == '0' ? '1' : '0';
            var flipped = SIGNATURE.substring(0, at) + digit + SIGNATURE.substring(at + 1);
            assertThat(verify(debit("1760000000000", flipped, BODY))).isInstanceOf(Rejected.class);
        }
        for (var path :
                List.of("/wallet/debis", "/wallet/debi", "/wallet/debit/", "/Wallet/debit", "wallet/debit", "")) {
            var moved = Vector.received("POST " + path, List.of("1760000000000"), List.of(SIGNATURE), BODY);
            assertThat(((Rejected) verify(moved)).reason()).isEqualTo(Reason.MISMATCH);
        }
        assertThat(((Rejected) verify(debit("1760000000001", SIGNATURE, BODY))).reason())
                .isEqualTo(Reason.MISMATCH);
    }

    @Test
    void s5_each_header_must_be_sent_exactly_once() {
        var stamp = List.of("1760000000000");
        var signature = List.of(SIGNATURE);
        assertRejected(List.of(), signature, Reason.MISSING, "X-Svc-Timestamp is missing");
        assertRejected(stamp, List.of(), Reason.MISSING, "X-Svc-Signature is missing");
        assertRejected(List.of(""), signature, Reason.MISSING, "X-Svc-Timestamp is empty");
        assertRejected(stamp, List.of(""), Reason.MISSING, "X-Svc-Signature is empty");
        assertRejected(
                List.of("1760000000000", "1760000000000"),
                signature,
                Reason.MALFORMED,
                "X-Svc-Timestamp was sent 2 times");
        assertRejected(
                stamp, List.of(SIGNATURE, SIGNATURE, SIGNATURE), Reason.MALFORMED, "X-Svc-Signature was sent 3 times");
        assertRejected(List.of(",1760000000000"), signature, Reason.MALFORMED, "X-Svc-Timestamp has several values");
        assertRejected(
                stamp, List.of(SIGNATURE + ',' + SIGNATURE), Reason.MALFORMED, "X-Svc-Signature has several values");
    }

    private static void assertRejected(List<String> stamps, List<String> signatures, Reason reason, String detail) {
        var request = Vector.received("POST /wallet/debit", stamps, signatures, BODY);
        assertThat(verify(request)).isEqualTo(new Rejected(reason, detail));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-9223372036854775808", "+176000000000", "-176000000000", " 1760000000000", "1760000000000 ",
                        "176000000000",
                "17600000000000", "1.7600000e+12", "/760000000000", ":760000000000", "176000000000/", "176000000000:",
                "١٧٦٠٠٠٠٠٠٠٠٠٠", "１７６０００００００００"
            })
    void s3_a_timestamp_other_than_13_ascii_digits_is_rejected(String timestamp) {
        var signed = new Signer(KEYS).sign("/wallet/debit", timestamp, BODY);
        assertThat(verify(debit(timestamp, signed, BODY)))
                .isEqualTo(new Rejected(
                        Reason.MALFORMED,
                        "X-Svc-Timestamp is not Unix time in milliseconds: 13 digits and nothing else"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", ":", "`", "g", "A", "F", " ", "é", "０", "😀"})
    void s6_a_signature_other_than_128_lowercase_hex_digits_is_rejected(String wrong) {
        var expected = new Rejected(Reason.MALFORMED, "X-Svc-Signature is not 128 lowercase hex digits");
        assertThat(verify(debit("1760000000000", wrong + SIGNATURE.substring(1), BODY)))
                .isEqualTo(expected);
        assertThat(verify(debit("1760000000000", SIGNATURE.substring(1) + wrong, BODY)))
                .isEqualTo(expected);
        assertThat(verify(debit("1760000000000", SIGNATURE.substring(1), BODY))).isEqualTo(expected);
        assertThat(verify(debit("1760000000000", SIGNATURE + "0", BODY))).isEqualTo(expected);
        assertThat(verify(debit("1760000000000", SIGNATURE.substring(wrong.length()) + wrong, BODY)))
                .isEqualTo(expected);
    }

    @Test
    void s7_a_previous_secret_is_accepted_while_it_is_in_the_key_set() {
        var signed = debit("1760000000000", new Signer(OLD).sign("/wallet/debit", "1760000000000", BODY), BODY);
        assertThat(new Verifier(KEYS.withPrevious(OLD), at(NOW)).verify(signed)).isEqualTo(new Accepted(1));
        assertThat(new Verifier(KEYS, at(NOW)).verify(signed)).isInstanceOf(Rejected.class);
    }

    @Test
    void s8_a_signature_made_with_neither_of_two_secrets_is_rejected() {
        var other = new Signer(SecretKeys.of("a-third-secret-of-verifier-test"))
                .sign("/wallet/debit", "1760000000000", BODY);
        assertThat(new Verifier(KEYS.withPrevious(OLD), at(NOW)).verify(debit("1760000000000", other, BODY)))
                .isInstanceOf(Rejected.class);
    }

    @Test
    void to_string_of_a_request_and_its_result_contains_no_token_and_no_signature() {
        var request = Vector.received(
                "GET /wallet/player?token=canary-token-in-a-query", List.of("1760000000000"), List.of(SIGNATURE), BODY);
        assertThat(request).hasToString("GET /wallet/player (" + BODY.length + " bytes)");
        assertThatThrownBy(() -> ReceivedRequest.of("/wallet/player?token=canary-1", "GET", name -> null, BODY))
                .hasMessageContaining("Give the method first")
                .hasMessageNotContaining("canary");
        assertThat(verify(request).toString()).doesNotContain("canary").doesNotContain(SIGNATURE.substring(0, 16));
    }

    @Test
    void a_signer_and_a_verifier_can_be_shared_by_many_threads() throws Exception {
        var seed = System.nanoTime();
        var signer = new Signer(KEYS);
        var verifier = new Verifier(OLD.withPrevious(KEYS), at(NOW));
        var threads = Executors.newFixedThreadPool(16);
        try {
            var tasks = IntStream.range(0, 16)
                    .mapToObj(thread -> (Callable<Boolean>) () -> {
                        var random = new Random(seed + thread);
                        for (var i = 0; i < 1000; i++) {
                            var body = new byte[1 + random.nextInt(400)];
                            random.nextBytes(body);
                            var path = "/wallet/" + random.nextInt(5);
                            var signature = signer.sign(path, "1760000000000", body);
                            var request =
                                    Vector.received("POST " + path, List.of("1760000000000"), List.of(signature), body);
                            assertThat(verifier.verify(request))
                                    .as("seed %d", seed)
                                    .isEqualTo(new Accepted(1));
                            body[random.nextInt(body.length)] ^= 1;
                            assertThat(verifier.verify(request))
                                    .as("seed %d", seed)
                                    .isInstanceOf(Rejected.class);
                        }
                        return true;
                    })
                    .toList();
            for (var task : threads.invokeAll(tasks)) {
                assertThat(task.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
