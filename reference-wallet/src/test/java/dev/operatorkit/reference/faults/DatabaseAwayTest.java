package dev.operatorkit.reference.faults;

import static dev.operatorkit.reference.RawCaller.get;
import static dev.operatorkit.wallet.testkit.SignedCallback.credit;
import static dev.operatorkit.wallet.testkit.SignedCallback.debit;
import static dev.operatorkit.wallet.testkit.SignedCallback.lookup;
import static dev.operatorkit.wallet.testkit.SignedCallback.player;
import static dev.operatorkit.wallet.testkit.SignedCallback.rollback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.WalletUnderTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a PostgreSQL that answers reads and commits nothing: one that waits for a synchronous standby that does not exist, and one
 * that takes no writes. It needs its own server, since both are settings of the whole server.
 */
@Order(1)
@Tag("slow")
class DatabaseAwayTest {
    private static final int COMMITTERS = 2;

    @TempDir
    private static Path folder;

    private static PostgresProcess server;

    private String url = "";
    private Connection other;

    @BeforeAll
    static void start() throws IOException {
        server = new PostgresProcess(folder);
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        url = server.freshUrl();
        other = DriverManager.getConnection(url);
    }

    @AfterEach
    void assertLedgerBalances() throws SQLException {
        reset("synchronous_standby_names");
        other.close();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    @Test
    void d9_while_no_commit_passes_the_wallet_is_not_ready_and_answers_at_once_without_the_database() throws Exception {
        var bet = debit("bet").player("player-1").stake("1");
        var hung = debit("hung").player("player-2").stake("1");
        var late = debit("late").player("player-1").stake("1");
        var win = credit("win", "bet").player("player-1").payout("3");
        try (var wallet = WalletUnderTest.on(url, "--committers", "" + COMMITTERS)) {
            assertThat(wallet.send(bet).status()).isEqualTo(200);
            set("synchronous_standby_names", "missing");
            awaitWaitingCommit();
            var first = CompletableFuture.supplyAsync(() -> wallet.send(hung).status());
            await().until(() -> wallet.ready() == 503);
            await().until(() -> metrics(wallet).contains("wallet_breaker_open 1.0"));
            for (var round = 0; round < 3; round++) {
                assertThat(wallet.sendConcurrently(
                                late, hung, bet, bet.token("never-issued"), late.stake("-1"), late.without("stake")))
                        .containsOnly(500);
                assertThat(wallet.sendConcurrently(
                                win,
                                win.without("payout"),
                                rollback("undo", "bet").player("player-1"),
                                rollback("tomb", "late").player("player-1"),
                                lookup("player-1", "bet"),
                                lookup("player-1", "never"),
                                player("game", "token-1"),
                                player("game", "never-issued")))
                        .containsOnly(503);
            }
            assertThat(wallet.send(late).get("message").textValue()).contains("this attempt wrote nothing");
            assertThat(wallet.send(debit("")).status()).isEqualTo(422);
            assertThat(wallet.send(HttpRequest.newBuilder(URI.create(wallet.address() + "/debit"))
                                    .POST(BodyPublishers.ofString("{}"))
                                    .build())
                            .status())
                    .isEqualTo(401);
            assertThat(get(wallet.operations(), "/health/live", "localhost")).contains(" 200 ");
            await().until(() -> get(wallet.operations(), "/health/ready", "localhost")
                    .contains("\"database\":\"up\",\"commits\":\"down\""));
            // Neither the checks nor the callbacks add a session that waits.
            assertThat(waitingForStandby("%")).isBetween(1L, 2L);
            // Its commit then passes with a warning, visible here and on no standby: no caller may get a 200.
            other.createStatement()
                    .execute("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
                            + " and application_name = 'operatorkit-wallet-movements'");
            assertThat(first.join()).isEqualTo(500);
            reset("synchronous_standby_names");
            await().until(() -> wallet.ready() == 200);
            await().until(() -> wallet.send(hung).status() == 200);
            assertThat(wallet.sendConcurrently(late, win)).containsExactly(200, 200);
            assertThat(metrics(wallet)).contains("wallet_breaker_open 0.0", "wallet_breaker_openings_total 1.0");
        }
    }

    @Test
    void a_server_that_takes_no_writes_is_away_and_its_debits_get_500() throws Exception {
        var bet = debit("bet").player("player-1").stake("1");
        try (var wallet = WalletUnderTest.on(url)) {
            set("default_transaction_read_only", "on");
            await().until(() -> get(wallet.operations(), "/health/ready", "localhost")
                    .contains("\"commits\":\"up\",\"writable\":\"down\""));
            await().until(() -> metrics(wallet).contains("wallet_breaker_open 1.0"));
            assertThat(wallet.sendConcurrently(bet, rollback("undo", "bet").player("player-1")))
                    .containsExactly(500, 503);
            other.createStatement().execute("set default_transaction_read_only = off");
            reset("default_transaction_read_only");
            await().until(() -> wallet.ready() == 200);
            assertThat(wallet.send(bet).status()).isEqualTo(200);
        }
    }

    private static String metrics(WalletUnderTest wallet) throws IOException {
        return get(wallet.operations(), "/metrics", "localhost");
    }

    private void set(String setting, String value) throws SQLException {
        other.createStatement().execute("alter system set " + setting + " = '" + value + "'");
        other.createStatement().execute("select pg_reload_conf()");
    }

    private void reset(String setting) throws SQLException {
        other.createStatement().execute("alter system reset " + setting);
        other.createStatement().execute("select pg_reload_conf()");
    }

    /** Commits until a commit waits, since the server applies a new setting some time after it was asked to. */
    private void awaitWaitingCommit() throws SQLException {
        try (var probe = DriverManager.getConnection(url + "&ApplicationName=probe");
                var statement = probe.createStatement()) {
            var commits = CompletableFuture.runAsync(() -> {
                try {
                    while (statement.getWarnings() == null) {
                        statement.execute("select pg_logical_emit_message(true, 'test', '')");
                    }
                } catch (SQLException e) {
                    throw new CompletionException(e);
                }
            });
            await().until(() -> waitingForStandby("probe") == 1);
            statement.cancel();
            commits.join();
        }
    }

    private long waitingForStandby(String application) throws SQLException {
        try (var counted = other.prepareStatement("select count(*) from pg_stat_activity where wait_event = 'SyncRep'"
                + " and application_name like ?")) {
            counted.setString(1, application);
            var count = counted.executeQuery();
            count.next();
            return count.getLong(1);
        }
    }
}
