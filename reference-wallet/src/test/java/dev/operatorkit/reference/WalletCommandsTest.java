package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the exit codes of the commands. */
class WalletCommandsTest {
    @ParameterizedTest
    @ValueSource(strings = {"audit", "archive"})
    void an_unreadable_ledger_exits_with_3_and_wrong_usage_with_2(String command) {
        assertThat(Main.run(Map.of(), command, "--db", "jdbc:h2:file:/proc/no-such-folder/wallet"))
                .isEqualTo(3);
        assertThat(Main.run(Map.of(), command, "--no-such-option")).isEqualTo(2);
    }
}
