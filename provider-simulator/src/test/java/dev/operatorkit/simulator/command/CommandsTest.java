package dev.operatorkit.simulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import dev.operatorkit.simulator.wallet.UnusedPort;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.NewCampaign;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the output and the exit codes of the commands for a running simulator. */
class CommandsTest extends SimulatorTest {
    private static final Pattern ROUND = Pattern.compile("round-[0-9a-f-]{36}");

    @TempDir
    Path folder;

    private String address;
    private Path token;
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void start() throws IOException {
        address = simulator.address().toString();
        token = Files.writeString(folder.resolve("token"), simulator.adminToken() + "\n");
    }

    private int execute(StringWriter output, String line) {
        err.getBuffer().setLength(0);
        var words = Stream.concat(
                Stream.of(line.split(" ")), Stream.of("--simulator", address, "--admin-token-file", token.toString()));
        return Main.commandLine()
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(err, true))
                .execute(words.toArray(String[]::new));
    }

    /** Runs a command that must end with this code and returns its output. */
    private String run(int code, String line) {
        var out = new StringWriter();
        assertThat(execute(out, line)).as(line + ": " + out + err).isEqualTo(code);
        return out.toString();
    }

    private String run(String line) {
        return run(0, line);
    }

    private static String round(String output) {
        var found = ROUND.matcher(output);
        assertThat(found.find()).as(output).isTrue();
        return found.group();
    }

    private List<String> paths() {
        return wallet.server().received.stream().map(RawServer.Received::path).toList();
    }

    /** What is known to be wrong is said before a simulator is asked, and there is none here. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "trigger nosuch",
                "faults on nosuch",
                "faults on drop-response --callback foo",
                "play --wallet http://127.0.0.1:1/w --secret-file SECRET --token-file nosuch",
                "conformance --wallet http://127.0.0.1:1/w --max-stake x"
            })
    void a_wrong_argument_exits_with_2_and_one_sentence_before_any_connection(String line) throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), FakeWallet.SECRET);
        var words = line.replace("SECRET", secret.toString()).split(" ");
        assertThat(Main.commandLine().setErr(new PrintWriter(err, true)).execute(words))
                .isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(2).noneMatch(text -> text.contains("java."));
    }

    @Test
    void trigger_round_sends_a_debit_and_a_credit_and_opens_the_game_only_once() {
        assertThat(run("trigger round --win 2.50").lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("-> PLAYER", "200", "token-1", "player-1"),
                        line -> assertThat(line).contains("-> DEBIT", "200 done, balance 99999.00 EUR"),
                        line -> assertThat(line).contains("-> CREDIT", "200 done, balance 100001.50 EUR"),
                        line -> assertThat(line).matches(ROUND.pattern() + " SETTLED: 200 done.*"));
        run("trigger round --loss --stake 0.01");
        assertThat(paths())
                .containsExactly(
                        "/wallet/player", "/wallet/debit", "/wallet/credit", "/wallet/debit", "/wallet/credit");
        assertThat(wallet.balance("player-1")).isEqualTo(FakeWallet.OPENING_BALANCE + 149);
    }

    @Test
    void trigger_debit_leaves_the_round_open_until_trigger_credit_or_rollback_closes_it() {
        var opened = run("trigger debit --token token-2");
        var first = round(opened);
        assertThat(opened).contains(first + " BET");
        var second = round(run("trigger debit --token token-2"));
        run("trigger credit --win 3 --round " + first);
        assertThat(run("trigger rollback --round " + second)).contains("-> ROLLBACK", "REVERTED");
        assertThat(run(1, "trigger rollback --round " + second)).contains("There is no open round");
        assertThat(wallet.balance("player-2")).isEqualTo(FakeWallet.OPENING_BALANCE + 200);
        assertThat(run("trigger round --failure")).contains("REVERTED");
    }

    @Test
    void trigger_player_calls_the_wallet_each_time_and_reports_an_unknown_token() {
        run("trigger player");
        run("trigger player --game ruby-falls");
        assertThat(run(1, "trigger player --token stranger")).contains("403", "unknown token");
        assertThat(run(1, "trigger round --token stranger")).contains("-> PLAYER", "The game could not start", "403");
        assertThat(paths()).hasSize(4).containsOnly("/wallet/player");
    }

    @Test
    void trigger_free_round_uses_a_bonus_code() {
        var eur = CurrencyCode.of("EUR");
        var now = simulator.clock().instant();
        var games = List.of("cherry-rush");
        simulator
                .campaigns()
                .create(
                        "demo",
                        new NewCampaign(
                                "camp",
                                "camp",
                                new Money(50, eur),
                                games,
                                now,
                                now.plusSeconds(60),
                                OptionalInt.of(1)));
        simulator.bonusCodes().create("demo", new BonusCode("camp", "player-1", eur, "code-1", OptionalInt.empty()));
        run("trigger free-round --code code-1 --win 2");
        assertThat(wallet.balance("player-1")).isEqualTo(FakeWallet.OPENING_BALANCE + 150);
        assertThat(run(1, "trigger free-round --code code-1")).contains("All 1 rounds were played");
    }

    @Test
    void trigger_lookup_looks_up_a_round_or_one_transaction() {
        var round = round(run("trigger round --loss"));
        assertThat(run("trigger lookup --round " + round)).contains("-> LOOKUP", "200");
        assertThat(run(1, "trigger lookup --player player-1 --transaction none"))
                .contains("-> LOOKUP", "404 unknown");
    }

    @Test
    void trigger_resend_sends_queued_settlements_and_those_in_manual_review() {
        wallet.before = FakeWallet.on("/credit", FakeResponse.status(503));
        var failed = run(1, "trigger round --loss");
        assertThat(failed).contains("SETTLING");
        var resend = "trigger resend --round " + round(failed);
        assertThat(run(1, resend)).containsPattern("attempt [2-9]"); // its own second attempt may have passed already
        Awaitility.await().until(() -> {
            run("clock +1d");
            return engine().store().count(RoundState.REVIEW) == 1;
        });
        wallet.before = request -> null;
        assertThat(run(resend)).contains("SETTLED");
        assertThat(run(1, resend)).contains("has no queued settlement");
    }

    @Test
    void faults_are_switched_on_listed_with_their_counts_and_switched_off() {
        assertThat(run("faults")).isEqualTo("No faults are on." + System.lineSeparator());
        assertThat(run("faults on drop-response --callback debit --player player-1 --operator demo --times 2"))
                .startsWith(
                        "1 drop-response on debit for player player-1 of operator demo, 2 remaining, applied 0 times");
        assertThat(run(1, "trigger round --loss")).contains("fault: DROP_RESPONSE", "REVERTED");
        run("trigger round --loss --token token-2");
        assertThat(run("faults")).contains("1 remaining, applied 1 times");
        assertThat(run("faults on STALE_TIMESTAMP --time 7m"))
                .startsWith("2 stale-timestamp of 7m, until switched off, applied 0 times");
        assertThat(run("faults off 1")).doesNotContain("drop-response").contains("stale-timestamp");
        run(2, "faults off 1");
        assertThat(run("faults off --all")).contains("No faults are on.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "faults on no-such-kind",
                "faults on api-error --callback debit",
                "faults on delay --operator stranger",
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
                "trigger round --operator stranger"
            })
    void wrong_usage_exits_with_2(String line) {
        run(2, line);
        assertThat(err.toString()).isNotBlank();
        assertThat(paths()).doesNotContain("/wallet/debit");
    }

    @Test
    void clock_prints_the_time_and_moves_it() {
        assertThat(run("clock").strip()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z, not moved");
        run("clock +3d");
        assertThat(run("clock 1h30m")).contains("Z, 3d 1h 30m ahead");
        assertThat(simulator.clock().ahead()).isEqualTo(Duration.ofDays(3).plusMinutes(90));
    }

    @Test
    void log_prints_the_newest_last_and_applies_its_filters() {
        run("trigger round --loss");
        run("trigger debit --token token-2");
        assertThat(run("log").lines().map(line -> line.replaceFirst(".*(->|<-) (\\S+) .*", "$2")))
                .containsExactly("PLAYER", "DEBIT", "CREDIT", "PLAYER", "DEBIT");
        assertThat(run("log --player player-2").lines()).hasSize(1);
        assertThat(run("log --kind DEBIT --limit 1").lines())
                .singleElement()
                .asString()
                .contains("player-2");
        assertThat(run("log --status 500")).isEmpty();
    }

    @Test
    void d_31_log_and_trigger_mark_a_malformed_200_as_a_contract_violation() {
        wallet.after = FakeWallet.on("/debit", out -> out.write(RawServer.json(200, "{\"status\":\"ok\"}")));
        var marked = "-> DEBIT +200 .* VIOLATION  contract violation: 200, but";
        assertThat(run(1, "trigger round --loss")).containsPattern(marked);
        assertThat(run("log --kind DEBIT")).containsPattern(marked);
        assertThat(run("log --kind ROLLBACK")).contains("200 done").doesNotContain("VIOLATION");
    }

    @Test
    void log_with_an_exchange_id_prints_every_byte_and_the_signed_string() throws IOException {
        run("trigger round --loss");
        assertThat(run("log 2"))
                .contains("--- request\nPOST /wallet/debit HTTP/1.1\n")
                .containsPattern("--- signed\n/wallet/debit\\|\\d{13}\\|\\{\"transactionId\"")
                .contains("--- response\nHTTP/1.1 200")
                .doesNotContain(FakeWallet.SECRET);
        var json = new ObjectMapper().readTree(run("log --json --raw --kind DEBIT"));
        var entry = engine().transcript().find(2).orElseThrow();
        assertThat(json.path("signed").binaryValue()).isEqualTo(entry.signed());
        run(2, "log 99");
        assertThat(err.toString()).contains("There is no exchange '99'.");
    }

    @Test
    void log_follow_prints_new_exchanges_and_ends_with_the_simulator() throws InterruptedException {
        run("trigger round --loss");
        var followed = new StringWriter();
        var code = new int[] {-1};
        var follower = new Thread(() -> code[0] = execute(followed, "log --follow --limit 1"));
        follower.start();
        Awaitility.await().until(() -> followed.toString().contains("CREDIT"));
        run("trigger round --failure");
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
        for (var status : new int[] {200, 400, 500}) {
            try (var other = RawServer.answering(
                    "HTTP/1.1 " + status + " x\r\nContent-Length: 2\r\n\r\n", "hi".getBytes(StandardCharsets.UTF_8))) {
                address = "http://127.0.0.1:" + other.port();
                run(3, "trigger round");
                assertThat(err.toString()).contains("not a simulator");
            }
        }
    }

    @Test
    void console_prints_a_link() {
        assertThat(run("console")).startsWith(address + "/open?key=");
    }

    @Test
    void commands_exit_with_3_without_a_simulator_or_with_a_wrong_token() throws IOException {
        Files.writeString(token, "another-admin-token");
        for (var line : List.of("clock", "clock +1d", "log")) {
            run(3, line);
            assertThat(err.toString()).contains("401: The admin token is wrong.");
        }
        try (var unused = new UnusedPort()) {
            address = unused.url();
            for (var line : List.of("clock", "log --follow", "trigger round")) {
                run(3, line);
                assertThat(err.toString())
                        .contains("No simulator responds at http://127.0.0.1:", "connection refused. Start it with");
            }
        }
    }
}
