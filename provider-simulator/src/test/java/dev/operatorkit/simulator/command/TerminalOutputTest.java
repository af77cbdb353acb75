package dev.operatorkit.simulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.RawServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what {@code serve} and {@code play} print on a terminal. */
class TerminalOutputTest {
    private static final Pattern READY = Pattern.compile("(?m)^ready (http://127\\.0\\.0\\.1:(\\d+))\r\n");
    private static final String ESCAPE = "\u001b";
    private static final FakeWallet.FakeResponse HOSTILE =
            out -> out.write(RawServer.json(503, "{\"message\":\"\\u001b[2J\\u202e\\nready http://evil\"}"));

    @TempDir
    Path home;

    private FakeWallet wallet;

    @BeforeEach
    void open() throws IOException {
        wallet = new FakeWallet();
    }

    @AfterEach
    void close() throws IOException {
        wallet.close();
    }

    private TerminalProgram serve(String options) throws IOException {
        return start("serve --port 0 --wallet " + wallet.url() + options);
    }

    private TerminalProgram start(String command) throws IOException {
        return TerminalProgram.start(home, Map.of("OPERATORKIT_SECRET", FakeWallet.SECRET, "COLUMNS", "200"), command);
    }

    private void trigger(String screen, String... words) {
        var ready = READY.matcher(screen);
        assertThat(ready.find()).as(screen).isTrue();
        var token = home.resolve(".operatorkit/simulator-" + ready.group(2) + ".token");
        Main.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .execute(Stream.concat(
                                Arrays.stream(words),
                                Stream.of("--simulator", ready.group(1), "--admin-token-file", token.toString()))
                        .toArray(String[]::new));
    }

    @Test
    void serve_prints_a_banner_after_the_ready_line_and_then_a_line_for_each_callback() throws Exception {
        try (var program = serve("")) {
            var screen = program.readUntil("Ctrl-C stops the simulator.");
            assertThat(screen)
                    .containsPattern(READY)
                    .contains("Console   http://127.0.0.1:", "Operator  demo, wallet " + wallet.url());

            trigger(screen, "trigger", "round", "--stake", "1.50", "--win", "2.50");
            var lines = program.readUntil("CREDIT");

            assertThat(lines)
                    .containsPattern("\u001b\\[32m +1  .* -> PLAYER +200 .* ms  200 account player-1")
                    .containsPattern("-> DEBIT +200 .* ms  player-1  .*  1\\.50 EUR  200 done")
                    .doesNotContain("token-1");
            wallet.before = request -> request.path().endsWith("/credit") ? HOSTILE : null;
            trigger(screen, "trigger", "round", "--loss");
            assertThat(program.readUntil("http://evil"))
                    .contains("\\u001B[2J\\u202E ready http://evil")
                    .doesNotContain(ESCAPE + "[2J");
            program.pressCtrlC();
            assertThat(program.exitCode()).isEqualTo(130);
        }
    }

    @Test
    @Tag("thorough")
    void a_line_shows_a_rejected_signature_a_retry_and_a_hostile_message_without_obeying_it() throws Exception {
        wallet.before = request -> request.path().endsWith("/credit") ? HOSTILE : null;
        try (var program = serve(" --no-color")) {
            var screen = program.readUntil("Ctrl-C stops the simulator.");
            trigger(screen, "faults", "on", "corrupt-signature", "--callback", "player", "--times", "1");
            trigger(screen, "trigger", "player");
            trigger(screen, "trigger", "round", "--loss");
            program.readUntil("attempt 2");
            var lines = program.readUntil("503 ").substring(screen.length());

            assertThat(lines)
                    .containsPattern("-> PLAYER +401 .*fault: CORRUPT_SIGNATURE")
                    .contains("\\u001B[2J\\u202E ready http://evil")
                    .doesNotContain(ESCAPE);
            assertThat(lines.lines()).noneMatch(line -> line.startsWith("ready"));
        }
    }

    @Test
    @Tag("thorough")
    void play_draws_a_bar_and_reports_counts_rates_and_percentiles_when_interrupted() throws Exception {
        try (var program = start("play --rounds 100000000 --concurrency 2 --token token-1 --wallet " + wallet.url())) {
            program.readUntil(" of 100,000,000 rounds, ");
            program.readUntil("debit p50");
            program.readUntil(" left"); // rounds were played
            program.pressCtrlC();

            var screen = program.readToEnd();

            assertThat(program.exitCode()).isEqualTo(130);
            assertThat(screen).contains("\r\u001b[K[                    ]   0 %  ");
            assertThat(screen.substring(screen.lastIndexOf("\u001b[K")))
                    .contains("Stopped by a signal. Every round that was started is closed.", "p99.9 ms")
                    .containsPattern("\\d+ rounds in [\\d.]+ s: \\d+ rounds/s; \\d+ refused")
                    .contains("The ledger balances");
        }
    }
}
