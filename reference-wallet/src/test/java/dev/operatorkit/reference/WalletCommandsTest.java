package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the output and the exit codes of the commands. */
class WalletCommandsTest {
    private final PrintStream terminal = System.out;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setOut(terminal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "audit --version", "archive --version"})
    void every_command_prints_its_version(String line) {
        assertThat(Main.run(Map.of(), line.split(" "))).isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("OperatorKit wallet ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"audit", "archive"})
    void an_unreadable_ledger_exits_with_3_and_wrong_usage_with_2(String command) {
        assertThat(Main.run(Map.of(), command, "--db", "jdbc:h2:file:/proc/no-such-folder/wallet"))
                .isEqualTo(3);
        assertThat(Main.run(Map.of(), command, "--no-such-option")).isEqualTo(2);
    }
}
