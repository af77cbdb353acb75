package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a wallet stopped under load completes the requests in progress and accepts no more (fault matrix H12). */
class ShutdownTest {
    private static final int ANSWERS = 200;

    @TempDir
    private Path folder;

    @Test
    void sigterm_completes_the_requests_in_progress_before_the_process_exits() throws Exception {
        var url = "jdbc:h2:file:" + folder.resolve("wallet");
        var load = new DebitLoad();
        try (var process = WalletProcess.start(url);
                var client = WalletUnderTest.client(process.address())) {
            load.runDuring(client, () -> {
                load.awaitAnswers(ANSWERS);
                process.signal("TERM");
                assertThat(process.exit()).isEqualTo(128 + 15);
            });
        }
        assertNothingLost(load, url);
    }

    @Test
    @Tag("thorough")
    void stopping_a_wallet_on_postgres_completes_the_requests_in_progress() throws Exception {
        var url = TestDatabase.POSTGRES.freshUrl();
        var load = new DebitLoad();
        try (var wallet = WalletUnderTest.on(url)) {
            load.runDuring(wallet, () -> {
                load.awaitAnswers(ANSWERS);
                wallet.stop();
            });
        }
        assertNothingLost(load, url);
    }

    private static void assertNothingLost(DebitLoad load, String url) {
        assertThat(load.unknown()).isZero();
        load.assertUnansweredDebitsNotStored(url);
        load.assertAnsweredDebitsStored(url);
    }
}
