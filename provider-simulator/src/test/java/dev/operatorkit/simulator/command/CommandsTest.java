package dev.operatorkit.simulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.RawServer;
import dev.operatorkit.simulator.wallet.UnusedPort;
import dev.operatorkit.simulator.wallet.WalletAddress;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.NewCampaign;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the output and the exit codes of the commands for a running simulator. */
class CommandsTest {
    private static final Pattern ROUND = Pattern.compile("round-[0-9a-f-]{36}");

    @TempDir
    Path folder;

    private FakeWallet wallet;
    private Simulator simulator;
    private String address;
    private Path token;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void start() throws IOException {
        wallet = new FakeWallet();
        var operator = Operator.of("demo", SecretKeys.of(FakeWallet.SECRET), WalletAddress.parse(wallet.url()));
        simulator = Simulator.start(SimulatorSettings.local(operator));
        address = simulator.address().toString();
        token = Files.writeString(folder.resolve("token"), simulator.adminToken() + "\n");
    }

    @AfterEach
    void stop() throws IOException {
        simulator.close();
        wallet.close();
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return execute(out, arguments);
    }

    private int execute(StringWriter output, String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--simulator", address, "--admin-token-file", token.toString()));
        return Main.commandLine()
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }

    private String round() {
        var found = ROUND.matcher(out.toString());
        assertThat(found.find()).as(out.toString()).isTrue();
        return found.group();
    }

    private List<String> paths() {
        return wallet.server().received.stream().map(RawServer.Received::path).toList();
    }

    @Test
    void trigger_round_sends_a_debit_and_a_credit_and_opens_the_game_only_once() {
        assertThat(run("trigger", "round", "--win", "2.50")).as(err.toString()).isZero();
        assertThat(out.toString().lines())
                .hasSize(4)
                .satisfiesExactly(
                        line -> assertThat(line).contains("-> PLAYER", "200", "token-1", "player-1"),
                        line -> assertThat(line).contains("-> DEBIT", "200 done, balance 99999.00 EUR"),
                        line -> assertThat(line).contains("-> CREDIT", "200 done, balance 100001.50 EUR"),
                        line -> assertThat(line).matches(ROUND.pattern() + " SETTLED: 200 done.*"));
        assertThat(run("trigger", "round", "--loss", "--stake", "0.01")).isZero();
        assertThat(paths())
                .containsExactly(
                        "/wallet/player", "/wallet/debit", "/wallet/credit", "/wallet/debit", "/wallet/credit");
        assertThat(wallet.balance("player-1")).isEqualTo(FakeWallet.OPENING_BALANCE + 149);
    }

    @Test
    void trigger_debit_leaves_the_round_open_until_trigger_credit_or_rollback_closes_it() {
        assertThat(run("trigger", "debit", "--token", "token-2")).isZero();
        var first = round();
        assertThat(out.toString()).contains(first + " BET");
        assertThat(run("trigger", "debit", "--token", "token-2")).isZero();
        var second = round();
        assertThat(run("trigger", "credit", "--round", first, "--win", "3")).isZero();
        assertThat(run("trigger", "rollback", "--round", second)).isZero();
        assertThat(out.toString()).contains("-> ROLLBACK", "REVERTED");
        assertThat(run("trigger", "rollback", "--round", second)).isEqualTo(1);
        assertThat(out.toString()).contains("There is no open round");
        assertThat(wallet.balance("player-2")).isEqualTo(FakeWallet.OPENING_BALANCE + 200);
    }

    @Test
    void trigger_player_calls_the_wallet_each_time_and_reports_an_unknown_token() {
        assertThat(run("trigger", "player")).isZero();
        assertThat(run("trigger", "player", "--game", "ruby-falls")).isZero();
        assertThat(run("trigger", "player", "--token", "nobody")).isEqualTo(1);
        assertThat(out.toString()).contains("403", "unknown token");
        assertThat(run("trigger", "round", "--token", "nobody")).isEqualTo(1);
        assertThat(out.toString()).contains("-> PLAYER", "The game could not start", "403");
        assertThat(paths()).hasSize(4).containsOnly("/wallet/player");
    }

    @Test
    void trigger_free_round_uses_a_bonus_code() {
        var eur = CurrencyCode.of("EUR");
        var now = simulator.clock().instant();
        simulator
                .campaigns()
                .create(
                        "demo",
                        new NewCampaign(
                                "camp",
                                "camp",
                                new Money(50, eur),
                                List.of("cherry-rush"),
                                now,
                                now.plusSeconds(60),
                                1));
        simulator.bonusCodes().create("demo", new BonusCode("camp", "player-1", eur, "code-1", null));
        assertThat(run("trigger", "free-round", "--code", "code-1", "--win", "2"))
                .isZero();
        assertThat(wallet.balance("player-1")).isEqualTo(FakeWallet.OPENING_BALANCE + 150);
        assertThat(run("trigger", "free-round", "--code", "code-1")).isEqualTo(1);
        assertThat(out.toString()).contains("All 1 rounds were played");
    }

    @Test
    void trigger_lookup_looks_up_a_round_or_one_transaction() {
        run("trigger", "round", "--loss");
        var round = round();
        assertThat(run("trigger", "lookup", "--round", round)).isZero();
        assertThat(out.toString()).contains("-> LOOKUP", "200");
        assertThat(run("trigger", "lookup", "--player", "player-1", "--transaction", "none"))
                .isEqualTo(1);
        assertThat(out.toString()).contains("-> LOOKUP", "404 unknown");
    }

    @Test
    void trigger_resend_sends_queued_settlements_and_those_in_manual_review() {
        wallet.before = request -> request.path().endsWith("/credit") ? FakeResponse.status(503) : null;
        assertThat(run("trigger", "round", "--loss")).isEqualTo(1);
        var round = round();
        assertThat(out.toString()).contains("SETTLING");
        assertThat(run("trigger", "resend", "--round", round)).isEqualTo(1);
        assertThat(out.toString()).containsPattern("attempt [2-9]"); // its own second attempt may have passed already
        Awaitility.await().until(() -> {
            run("clock", "+1d");
            return simulator.callbackEngine().store().count(RoundState.REVIEW) == 1;
        });
        wallet.before = request -> null;
        assertThat(run("trigger", "resend", "--round", round)).isZero();
        assertThat(out.toString()).contains("SETTLED");
        assertThat(run("trigger", "resend", "--round", round)).isEqualTo(1);
        assertThat(out.toString()).contains("has no queued settlement");
    }

    @Test
    void faults_are_switched_on_listed_with_their_counts_and_switched_off() {
        assertThat(run("faults")).isZero();
        assertThat(out.toString()).isEqualTo("No faults are on." + System.lineSeparator());
        assertThat(run(
                        "faults",
                        "on",
                        "drop-response",
                        "--callback",
                        "debit",
                        "--player",
                        "player-1",
                        "--operator",
                        "demo",
                        "--times",
                        "2"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString().strip())
                .isEqualTo(
                        "1 drop-response on debit for player player-1 of operator demo, 2 remaining, applied 0 times");
        assertThat(run("trigger", "round", "--loss")).isEqualTo(1);
        assertThat(out.toString()).contains("fault: DROP_RESPONSE", "REVERTED");
        assertThat(run("trigger", "round", "--loss", "--token", "token-2")).isZero();
        run("faults");
        assertThat(out.toString()).contains("1 remaining, applied 1 times");
        run("faults", "on", "STALE_TIMESTAMP", "--time", "7m");
        assertThat(out.toString().strip()).isEqualTo("2 stale-timestamp of 7m, until switched off, applied 0 times");
        assertThat(run("faults", "off", "1")).isZero();
        assertThat(out.toString()).doesNotContain("drop-response").contains("stale-timestamp");
        assertThat(run("faults", "off", "1")).isEqualTo(2);
        assertThat(run("faults", "off", "--all")).isZero();
        assertThat(out.toString()).contains("No faults are on.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "faults on no-such-kind",
                "faults on api-error --callback debit",
                "faults on delay --operator nobody",
                "faults on delay --time soon",
                "faults off",
                "clock 3",
                "log --limit 5000",
                "trigger dance",
                "trigger round --win 1 --loss",
                "trigger round --token=",
                "trigger round --game no-such-game",
                "trigger credit --round none",
                "trigger free-round --code no-such-code",
                "trigger round --operator nobody"
            })
    void wrong_usage_exits_with_2(String line) {
        assertThat(run(line.split(" "))).as(out.toString()).isEqualTo(2);
        assertThat(err.toString()).isNotBlank();
        assertThat(paths()).doesNotContain("/wallet/debit");
    }

    @Test
    void clock_prints_the_time_and_moves_it() {
        assertThat(run("clock")).isZero();
        assertThat(out.toString().strip()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z, not moved");
        assertThat(run("clock", "+3d")).isZero();
        assertThat(run("clock", "1h30m")).isZero();
        assertThat(out.toString()).contains("Z, 3d 1h 30m ahead");
        assertThat(simulator.clock().ahead()).isEqualTo(Duration.ofDays(3).plusMinutes(90));
    }

    @Test
    void log_prints_the_newest_last_and_applies_its_filters() {
        run("trigger", "round", "--loss");
        run("trigger", "debit", "--token", "token-2");
        assertThat(run("log")).isZero();
        assertThat(out.toString().lines().map(line -> line.replaceFirst(".*(->|<-) (\\S+) .*", "$2")))
                .containsExactly("PLAYER", "DEBIT", "CREDIT", "PLAYER", "DEBIT");
        run("log", "--player", "player-2");
        assertThat(out.toString().lines()).hasSize(1);
        run("log", "--kind", "DEBIT", "--limit", "1");
        assertThat(out.toString().lines()).singleElement().asString().contains("player-2");
        run("log", "--status", "500");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void d_31_log_and_trigger_mark_a_malformed_200_as_a_contract_violation() {
        wallet.after = request ->
                request.path().endsWith("/debit") ? out -> out.write(RawServer.json(200, "{\"status\":\"ok\"}")) : null;
        assertThat(run("trigger", "round", "--loss")).isEqualTo(1);
        assertThat(out.toString()).containsPattern("-> DEBIT +200 .* VIOLATION  contract violation: 200, but");
        run("log", "--kind", "DEBIT");
        assertThat(out.toString()).containsPattern("-> DEBIT +200 .* VIOLATION  contract violation: 200, but");
        run("log", "--kind", "ROLLBACK");
        assertThat(out.toString()).contains("200 done").doesNotContain("VIOLATION");
    }

    @Test
    void log_with_an_exchange_id_prints_every_byte_and_the_signed_string() throws IOException {
        run("trigger", "round", "--loss");
        assertThat(run("log", "2")).isZero();
        assertThat(out.toString())
                .contains("--- request\nPOST /wallet/debit HTTP/1.1\n")
                .containsPattern("--- signed\n/wallet/debit\\|\\d{13}\\|\\{\"transactionId\"")
                .contains("--- response\nHTTP/1.1 200")
                .doesNotContain(FakeWallet.SECRET);
        run("log", "--json", "--raw", "--kind", "DEBIT");
        var json = new ObjectMapper().readTree(out.toString());
        assertThat(json.path("signed").binaryValue())
                .isEqualTo(simulator
                        .callbackEngine()
                        .transcript()
                        .find(2)
                        .orElseThrow()
                        .signed());
        assertThat(run("log", "99")).isEqualTo(2);
        assertThat(err.toString()).contains("There is no exchange '99'.");
    }

    @Test
    void log_follow_prints_new_exchanges_and_ends_with_the_simulator() throws InterruptedException {
        run("trigger", "round", "--loss");
        var followed = new StringWriter();
        var code = new int[] {-1};
        var follower = new Thread(() -> code[0] = execute(followed, "log", "--follow", "--limit", "1"));
        follower.start();
        Awaitility.await().until(() -> followed.toString().contains("CREDIT"));
        run("trigger", "round", "--failure");
        Awaitility.await().until(() -> followed.toString().contains("ROLLBACK"));
        assertThat(followed.toString().lines().map(line -> line.replaceFirst(".*-> (\\S+) .*", "$1")))
                .containsExactly("CREDIT", "DEBIT", "ROLLBACK");
        simulator.close();
        follower.join();
        assertThat(code[0]).isZero();
        assertThat(err.toString()).contains("The simulator has stopped.");
    }

    @Test
    void commands_exit_with_3_if_the_server_is_not_a_simulator() throws IOException {
        for (var status : new int[] {200, 400, 404, 500}) {
            try (var other = RawServer.answering(
                    "HTTP/1.1 " + status + " x\r\nContent-Length: 2\r\n\r\n", "hi".getBytes(StandardCharsets.UTF_8))) {
                address = "http://127.0.0.1:" + other.port();
                assertThat(run("trigger", "round")).as(status + "").isEqualTo(3);
                assertThat(err.toString()).contains("not a simulator");
            }
        }
    }

    @Test
    void commands_exit_with_3_without_a_simulator_or_with_a_wrong_token() throws IOException {
        Files.writeString(token, "another token");
        assertThat(run("clock", "+1d")).isEqualTo(3);
        assertThat(err.toString()).contains("403").contains("token");
        assertThat(run("clock")).isZero();
        try (var unused = new UnusedPort()) {
            address = unused.url();
            assertThat(run("clock")).isEqualTo(3);
            assertThat(run("log", "--follow")).isEqualTo(3);
            assertThat(run("trigger", "round")).isEqualTo(3);
        }
        assertThat(err.toString())
                .contains("No simulator responds at http://127.0.0.1:", "connection refused. Start it with");
    }
}
