package dev.operatorkit.simulator.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.simulator.operator.OperatorSettings.DisabledCampaigns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
