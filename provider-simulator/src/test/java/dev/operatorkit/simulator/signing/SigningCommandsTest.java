package dev.operatorkit.simulator.signing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.command.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the commands {@code sign} and {@code explain}. The expected signatures were made with openssl. */
class SigningCommandsTest {
    private static final String OF_QUERY = "5de6afdb29e0ba289c6b4dc575bd28aaac8c1d57468c024beb365141b163dbe8"
            + "190702dd86d5fe067b65b34e055e39ed74d296fc85f97e77613cd8f97a2205a0";
    private static final String OF_NOTHING = "401c65044a811f3529dfbbf66c4ccc8db078c63c3c58929fe14e97c6935e2ef5"
            + "f141bf0a3e6946329f2901668835dd7ac6df655ad94a642e0536eb5956886fe1";
    private static final String OF_BODY = "f5d63d3db088b296e599c71d36948011883e02015feaa72368976b1c40c51477"
            + "0ab44c5dbac05765b0617119259f7cc11e7d90b6040c94cca1185b0e2c79c6ba";

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path secret = Path.of("");

    @BeforeEach
    void makeSecret() throws IOException {
        secret = Files.writeString(folder.resolve("secret"), "a-secret-for-tests\n");
    }

    private int run(String command, String... more) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        var arguments = new ArrayList<>(List.of(command, "--secret-file", secret.toString()));
        arguments.addAll(List.of(more));
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }

    @Test
    void sign_prints_only_the_signature() throws IOException {
        run("sign", "--path", "/wallet/player", "--timestamp", "1760000000000", "--query", "gameId=x&token=%2Bt");
        assertThat(out).hasToString(OF_QUERY + System.lineSeparator());
        run("sign", "--path", "/api/v1/games", "--timestamp", "1760000000000");
        assertThat(out).hasToString(OF_NOTHING + System.lineSeparator());
        var body = Files.writeString(folder.resolve("body"), "{\"a\": 1}\n");
        run("sign", "--path", "/wallet/debit", "--timestamp", "1760000000000", "--body-file", body.toString());
        assertThat(out).hasToString(OF_BODY + System.lineSeparator());
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void sign_prints_the_timestamp_it_used_on_standard_error() {
        assertThat(run("sign", "--path", "/x")).isZero();
        assertThat(out.toString().strip()).matches("[0-9a-f]{128}");
        assertThat(err.toString().strip()).matches("X-Svc-Timestamp: \\d{13}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "1760000000", "17600000000000", "2030-01-31T12:00:00Z"})
    void sign_warns_of_a_timestamp_that_no_receiver_accepts(String timestamp) {
        assertThat(run("sign", "--path", "/x", "--timestamp", timestamp)).isZero();
        assertThat(out.toString().strip()).matches("[0-9a-f]{128}");
        assertThat(err.toString()).startsWith("Warning: X-Svc-Timestamp is ").contains("A receiver answers 401.");
    }

    @Test
    void explain_accepts_a_valid_signature() {
        var now = Long.toString(Clock.systemUTC().millis());
        run("sign", "--path", "/x", "--timestamp", now);
        var signature = out.toString().strip();
        assertThat(run("explain", "--path", "/x", "--timestamp", now, "--signature", signature))
                .isZero();
        assertThat(out.toString()).contains("the signature is valid");
    }

    @Test
    void explain_names_the_likely_mistake() {
        var now = Long.toString(Clock.systemUTC().millis());
        run("sign", "--path", "/debit", "--timestamp", now);
        var signature = out.toString().strip();
        assertThat(run("explain", "--path", "/wallet/debit", "--timestamp", now, "--signature", signature))
                .isEqualTo(1);
        assertThat(out.toString()).contains("prefix").doesNotContain("a-secret-for-tests");
    }

    @Test
    void sign_with_both_a_query_and_a_body_exits_with_2() {
        assertThat(run("sign", "--path", "/x", "--query", "a=b", "--body-file", secret.toString()))
                .isEqualTo(2);
    }

    @Test
    void sign_with_a_missing_or_short_secret_exits_with_2_and_does_not_print_it() throws IOException {
        Files.writeString(secret, "short");
        assertThat(run("sign", "--path", "/x")).isEqualTo(2);
        assertThat(err.toString()).contains("16").doesNotContain("short\n");
        secret = folder.resolve("nowhere");
        assertThat(run("sign", "--path", "/x")).isEqualTo(2);
        assertThat(err.toString()).contains("nowhere");
    }
}
