package dev.operatorkit.reference.faults;

import static dev.operatorkit.wallet.testkit.SignedCallback.credit;
import static dev.operatorkit.wallet.testkit.SignedCallback.debit;
import static dev.operatorkit.wallet.testkit.SignedCallback.rollback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a PostgreSQL that accepts no more connections (D8). */
class BusyDatabaseTest {
    private String url = "";
    private Connection other;

    @BeforeEach
    void connect() throws SQLException {
        url = TestDatabase.POSTGRES.emptyUrl();
        other = DriverManager.getConnection(url);
    }

    @AfterEach
    void assertLedgerBalances() throws SQLException {
        other.close();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    @Test
    @Tag("slow")
    void d8_without_database_connections_debits_get_500_and_settlements_503_until_they_return() throws Exception {
        var bet = debit("bet").player("player-1").stake("1");
        var late = debit("late").player("player-1").stake("1");
        var win = credit("win", "bet").player("player-1").payout("3");
        var user = "w" + System.identityHashCode(this);
        run("create role " + user + " login", "grant create, usage on schema public to " + user);
        try (var wallet = WalletUnderTest.on(url.replace("user=postgres", "user=" + user))) {
            assertThat(wallet.send(bet).status()).isEqualTo(200);
            run(
                    "alter role " + user + " connection limit 0",
                    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = '" + user + "'");
            // Whether the first debit was applied is unknown too, so it never gets 422 (D-29).
            assertThat(wallet.sendConcurrently(
                            late,
                            bet,
                            bet.token("never-issued"),
                            bet.without("stake"),
                            win,
                            rollback("undo", "bet").player("player-1")))
                    .containsExactly(500, 500, 500, 500, 503, 503);
            run("alter role " + user + " connection limit -1");
            await().until(() -> wallet.send(win).status() == 200);
            assertThat(wallet.send(late).status()).isEqualTo(200);
        }
    }

    private void run(String... statements) throws SQLException {
        try (var statement = other.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
