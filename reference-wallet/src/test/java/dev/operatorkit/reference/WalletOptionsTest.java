package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        assertThat(options("--host", "0.0.0.0").host()).isEqualTo("0.0.0.0");
        assertThat(options("--tls-cert", "a", "--tls-key", "b").host()).isEqualTo("0.0.0.0");
        assertThat(options("--tls-cert", "a", "--tls-key", "b", "--host", "::1").host())
                .isEqualTo("::1");
    }

    @Test
    void a_secret_may_be_binary() throws IOException {
        var current = Files.write(folder.resolve("current"), HexFormat.of().parseHex("00ff80fec328".repeat(6) + "0a"));
        var old = Files.write(folder.resolve("old"), HexFormat.of().parseHex("ff".repeat(32)));
        var read = options("--secret-file", current.toString(), "--old-secret-file", old.toString())
                .secrets(Map.of());
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
}
