package dev.operatorkit.reference.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the end of a wallet under load. Killed with {@code kill -9}, it has stored everything that it acknowledged exactly once, and
 * the ledger balances (T5, T6, D10). Stopped, it also completes the requests in progress (H12). Kills once, or 50 times with
 * {@code -Dtests.long}.
 */
@Order(1)
class KilledWalletTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final int KILLS = LONG ? 50 : 1;
    private static final int ANSWERS_BEFORE_A_KILL = LONG ? 500 : 60;

    @TempDir
    private Path folder;

    private String file() {
        return "jdbc:h2:file:" + folder.resolve("wallet");
    }

    @Test
    void no_acknowledged_movement_is_lost_when_a_wallet_on_h2_is_killed() throws Exception {
        var load = new DebitLoad();
        for (var kill = 0; kill < KILLS; kill++) {
            try (var process = WalletProcess.start(file());
                    var client = WalletUnderTest.client(process.address())) {
                load.runDuring(client, () -> {
                    load.awaitAnswers(ANSWERS_BEFORE_A_KILL);
                    process.kill();
                });
            }
        }
        System.out.println(KILLS + " kills, " + load.answered() + " answered debits");
        load.assertAnsweredDebitsStored(file());
    }

    @Test
    void stopping_a_wallet_completes_the_requests_in_progress() throws Exception {
        var url = TestDatabase.H2.freshUrl();
        var load = new DebitLoad();
        try (var wallet = WalletUnderTest.on(url)) {
            load.runDuring(wallet, () -> {
                load.awaitAnswers(ANSWERS_BEFORE_A_KILL);
                wallet.stop();
            });
        }
        assertThat(load.unknown()).isZero();
        load.assertUnansweredDebitsNotStored(url);
        load.assertAnsweredDebitsStored(url);
    }

    @Test
    @Tag("slow")
    void d11_a_second_wallet_on_an_open_database_file_reports_it_and_exits() throws Exception {
        try (var first = WalletUnderTest.on(file())) {
            var second = WalletProcess.command(file()).redirectErrorStream(true).start();
            var output = new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(second.waitFor()).isEqualTo(1);
            assertThat(output)
                    .contains("the database file is in use by another process")
                    .doesNotContain("\tat ");
            assertThat(first.send(SignedCallback.debit("bet").player("player-1"))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void d13_a_wallet_is_started_so_that_it_exits_when_out_of_memory() throws Exception {
        assertThat(Files.readString(Path.of("../bin/.launch.sh"))).contains("-XX:+ExitOnOutOfMemoryError");
    }
}
