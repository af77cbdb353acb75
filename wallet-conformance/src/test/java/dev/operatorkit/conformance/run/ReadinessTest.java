package dev.operatorkit.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that a wallet that is not ready for a run is told the first thing to mend. */
class ReadinessTest {
    private static Readiness of(ConfigurableWallet wallet, String secret, String token) {
        return Readiness.of(SuiteConfig.of(wallet.address(), secret, List.of(token), Plans.quick()));
    }

    @Test
    void a_correct_wallet_is_ready_and_names_the_player_of_the_token() throws Exception {
        try (var wallet = ConfigurableWallet.correct()) {
            var readiness = of(wallet, ConfigurableWallet.SECRET, "secret-token-1");
            assertThat(readiness.problem()).isEmpty();
            assertThat(readiness.players())
                    .singleElement()
                    .satisfies(player -> assertThat(player.currency()).isEqualTo("EUR"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ACCEPTS_MISSING_SIGNATURE, SIG-13: expected 401 to a request without a signature",
        "ACCEPTS_PAST_TIMESTAMPS, SIG-10: expected 401 to a timestamp that is ten minutes old",
        "REQUIRES_DECODED_PATH, SIG-3: expected no 401 to a signed lookup of an id with a space",
        "REQUIRES_PATH_WITHOUT_PREFIX, the signed path lacks the prefix",
        "REQUIRES_COMPACT_BODY, body not verified as received",
    })
    void the_mistake_of_a_wallet_is_named(Defect defect, String problem) throws Exception {
        try (var wallet = ConfigurableWallet.with(defect)) {
            assertThat(of(wallet, ConfigurableWallet.SECRET, "secret-token-1").problem())
                    .contains(problem);
        }
    }

    @Test
    void a_key_that_is_not_the_bytes_of_the_secret_is_named() throws Exception {
        try (var wallet = ConfigurableWallet.correct()) {
            var ours = ConfigurableWallet.SECRET.substring(0, ConfigurableWallet.SECRET.length() - 1);
            assertThat(of(wallet, ours, "secret-token-1").problem()).contains("Check (1) the secret");
            assertThat(of(wallet, ConfigurableWallet.SECRET, "unknown").problem())
                    .contains("The wallet rejected the token: status 403");
        }
    }
}
