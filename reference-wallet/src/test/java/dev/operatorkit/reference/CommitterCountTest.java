package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
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

    @ParameterizedTest
    @CsvSource({"POSTGRES, --db-connections, 6, 3", "H2, --committers, 4, 1"})
    void options_replace_the_measurement_and_h2_has_one_committer(
            TestDatabase kind, String option, String value, int committers) throws IOException {
        try (var wallet = WalletUnderTest.on(kind.freshUrl(), option, value)) {
            assertThat(RawCaller.get(wallet.operations(), "/metrics", "localhost"))
                    .contains("wallet_committers " + committers + ".0");
        }
    }
}
