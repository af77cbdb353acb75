package dev.operatorkit.simulator.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.raw.RawServer;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import dev.operatorkit.simulator.wallet.UnusedPort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PlayCommandTest {
    @TempDir
    Path folder;

    @AutoClose
    private final FakeWallet wallet = new FakeWallet(false, 0);

    private final StringWriter printed = new StringWriter();

    private int play(String... options) throws IOException {
        return playAt(wallet.url(), options);
    }

    private int playAt(String url, String... options) throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), FakeWallet.SECRET + "\n");
        var line = new CommandLine(new PlayCommand());
        line.setOut(new PrintWriter(printed));
        line.setErr(new PrintWriter(printed));
        var all =
                new java.util.ArrayList<>(List.of("--wallet", url, "--secret-file", secret.toString(), "--seed", "11"));
        all.addAll(List.of(options));
        return line.execute(all.toArray(String[]::new));
    }

    private static Predicate<RawServer.Received> every(int nth, String path) {
        var count = new AtomicInteger();
        return request -> request.path().endsWith(path) && count.incrementAndGet() % nth == 0;
    }

    @Test
    void the_ledger_of_a_correct_wallet_balances() throws IOException {
        assertThat(play("--players", "7", "--rounds", "700", "--concurrency", "12", "--stake", "1.50"))
                .isZero();
        assertThat(wallet.movements().values())
                .extracting(FakeWallet.Movement::minor)
                .contains(-150L);
        assertThat(printed.toString())
                .contains("700 rounds in ")
                .contains("The ledger balances")
                .contains("debit ")
                .contains("p99.9 ms");
    }

    @Test
    void concurrent_rounds_of_one_player_with_replays_and_drops_form_one_chain() throws IOException {
        assertThat(play(
                        "--token",
                        "token-1",
                        "--rounds",
                        "1000",
                        "--concurrency",
                        "16",
                        "--repeat",
                        "0.3",
                        "--drop",
                        "0.2"))
                .as(printed.toString())
                .isZero();
    }

    @Test
    void the_ledger_of_a_wallet_with_occasional_errors_balances() throws IOException {
        var broken = every(9, "/debit");
        var unheard = every(13, "/credit");
        var early = every(17, "/debit");
        wallet.before = request -> early.test(request) ? FakeResponse.none() : null;
        wallet.after = request ->
                broken.test(request) ? FakeResponse.status(500) : unheard.test(request) ? FakeResponse.none() : null;
        assertThat(play("--players", "3", "--rounds", "600"))
                .as(printed.toString())
                .isZero();
    }

    @Test
    void refused_bets_are_counted_and_are_not_violations() throws IOException {
        wallet.balance("player-1", 350);
        assertThat(play("--token", "token-1", "--rounds", "50", "--concurrency", "1"))
                .isZero();
        assertThat(printed.toString()).containsPattern("; [1-9]\\d* refused");
    }

    @Test
    void lost_money_is_detected() throws IOException {
        var thief = every(50, "/credit");
        wallet.after = request -> {
            if (thief.test(request)) {
                wallet.balance("player-1", wallet.balance("player-1") - 1);
            }
            return null;
        };
        assertThat(play("--token", "token-1", "--rounds", "200", "--concurrency", "1"))
                .isEqualTo(1);
        assertThat(printed.toString())
                .contains("WRONG player-1: the final balance is ")
                .contains("The ledger does not balance.");
    }

    @Test
    void a_replay_answered_with_the_current_balance_is_detected() throws IOException {
        wallet.after = FakeWallet.on(
                "/credit",
                out -> out.write(RawServer.json(
                        200,
                        "{\"operatorTransactionId\":\"" + System.nanoTime() + "\",\"balance\":{\"amount\":"
                                + wallet.balance("player-1") / 100 + ",\"currency\":\"EUR\"}}")));
        assertThat(play("--token", "token-1", "--rounds", "40", "--repeat", "0.5", "--concurrency", "1"))
                .isEqualTo(1);
        assertThat(printed.toString()).contains("but its replay got");
    }

    @Test
    void a_round_that_cannot_be_closed_is_reported() throws IOException {
        wallet.before = FakeWallet.on("/rollback", FakeResponse.status(422));
        assertThat(play("--token", "token-1", "--rounds", "60")).isEqualTo(1);
        assertThat(printed.toString()).contains("could not be closed by its ROLLBACK");
    }

    @Test
    void del_2_rounds_wait_for_a_wallet_that_is_down_for_a_while() throws IOException {
        var left = new AtomicInteger(9);
        wallet.before = request -> !request.path().endsWith("/player") && left.getAndDecrement() > 0
                ? left.get() % 2 == 0 ? FakeResponse.status(503) : FakeResponse.none()
                : null;
        assertThat(play("--token", "token-1", "--rounds", "5", "--concurrency", "1"))
                .as(printed.toString())
                .isZero();
    }

    @Test
    void a_rejected_token_and_an_unreachable_wallet_exit_with_3() throws IOException {
        assertThat(play("--token", "stranger")).isEqualTo(3);
        try (var unused = new UnusedPort()) {
            assertThat(playAt(unused.url() + "/wallet", "--token", "token-1")).isEqualTo(3);
        }
        assertThat(printed.toString())
                .contains("Connection refused by 127.0.0.1:", "Start the wallet, or give its address");
    }

    @Test
    void wrong_usage_exits_with_2() throws IOException {
        assertThat(play()).isEqualTo(2);
        assertThat(play("--token", "a", "--players", "2")).isEqualTo(2);
        assertThat(play("--token", "a", "--repeat", "2")).isEqualTo(2);
        assertThat(play("--token", "a", "--rounds", "0")).isEqualTo(2);
        assertThat(play("--token", "a", "--stake", "much")).isEqualTo(2);
        assertThat(play("--token", "a", "--stake", "-1.00")).isEqualTo(2);
        assertThat(playAt("file:///etc/passwd", "--token", "a")).isEqualTo(2);
    }
}
