package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the commands print their version. */
@Isolated("replaces System.out")
class WalletVersionTest {
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
}
