package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests {@code kill -9} of the wallet under load: everything that it acknowledged is stored exactly once, and the ledger balances
 * (T5, T6, D10). Kills once, or 50
 * times with {@code -Dtests.long}. With {@code -Dthorough}, also one on PostgreSQL, and one that compacts its file.
 */
@Order(1)
class KilledWalletTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final int KILLS = LONG ? 50 : 1;
    private static final int ANSWERS_BEFORE_A_KILL = LONG ? 500 : 150;

    @TempDir
    private Path folder;

    @Test
    void no_acknowledged_movement_is_lost_when_a_wallet_on_h2_is_killed() throws Exception {
        killUnderLoad(file(), 1);
    }

    static IntStream committers() {
        return LONG ? IntStream.of(1, 2, 4, 8) : IntStream.of(4);
    }

    @ParameterizedTest
    @MethodSource("committers")
    @Tag("thorough")
    void no_acknowledged_movement_is_lost_when_a_wallet_on_postgres_is_killed(int committers) throws Exception {
        killUnderLoad(TestDatabase.POSTGRES.freshUrl(), committers);
    }

    @Test
    @Tag("thorough")
    void a_kill_during_the_compaction_of_the_file_loses_no_data() throws Exception {
        var load = new DebitLoad();
        try (var process = WalletProcess.start(file());
                var client = WalletUnderTest.client(process.address())) {
            load.runDuring(client, () -> load.awaitAnswers(ANSWERS_BEFORE_A_KILL));
            process.signal("TERM");
            await().atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> hasCopy() || !process.isAlive());
            process.kill();
        }
        load.assertAnsweredDebitsStored(file());
        assertThat(hasCopy()).isFalse();
    }

    private String file() {
        return "jdbc:h2:file:" + folder.resolve("wallet");
    }

    private boolean hasCopy() throws IOException {
        try (var files = Files.list(folder)) {
            return files.anyMatch(file -> !file.toString().matches(".*\\.(mv|trace)\\.db"));
        }
    }

    private static void killUnderLoad(String url, int committers) throws Exception {
        var load = new DebitLoad();
        for (var kill = 0; kill < KILLS; kill++) {
            try (var process = WalletProcess.start(url, "-Xmx192m", "--committers", "" + committers);
                    var client = WalletUnderTest.client(process.address())) {
                load.runDuring(client, () -> {
                    load.awaitAnswers(ANSWERS_BEFORE_A_KILL);
                    process.kill();
                });
            }
        }
        System.out.println(
                KILLS + " kills, " + load.answered() + " answered debits with " + committers + " committers on " + url);
        load.assertAnsweredDebitsStored(url);
    }
}
