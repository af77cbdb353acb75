package dev.operatorkit.reference.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallbackLogTest {
    private static final Clock CLOCK = Clock.systemUTC();
    private static final SecretKeys KEYS = SecretKeys.of("the-secret-of-the-operator");

    private static String diagnosisOf(SignedCallback callback) {
        var log = new CallbackLog(KEYS, CLOCK);
        var request = callback.sign("/wallet", SecretKeys.of("the-secret-of-another"), CLOCK);
        log.record(request, new CallbackResponse(401, Map.of(), new byte[] {'{', '}'}));
        return log.unauthorized().get(0).diagnosis();
    }

    @Test
    void h2_only_a_callback_as_long_as_the_providers_is_searched_for_the_mistake() {
        var debit = SignedCallback.debit("bet").player("player").stake("1.50");
        assertThat(diagnosisOf(debit)).contains("no known mistake explains it");
        assertThat(diagnosisOf(debit.text("extra", "x".repeat(5000)))).isEmpty();
    }
}
