package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how many committers a wallet starts. */
class CommitterCountTest {
    @ParameterizedTest
    @CsvSource({"2, 999, 1", "2, 1000, 2", "5, 300, 2", "8, 20, 4", "8, 30000, 8"})
    void quick_commits_need_half_of_the_committers(int most, int commitMicros, int chosen) {
        assertThat(WalletOptions.committers(most, Duration.ofNanos(commitMicros * 1000L)))
                .isEqualTo(chosen);
    }

    @Test
    void an_option_replaces_the_measurement() throws IOException {
        try (var wallet = WalletUnderTest.on(TestDatabase.POSTGRES.freshUrl(), "--db-connections", "6")) {
            assertThat(RawCaller.get(wallet.operations(), "/metrics", "localhost"))
                    .contains("wallet_committers 3.0");
        }
    }

    @Test
    void h2_has_one_committer_whatever_is_asked_for() throws IOException {
        try (var wallet = WalletUnderTest.on(TestDatabase.H2.freshUrl(), "--committers", "4")) {
            assertThat(RawCaller.get(wallet.operations(), "/metrics", "localhost"))
                    .contains("wallet_committers 1.0");
        }
    }
}
