package dev.operatorkit.simulator.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.operator.OperatorSettings.DisabledCampaigns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorFileTest {
    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        Files.writeString(folder.resolve("a.secret"), "the-first-secret-of-all\n");
        Files.writeString(folder.resolve("old.secret"), "the-old-secret-of-all\n");
        return Files.writeString(folder.resolve("operators.json"), text);
    }

    @Test
    void operators_are_read_with_their_secrets_wallet_sources_and_settings() throws IOException {
        var operators = OperatorFile.read(file("""
            {"operators":[
              {"id":"one","secretFiles":["a.secret","old.secret"],"wallet":"http://127.0.0.1:8080/wallet/",
               "allowSource":["10.0.0.0/8"],"disabledCampaigns":"reported","requestsPerMinute":60},
              {"id":"two","secretFiles":["old.secret"]}]}\
            """));
        var one = operators.get(0);
        assertThat(one.keys().size()).isEqualTo(2);
        assertThat(one.wallet()).hasToString("http://127.0.0.1:8080/wallet");
        assertThat(one.allowlist().ranges()).hasSize(1);
        assertThat(one.settings().disabledCampaigns()).isEqualTo(DisabledCampaigns.REPORTED);
        assertThat(one.settings().requestsPerMinute()).isEqualTo(60);
        assertThat(operators.get(1).wallet()).isNull();
        assertThat(operators.toString()).doesNotContain("secret-of-all");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"operators\":[]}",
                "{\"operators\":[{\"id\":\"x\"}]}",
                "{\"operators\":[{\"secretFiles\":[\"a.secret\"]}]}",
                "{\"operators\":[{\"id\":\"x\",\"secretFiles\":[\"missing\"]}]}",
                "{\"operators\":[{\"id\":\"x\",\"secretFiles\":[\"a.secret\"],\"walet\":\"http://x\"}]}",
                "{\"operators\":[{\"id\":\"x y\",\"secretFiles\":[\"a.secret\"]}]}",
                "{\"operators\":[{\"id\":\"x\",\"secretFiles\":[\"a.secret\"],\"allowSource\":[\"here\"]}]}"
            })
    void an_invalid_file_is_reported(String text) throws IOException {
        var file = file(text);
        assertThatThrownBy(() -> OperatorFile.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("operators.json");
    }

    @Test
    void a_secret_may_be_binary() throws IOException {
        var bytes = HexFormat.of().parseHex("00ff80fe0d0a".repeat(6) + "c3280d");
        var file = file("{\"operators\":[{\"id\":\"one\",\"secretFiles\":[\"a.secret\"]}]}");
        Files.write(
                folder.resolve("a.secret"),
                HexFormat.of().parseHex(HexFormat.of().formatHex(bytes) + "0a"));
        var one = OperatorFile.read(file).get(0);
        // Of CR LF at the end, CR goes too, as in every file with a secret.
        var expected = Arrays.copyOf(bytes, bytes.length - 1);
        assertThat(one.keys()).isEqualTo(SecretKeys.of(expected));
        assertThat(Objects.requireNonNull(one.secret()).bytes()).isEqualTo(expected);
        var read = SecretFile.read(folder.resolve("a.secret"));
        assertThat(read.keys()).isEqualTo(one.keys());
        assertThat(read.size()).isEqualTo(expected.length);
        assertThat(Secret.of(read.secret().bytes()).sign("/p", "1", new byte[0]))
                .isEqualTo(Secret.in(folder.resolve("a.secret")).sign("/p", "1", new byte[0]))
                .isEqualTo(new Signer(one.keys()).sign("/p", "1", new byte[0]));
    }
}
