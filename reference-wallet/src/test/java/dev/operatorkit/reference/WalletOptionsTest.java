package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.raw.RawClient;
import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ParameterException;

class WalletOptionsTest {
    @TempDir
    Path folder;

    private static WalletOptions options(String... args) {
        return Main.options(Map.of(), args);
    }

    @Test
    void gen_1_without_tls_the_callbacks_are_for_this_machine_unless_an_option_says_otherwise() {
        assertThat(options().host()).isEqualTo("127.0.0.1");
        assertThat(options("--bind", "0.0.0.0").host()).isEqualTo("0.0.0.0");
        assertThat(options("--tls-cert", "a", "--tls-key", "b").host()).isEqualTo("0.0.0.0");
        assertThat(options("--tls-cert", "a", "--tls-key", "b", "--bind", "::1").host())
                .isEqualTo("::1");
    }

    @Test
    void options_for_tls_are_read_from_the_environment_too() {
        var environment = Map.of("WALLET_TLS_CERT", "a", "WALLET_TLS_KEY", "b");
        assertThat(Main.options(environment).host()).isEqualTo("0.0.0.0");
        assertThat(WalletOptions.class.getDeclaredFields())
                .as("picocli ignores the options of a group in the environment")
                .noneMatch(field -> field.isAnnotationPresent(ArgGroup.class));
    }

    @Test
    void a_secret_may_be_binary() throws IOException {
        var current = Files.write(folder.resolve("current"), HexFormat.of().parseHex("00ff80fec328".repeat(6) + "0a"));
        var old = Files.write(folder.resolve("old"), HexFormat.of().parseHex("ff".repeat(32)));
        var read = options("--secret-file", current.toString(), "--previous-secret-file", old.toString())
                .secrets(Map.of())
                .keys();
        assertThat(read)
                .isEqualTo(SecretKeys.of(HexFormat.of().parseHex("00ff80fec328".repeat(6)))
                        .withPrevious(SecretKeys.of(HexFormat.of().parseHex("ff".repeat(32)))));
    }

    @Test
    void a_secret_that_cannot_be_used_is_wrong_usage() throws IOException {
        var empty = Files.writeString(folder.resolve("empty"), "\n");
        for (var file : new Path[] {empty, folder.resolve("missing")}) {
            assertThatThrownBy(() -> options("--secret-file", file.toString()).secrets(Map.of()))
                    .isInstanceOf(ParameterException.class)
                    .hasMessageStartingWith("The secret cannot be used: ")
                    .hasMessageContaining(file.toString());
        }
    }

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
            assertThat(RawClient.get(wallet.operations(), "/metrics", "localhost"))
                    .contains("wallet_committers " + committers + ".0");
        }
    }

    /** A text that a caller chose is data in the log too (fault matrix J12). */
    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void j12_a_text_of_a_caller_neither_starts_a_log_line_nor_commands_a_terminal(String format) throws Exception {
        var context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        var event = new LoggingEvent("", context.getLogger("callbacks"), Level.WARN, "from {}", null, new Object[] {
            "a\r\nb\u0085c\u2028d\u001b[2Je\u009b2Jf\u202eg\u2066h\u0000\u007fi 12,50 € ä 🎰 ${jndi:x}"
        });
        var line = new String(Startup.encoder(context, format).encode(event), StandardCharsets.UTF_8);
        assertThat(line).endsWith("\n");
        assertThat(line.stripTrailing()).doesNotContainPattern("[\\pC\\u2028]");
        if (format.equals("text")) {
            assertThat(line).contains("from a b c d [2Je 2Jf g h i 12,50 € ä 🎰 ${jndi:x}");
        } else {
            var read = new ObjectMapper().readTree(line);
            assertThat(read.get("message").textValue()).isEqualTo("from {}");
            assertThat(read.get("formattedMessage").textValue()).isEqualTo(event.getFormattedMessage());
        }
    }
}
