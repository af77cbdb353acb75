package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
 * Tests {@code kill -9} of PostgreSQL under load, {@code pg_ctl stop -m fast}, and a disk that is full or fails, with fsync on: the
 * wallet stays up and recovers, and everything that it acknowledged is stored exactly once (D1 to D4, T8). Kills once, or 20 times
 * with {@code -Dtests.long}. With {@code -Dthorough}, it is also stopped, and its disk is full or fails.
 */
@Order(1)
class KilledDatabaseTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final int KILLS = LONG ? 20 : 1;
    private static final int ANSWERS_BETWEEN_KILLS = LONG ? 500 : 150;

    private static final int SMALL_DISK_MEBIBYTES = 256;

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
    @Tag("thorough")
    void d2_while_the_database_is_stopped_debits_get_500_and_settlements_503_until_it_is_back() throws Exception {
        var bet = SignedCallback.debit("bet").player("player-1").stake("1");
        var lost = SignedCallback.credit("lost", "bet").player("player-1").payout("0"); // every balance is unique
        var undo = SignedCallback.rollback("undo", "bet").player("player-1");
        var late = SignedCallback.debit("late").player("player-2").stake("1");
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
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> wallet.send(lost).status() == 200);
                assertThat(wallet.send(late).status()).isEqualTo(200);
                await().atMost(Duration.ofMinutes(1)).until(() -> wallet.ready() == 200);
                load.awaitAnswers(ANSWERS_BETWEEN_KILLS);
            });
        }
        load.assertAnsweredDebitsStored(url);
    }

    @Test
    @Tag("thorough")
    void d3_a_full_disk_loses_no_acknowledged_movement() throws Exception {
        assumeTrue(SmallDisk.isPermitted(), "it may not mount: no disk can be made small");
        var url = server.freshUrl();
        var load = new DebitLoad();
        server.stop();
        try (var disk = server.restartOnSmallDisk(SMALL_DISK_MEBIBYTES)) {
            await().atMost(Duration.ofMinutes(1)).until(server::acceptsConnections);
            try (var wallet = WalletUnderTest.on(url)) {
                load.runDuring(wallet, () -> {
                    for (var time = 0; time < KILLS; time++) {
                        load.awaitAnswers(ANSWERS_BETWEEN_KILLS);
                        disk.fill();
                        load.awaitFailures(ANSWERS_BETWEEN_KILLS / 5);
                        server.switchLog(); // which needs a new file at once, and not only after 16 MiB
                        load.awaitFailures(ANSWERS_BETWEEN_KILLS / 5);
                        disk.free();
                    }
                    load.awaitAnswers(ANSWERS_BETWEEN_KILLS);
                });
            }
            System.out.println(KILLS + " times a full disk, " + load.answered() + " answered debits");
            load.assertAnsweredDebitsStored(url);
        }
        server.restart();
        await().atMost(Duration.ofMinutes(1)).until(server::acceptsConnections);
    }

    @Test
    @Tag("thorough")
    void d4_a_failed_sync_of_the_write_ahead_log_loses_no_acknowledged_movement() throws Exception {
        assumeTrue(PostgresProcess.canTrace(), "no strace here, or it may not trace: no sync can be made to fail");
        var log = folder.resolve("syncs");
        var url = server.freshUrl();
        var load = new DebitLoad();
        server.stop();
        server.restartOnBrokenDisk(log);
        await().atMost(Duration.ofMinutes(1)).until(server::acceptsConnections);
        try (var wallet = WalletUnderTest.on(url)) {
            load.runDuring(wallet, () -> {
                for (var failure = 1; failure <= KILLS; failure++) {
                    var wanted = failure;
                    await().atMost(Duration.ofMinutes(2)).until(() -> failedSyncs(log) >= wanted);
                    load.awaitAnswers(ANSWERS_BETWEEN_KILLS / 5);
                }
            });
        }
        System.out.println(failedSyncs(log) + " failed syncs, " + load.answered() + " answered debits");
        server.kill();
        server.restart();
        await().atMost(Duration.ofMinutes(1)).until(server::acceptsConnections);
        load.assertAnsweredDebitsStored(url);
    }

    private static long failedSyncs(Path log) throws IOException {
        try (var lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("(INJECTED)")).count();
        }
    }
}
