package dev.operatorkit.reference;

import static dev.operatorkit.wallet.testkit.SignedCallback.credit;
import static dev.operatorkit.wallet.testkit.SignedCallback.debit;
import static dev.operatorkit.wallet.testkit.SignedCallback.lookup;
import static dev.operatorkit.wallet.testkit.SignedCallback.player;
import static dev.operatorkit.wallet.testkit.SignedCallback.rollback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a PostgreSQL that accepts connections and answers nothing, as when the network is cut or the machine hangs (D5). */
@Tag("thorough")
class SilentDatabaseTest {
    private static final int DEBITS = 6;

    @TempDir
    private static Path folder;

    @Test
    void d5_while_the_database_hangs_debits_get_500_and_all_other_callbacks_503() throws Exception {
        var bet = debit("bet").player("player-1").stake("1");
        var win = credit("win", "bet").player("player-1").payout("3");
        try (var server = new PostgresProcess(folder)) {
            var url = server.freshUrl();
            try (var wallet = WalletUnderTest.on(url)) {
                assertThat(wallet.send(bet.token("token-1")).status()).isEqualTo(200);
                server.pause();
                try {
                    // The second round meets connections that were given up, and a queue that moved nothing.
                    for (var round = 0; round < 2; round++) {
                        var statuses = wallet.sendConcurrently(
                                bet,
                                bet.token("never-issued"),
                                debit("bet").token("never-issued").stake("1"),
                                debit("new").player("player-2").stake("1"),
                                debit("new-2")
                                        .player("player-2")
                                        .token("token-2")
                                        .stake("1"),
                                bet.without("stake"),
                                win,
                                rollback("undo", "bet").player("player-1"),
                                rollback("tomb", "never").player("player-3"),
                                win.without("payout"),
                                lookup("player-1", "bet"),
                                lookup("player-1", "never"),
                                player("game", "token-1"),
                                player("game", "token-3"),
                                player("game", "never-issued"));
                        assertThat(statuses.subList(0, DEBITS)).containsOnly(500);
                        assertThat(statuses.subList(DEBITS, statuses.size())).containsOnly(503);
                    }
                } finally {
                    server.resume();
                }
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> wallet.send(win).status() == 200);
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> wallet.send(lookup("player-1", "bet")).status() == 200);
            }
            assertThat(WalletUnderTest.auditOf(url)).isEmpty();
        }
    }
}
