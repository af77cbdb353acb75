package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wallet that is told to stop under load answers what it has begun and begins nothing more (fault matrix H12). */
class ShutdownTest {
    private static final int ANSWERS = 200;

    @TempDir
    private Path folder;

    @Test
    void on_h2() throws Exception {
        stopped("jdbc:h2:file:" + folder.resolve("wallet"));
    }

    @Test
    void on_postgres() throws Exception {
        stopped(TestDatabase.POSTGRES.freshUrl());
    }

    private static void stopped(String url) throws Exception {
        var storm = new Storm();
        var wallet = WalletUnderTest.on(url);
        storm.during(wallet, () -> {
            await().atMost(Duration.ofMinutes(2)).until(() -> storm.answered() >= ANSWERS);
            wallet.stop();
        });
        assertThat(storm.unknown()).isZero();
        storm.nothingWrittenWithoutAnAnswer(url);
        storm.holds(url);
        wallet.close();
    }
}
