package dev.operatorkit.reference.faults;

import static dev.operatorkit.wallet.testkit.SignedCallback.credit;
import static dev.operatorkit.wallet.testkit.SignedCallback.debit;
import static dev.operatorkit.wallet.testkit.SignedCallback.lookup;
import static dev.operatorkit.wallet.testkit.SignedCallback.player;
import static dev.operatorkit.wallet.testkit.SignedCallback.rollback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.WalletUnderTest;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a PostgreSQL that is killed or stopped under load, or suspended, with fsync on: the wallet stays up and recovers, and
 * everything that it acknowledged is stored exactly once (D1, D2, D5, T8). Kills once, or 20 times with {@code -Dtests.long}.
 */
@Order(1)
class KilledDatabaseTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final int KILLS = LONG ? 20 : 1;
    private static final int ANSWERS_BETWEEN_KILLS = LONG ? 500 : 50;

    @TempDir
    private static Path folder;

    private static PostgresProcess server;

    @BeforeAll
    static void start() throws Exception {
        server = new PostgresProcess(folder);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    static IntStream committers() {
        return LONG ? IntStream.of(1, 2, 4, 8) : IntStream.of(4);
    }

    @ParameterizedTest
    @MethodSource("committers")
    void the_wallet_survives_kills_of_its_database(int committers) throws Exception {
        var url = server.freshUrl();
        var load = new DebitLoad();
        try (var wallet = WalletUnderTest.on(url, "--committers", "" + committers)) {
            load.runDuring(wallet, () -> {
                for (var kill = 0; kill < KILLS; kill++) {
                    load.awaitAnswers(ANSWERS_BETWEEN_KILLS);
                    server.kill();
                    server.restart();
                }
                load.awaitAnswers(ANSWERS_BETWEEN_KILLS);
            });
        }
        System.out.println(KILLS + " kills of PostgreSQL, " + load.answered() + " answered debits with " + committers
                + " committers");
        load.assertAnsweredDebitsStored(url);
    }

    @Test
    @Tag("slow")
    void d2_while_the_database_is_stopped_debits_get_500_and_settlements_503_until_it_is_back() throws Exception {
        var bet = debit("bet").player("player-1").stake("1");
        var lost = credit("lost", "bet").player("player-1").payout("0"); // every balance is unique
        var undo = rollback("undo", "bet").player("player-1");
        var late = debit("late").player("player-2").stake("1");
        var url = server.freshUrl();
        var load = new DebitLoad();
        try (var wallet = WalletUnderTest.on(url)) {
            assertThat(wallet.send(bet).status()).isEqualTo(200);
            load.runDuring(wallet, () -> {
                load.awaitAnswers(ANSWERS_BETWEEN_KILLS);
                server.stop();
                assertThat(wallet.sendConcurrently(late, lost, undo, bet)).containsExactly(500, 503, 503, 500);
                assertThat(wallet.ready()).isEqualTo(503);
                server.restart();
                await().until(() -> wallet.send(lost).status() == 200);
                assertThat(wallet.send(late).status()).isEqualTo(200);
                await().until(() -> wallet.ready() == 200);
                load.awaitAnswers(ANSWERS_BETWEEN_KILLS);
            });
        }
        load.assertAnsweredDebitsStored(url);
    }

    @Test
    @Tag("slow")
    void d5_while_the_database_hangs_debits_get_500_and_all_other_callbacks_503() throws Exception {
        var bet = debit("bet").player("player-1").stake("1");
        var win = credit("win", "bet").player("player-1").payout("3");
        var url = server.freshUrl();
        try (var wallet = WalletUnderTest.on(url)) {
            assertThat(wallet.send(bet.token("token-1")).status()).isEqualTo(200);
            server.pause();
            try {
                // The second round meets connections that were given up, and a queue that moved nothing.
                for (var round = 0; round < 2; round++) {
                    assertThat(wallet.sendConcurrently(
                                    bet,
                                    bet.token("never-issued"),
                                    debit("new").player("player-2").stake("1"),
                                    bet.without("stake")))
                            .containsOnly(500);
                    assertThat(wallet.sendConcurrently(
                                    win,
                                    win.without("payout"),
                                    rollback("undo", "bet").player("player-1"),
                                    rollback("tomb", "never").player("player-3"),
                                    lookup("player-1", "bet"),
                                    lookup("player-1", "never"),
                                    player("game", "token-1"),
                                    player("game", "never-issued")))
                            .containsOnly(503);
                }
            } finally {
                server.resume();
            }
            await().until(() -> wallet.send(win).status() == 200);
            await().until(() -> wallet.send(lookup("player-1", "bet")).status() == 200);
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }
}
