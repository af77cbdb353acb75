package dev.operatorkit.signing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignerTest {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_760_000_000_000L), ZoneOffset.UTC);

    @Test
    void the_verifier_accepts_a_signature_of_the_signer() {
        var body = "{\"transactionId\":\"tx-1\"}".getBytes(StandardCharsets.UTF_8);
        var signature = new Signer(KEYS).sign("/wallet/debit", "1760000000000", body);
        var request =
                new ReceivedRequest("POST", "/wallet/debit", null, List.of("1760000000000"), List.of(signature), body);
        assertThat(new Verifier(KEYS, CLOCK).verify(request)).isEqualTo(new Verification.Accepted(0));
    }
}
