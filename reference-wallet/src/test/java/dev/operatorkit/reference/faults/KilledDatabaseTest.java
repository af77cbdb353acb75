package dev.operatorkit.reference.faults;

import static dev.operatorkit.raw.RawClient.get;
import static dev.operatorkit.wallet.testkit.SignedCallback.credit;
import static dev.operatorkit.wallet.testkit.SignedCallback.debit;
import static dev.operatorkit.wallet.testkit.SignedCallback.lookup;
import static dev.operatorkit.wallet.testkit.SignedCallback.player;
import static dev.operatorkit.wallet.testkit.SignedCallback.rollback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a PostgreSQL with fsync on that is killed or stopped under load, suspended, or answers reads and commits nothing: the wallet stays
 * up and recovers, and everything that it acknowledged is stored exactly once (D1, D2, D5, D9, T8). Kills once, or 20 times with {@code -Dtests.long}.
 */
@Order(1)
class KilledDatabaseTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final int KILLS = LONG ? 20 : 1;
    private static final int ANSWERS_BETWEEN_KILLS = LONG ? 500 : 50;

    @TempDir
    private static Path folder;

    private static PostgresProcess server;

    private String url = "";

    @BeforeAll
    static void start() throws Exception {
        server = new PostgresProcess(folder);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void createDatabase() throws SQLException {
        url = server.freshUrl();
    }

    @AfterEach
    void assertLedgerBalances() throws SQLException {
        reset("synchronous_standby_names");
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    static IntStream committers() {
        return LONG ? IntStream.of(1, 2, 4, 8) : IntStream.of(4);
    }

    @ParameterizedTest
    @MethodSource("committers")
    void the_wallet_survives_kills_of_its_database(int committers) throws Exception {
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
        try (var wallet = WalletUnderTest.on(url)) {
            assertThat(wallet.send(bet.token("token-1")).status()).isEqualTo(200);
            server.pause();
            try {
                // The second round meets connections that were given up, and a queue that moved nothing.
                for (var round = 0; round < 2; round++) {
                    assertAnsweredWithoutDatabase(wallet, bet, win);
                }
            } finally {
                server.resume();
            }
            await().until(() -> wallet.send(win).status() == 200);
            await().until(() -> wallet.send(lookup("player-1", "bet")).status() == 200);
        }
    }

    /** Checks the answers of a wallet whose database is down: debits get 500, and all other callbacks 503 (D-29). */
    private static void assertAnsweredWithoutDatabase(WalletUnderTest wallet, SignedCallback bet, SignedCallback win) {
        var late = debit("late").player("player-2").stake("1");
        assertThat(wallet.sendConcurrently(
                        late, bet, bet.token("never-issued"), bet.without("stake"), late.stake("-1")))
                .containsOnly(500);
        assertThat(wallet.sendConcurrently(
                        win,
                        win.without("payout"),
                        rollback("undo", "bet").player("player-1"),
                        rollback("tomb", "late").player("player-2"),
                        lookup("player-1", "bet"),
                        lookup("player-1", "never"),
                        player("game", "token-1"),
                        player("game", "never-issued")))
                .containsOnly(503);
    }

    @Test
    @Tag("slow")
    void d9_while_no_commit_passes_the_wallet_is_not_ready_and_answers_without_the_database() throws Exception {
        var bet = debit("bet").player("player-1").stake("1");
        var hung = debit("hung").player("player-2").stake("1");
        var late = debit("late").player("player-2").stake("1");
        var win = credit("win", "bet").player("player-1").payout("3");
        try (var wallet = WalletUnderTest.on(url, "--committers", "2")) {
            assertThat(wallet.send(bet).status()).isEqualTo(200);
            set("synchronous_standby_names", "missing");
            awaitWaitingCommit();
            var first = CompletableFuture.supplyAsync(() -> wallet.send(hung).status());
            await().until(() -> wallet.ready() == 503);
            await().until(() -> metrics(wallet).contains("wallet_breaker_open 1.0"));
            for (var round = 0; round < 3; round++) {
                assertAnsweredWithoutDatabase(wallet, bet, win);
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
            execute("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
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
    @Tag("slow")
    void a_server_that_takes_no_writes_is_down_and_its_debits_get_500() throws Exception {
        var bet = debit("bet").player("player-1").stake("1");
        try (var wallet = WalletUnderTest.on(url)) {
            set("default_transaction_read_only", "on");
            await().until(() -> get(wallet.operations(), "/health/ready", "localhost")
                    .contains("\"commits\":\"up\",\"writable\":\"down\""));
            await().until(() -> metrics(wallet).contains("wallet_breaker_open 1.0"));
            assertThat(wallet.sendConcurrently(bet, rollback("undo", "bet").player("player-1")))
                    .containsExactly(500, 503);
            reset("default_transaction_read_only");
            await().until(() -> wallet.ready() == 200);
            assertThat(wallet.send(bet).status()).isEqualTo(200);
        }
    }

    private static String metrics(WalletUnderTest wallet) throws IOException {
        return get(wallet.operations(), "/metrics", "localhost");
    }

    private void set(String setting, String value) throws SQLException {
        execute("alter system set " + setting + " = '" + value + "'", "select pg_reload_conf()");
    }

    private void reset(String setting) throws SQLException {
        execute("alter system reset " + setting, "select pg_reload_conf()");
    }

    private void execute(String... statements) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute("set default_transaction_read_only = off");
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
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
        try (var connection = DriverManager.getConnection(url);
                var count = connection
                        .createStatement()
                        .executeQuery("select count(*) from pg_stat_activity where wait_event = 'SyncRep'"
                                + " and application_name like '" + application + "'")) {
            count.next();
            return count.getLong(1);
        }
    }
}
