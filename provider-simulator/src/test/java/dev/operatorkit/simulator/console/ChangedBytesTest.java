package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.command.Main;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies that a wallet that changes path or body before it verifies the signature is named wherever it rejects a callback (SIG-3, SIG-8, D-40). */
class ChangedBytesTest extends SimulatorTest {
    private static final String ADVICE =
            "Verify the path as sent, before anything decodes its percent-encoding (SIG-3, D-40).";
    private static final String HINT =
            "        hint: This path has percent-encoded characters, which many wallets decode too early. " + ADVICE;

    @TempDir
    Path folder;

    private String overview() throws Exception {
        return page("/overview/wallet?operator=demo");
    }

    /** Returns the text of a page with the check of the wallet that a browser loads into it. */
    private String page(String path) throws Exception {
        var html = get(path).body();
        var text = html.replaceAll("<[^>]*>", "");
        return html.contains("hx-get=\"/overview/wallet?operator=demo\"") ? text + overview() : text;
    }

    private String run(String... arguments) throws Exception {
        var token = Files.writeString(folder.resolve("token"), simulator.adminToken() + "\n");
        var out = new StringWriter();
        var command = Main.commandLine().setOut(new PrintWriter(out, true));
        var common = Stream.of("--simulator=" + simulator.address(), "--admin-token-file=" + token);
        command.execute(Stream.concat(Stream.of(arguments), common).toArray(String[]::new));
        return out.toString();
    }

    private String lookUp(String transaction) throws Exception {
        return run("trigger", "lookup", "--player", "ben", "--transaction", transaction);
    }

    private long newest() {
        return newest(simulator).id();
    }

    @Test
    void sig_3_the_overview_names_the_mistake_and_the_one_thing_to_do() throws Exception {
        wallet.decodesPath = true;
        assertThat(overview())
                .contains(
                        "Operator demo wallet not ready",
                        "to a signed lookup of an id with a space, which the path has as %20",
                        ADVICE,
                        "a proxy in front of it decodes or rewrites the path");
    }

    @Test
    void sig_8_the_overview_the_exchange_page_and_the_log_name_a_body_that_was_written_again() throws Exception {
        wallet.rewrite = body -> body.replace(".00", ".0");
        var hint = "such as /player, only the body can differ. Verify the bytes of the body as they arrived";
        assertThat(run("trigger", "debit")).contains(hint);
        for (var page : List.of(page("/transcript/" + newest()), overview())) {
            assertThat(page)
                    .contains("body not verified as received", "\"amount\":0,", "(SIG-8)")
                    .contains("No check moves money.");
        }
    }

    @Test
    void sig_10_the_exchange_page_checks_the_wallet_again_and_names_its_clock() throws Exception {
        assertThat(overview()).contains("wallet ready");
        wallet.shift = Duration.ofHours(2);
        assertThat(run("trigger", "player", "--player", "ben")).contains("401", "hint: Check: (1) the secret,");
        assertThat(page("/transcript/" + newest()))
                .contains("What a check of the wallet finds now", "The wallet's time is about 2h ahead of ours.");
        wallet.shift = Duration.ZERO;
        assertThat(run("trigger", "player", "--player", "ben")).contains("200");
        assertThat(page("/transcript/" + newest())).doesNotContain("What a check");
    }

    @Test
    void d_40_the_exchange_page_the_trigger_and_the_log_name_it_for_a_path_with_percent_encoding() throws Exception {
        wallet.decodesPath = true;
        assertThat(lookUp("a/b c").lines().toList().get(1)).startsWith(HINT);
        assertThat(run("log", String.valueOf(newest()))).contains(HINT);
        assertThat(page("/transcript/" + newest()))
                .contains(
                        "Your wallet verified something different. This path has percent-encoded characters",
                        ADVICE + " If it does, check: (1) the secret");
        wallet.before = request -> FakeResponse.status(401);
        assertThat(lookUp("plain")).contains("401", "hint: Check: (1)");
        assertThat(page("/transcript/" + newest()))
                .contains("Your wallet verified something different. Check: (1) the secret")
                .doesNotContain("percent-encoded");
    }
}
