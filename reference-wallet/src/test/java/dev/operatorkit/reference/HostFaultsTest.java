package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests faults of the host: a full disk, a second process, a suspended process, and a process without memory (D3, D11, D12, D13). The process
 * is suspended for 2 seconds, or for 20 with {@code -Dtests.long}. The faults are injected with {@code -Dthorough} only, except for the second
 * process.
 */
class HostFaultsTest {
    private static final int ANSWERS = 100;
    private static final Duration PAUSE = Duration.ofSeconds(Boolean.getBoolean("tests.long") ? 20 : 2);
    private static final int SMALL_DISK_MEBIBYTES = 64;
    private static final int EXIT_OUT_OF_MEMORY = 3;

    @TempDir
    private Path folder;

    @Test
    @Tag("thorough")
    void d3_a_wallet_on_h2_whose_disk_was_full_serves_again_and_has_lost_nothing() throws Exception {
        assumeTrue(SmallDisk.isPermitted(), "it may not mount: no disk can be made small");
        var disk = Files.createDirectory(folder.resolve("database"));
        var copy = Files.createDirectory(folder.resolve("copy"));
        var load = new DebitLoad();
        try (var process = WalletProcess.startOnSmallDisk(disk, SMALL_DISK_MEBIBYTES, h2In(disk));
                var client = WalletUnderTest.client(process.address())) {
            load.runDuring(client, () -> {
                load.awaitAnswers(ANSWERS);
                process.disk().fill();
                load.awaitFailures(ANSWERS);
                process.disk().free();
                try {
                    load.awaitAnswers(ANSWERS);
                } catch (AssertionError e) {
                    throw new AssertionError(process.threads(), e);
                }
            });
            process.disk().copyTo(copy);
        }
        load.assertAnsweredDebitsStored(h2In(copy));
    }

    private static String h2In(Path folder) {
        return "jdbc:h2:file:" + folder.resolve("wallet");
    }

    @Test
    void d11_a_second_wallet_on_an_open_database_file_reports_it_and_exits() throws Exception {
        var url = h2In(folder);
        try (var first = WalletUnderTest.on(url)) {
            var second = WalletProcess.command(url, "-Xmx64m")
                    .redirectErrorStream(true)
                    .start();
            var said = new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(second.waitFor()).isEqualTo(1);
            assertThat(said)
                    .contains("the database file is in use by another process")
                    .doesNotContain("\tat ");
            assertThat(first.send(SignedCallback.debit("bet").player("player-1"))
                            .status())
                    .isEqualTo(200);
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    @Test
    @Tag("thorough")
    void d12_a_suspended_wallet_continues_after_it_is_resumed() throws Exception {
        var url = TestDatabase.POSTGRES.freshUrl();
        var load = new DebitLoad();
        try (var process = WalletProcess.start(url);
                var client = WalletUnderTest.client(process.address())) {
            load.runDuring(client, () -> {
                load.awaitAnswers(ANSWERS);
                process.signal("STOP");
                var before = new AtomicInteger();
                await().atMost(Duration.ofMinutes(1))
                        .during(PAUSE)
                        .until(() -> before.getAndSet(load.answered()) == load.answered());
                process.signal("CONT");
                load.awaitAnswers(ANSWERS);
            });
        }
        load.assertAnsweredDebitsStored(url);
    }

    @Test
    void d13_a_wallet_is_started_so_that_it_exits_when_out_of_memory() throws Exception {
        assertThat(Files.readString(Path.of("../bin/.launch.sh"))).contains("-XX:+ExitOnOutOfMemoryError");
    }

    @Test
    @Tag("thorough")
    void d13_a_wallet_out_of_memory_exits_and_its_ledger_balances_after_a_restart() throws Exception {
        var url = h2In(folder);
        var load = new DebitLoad();
        try (var process = WalletProcess.start(url, "-Xmx64m");
                var client = WalletUnderTest.client(process.address())) {
            load.runDuring(client, () -> {
                load.awaitAnswers(ANSWERS);
                MemoryHog.exhaust(process.pid(), folder);
            });
            assertThat(process.exit()).isEqualTo(EXIT_OUT_OF_MEMORY);
        }
        load.assertAnsweredDebitsStored(url);
    }
}
