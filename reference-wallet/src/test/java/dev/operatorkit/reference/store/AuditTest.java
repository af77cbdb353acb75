package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the audit finds every kind of damage, and none without damage. */
class AuditTest {
    private static String playedOn(TestDatabase kind) {
        var url = kind.freshUrl();
        try (var wallet = WalletUnderTest.on(url)) {
            for (var bet : new String[] {"won", "lost", "undone", "open"}) {
                wallet.send(SignedCallback.debit(bet).player("player-1").stake("2"));
            }
            wallet.send(SignedCallback.credit("won-s", "won").player("player-1").payout("3"));
            wallet.send(
                    SignedCallback.credit("lost-s", "lost").player("player-1").payout("0"));
            wallet.send(SignedCallback.rollback("undone-s", "undone").player("player-1"));
            wallet.send(SignedCallback.rollback("early-s", "early").player("player-1"));
        }
        return url;
    }

    @Test
    void an_undamaged_ledger_has_no_violations() throws SQLException {
        assertThat(WalletUnderTest.auditOf(playedCopy())).isEmpty();
        assertThat(WalletUnderTest.auditOf(playedOn(TestDatabase.POSTGRES))).isEmpty();
    }

    @Test
    void more_violations_than_examples_are_counted() {
        var url = playedOn(TestDatabase.POSTGRES);
        try (var database = Database.open(TestDatabase.address(url))) {
            database.reads()
                    .execute("insert into adjustment_references"
                            + " select 'r' || n, 'player-1', 100 + n from generate_series(1, 2500) n");
            var broken = Audit.run(database).stream()
                    .filter(finding -> !finding.holds())
                    .toList();
            assertThat(broken).hasSize(1);
            assertThat(broken.get(0).violations()).isEqualTo(2_500);
            assertThat(broken.get(0).examples()).hasSize(5);
        }
    }

    /** A page is not worth waiting for longer than a minute. A command is: the ledger may be large. */
    @Test
    void only_commands_read_without_a_time_limit() {
        var url = TestDatabase.POSTGRES.freshUrl();
        try (var wallet = Database.open(TestDatabase.address(url))) {
            assertThat(limit(wallet, "statement_timeout")).isEqualTo("50s");
        }
        try (var command = Database.openExisting(TestDatabase.address(url))) {
            assertThat(limit(command, "statement_timeout")).isEqualTo("0");
            assertThat(limit(command, "idle_in_transaction_session_timeout")).isEqualTo("0");
            assertThat(limit(command, "lock_timeout")).isEqualTo("1s");
        }
    }

    private static String limit(Database database, String setting) {
        return "" + database.reads().fetchValue("show " + setting);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update accounts set balance = balance + 1 where id = 'player-1'",
                "update accounts set version = version + 1 where id = 'player-1'",
                "delete from ledger where transaction_id = 'lost'",
                "delete from adjustments where account_id = 'player-2'",
                "delete from accounts where id = 'player-3'",
                "insert into adjustment_references values ('nothing', 'player-1', 99)",
                "update adjustments set approved_by = 'unknown' where account_id = 'player-1'",
                "insert into adjustment_requests (account_id, amount, currency, reference, why, balance, requested_by,"
                        + " requested_at, state, decided_by) values ('player-1', 1, 'EUR', 'r', 'why', 0, 'a',"
                        + " now(), 'APPLIED', 'b')",
                "delete from rounds where debit_id = 'open'",
                "update rounds set state = 'BET' where debit_id = 'won'",
                "update rounds set state = 'SETTLED' where debit_id = 'undone'",
                "update rounds set debit_id = 'another' where debit_id = 'open'",
                "update ledger set account_id = 'player-2' where transaction_id = 'won-s'",
                "update ledger set reference_transaction_id = 'nothing' where transaction_id = 'won-s'",
                "update ledger set game_round_id = 'another' where transaction_id = 'won-s'",
                "insert into ledger_archive select * from ledger where transaction_id = 'open'",
                "update ledger set currency = 'JPY' where transaction_id = 'open'",
                "update accounts set currency = 'JPY' where id = 'player-1'",
                "insert into rounds_archive select * from rounds where debit_id = 'won'"
            })
    void every_kind_of_damage_is_detected(String damage) throws SQLException {
        try (var database = Database.open(TestDatabase.address(playedCopy()))) {
            assertThat(database.reads().execute(damage)).isEqualTo(1);
            assertThat(Audit.run(database)).anyMatch(finding -> !finding.holds());
        }
    }

    /** Holds the statements that create a database as {@link #playedOn} leaves it, which takes less time than playing again. */
    private static final class Played {
        static final List<String> STATEMENTS = statements();

        private static List<String> statements() {
            try (var connection = DriverManager.getConnection(playedOn(TestDatabase.H2));
                    var script = connection.createStatement().executeQuery("script nosettings")) {
                var statements = new ArrayList<String>();
                while (script.next()) {
                    statements.add(script.getString(1));
                }
                return statements;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static String playedCopy() throws SQLException {
        var url = TestDatabase.H2.emptyUrl();
        try (var connection = DriverManager.getConnection(
                        url + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH");
                var sql = connection.createStatement()) {
            for (var statement : Played.STATEMENTS) {
                sql.execute(statement);
            }
        }
        return url;
    }
}
