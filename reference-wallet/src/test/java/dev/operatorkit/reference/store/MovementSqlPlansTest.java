package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.Accounts;
import dev.operatorkit.reference.store.CommitOnPostgresTest.Entry;
import dev.operatorkit.wallet.WalletStore;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that no movement scans a table on PostgreSQL, even when its statements were planned while the tables were empty: such a
 * plan would stay, and the wallet would get slower with every bet.
 */
class MovementSqlPlansTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final int ROWS = Boolean.getBoolean("tests.long") ? 1_000_000 : 20_000;
    private static final int USES = 12; // the driver uses a server-side prepared statement after fewer executions
    private static final int ROUNDS = 50;
    private static final long MAX_READ_A_USE = 100;

    // Three that read, three that write a debit, and three that write its settlement: statements sent in one pipeline
    // are prepared together.
    private static final int HOT_STATEMENTS = 9;

    private record Reads(long sequentialScans, long rowsByIndex) {}

    /** Opens a database with one connection, so that it keeps the plans made on the empty tables, and a player. */
    private static Database open() {
        var address = TestDatabase.POSTGRES.emptyUrl();
        var database = Database.open(new Database.Address(address, "", "", null, 1));
        new Accounts(database, Clock.systemUTC())
                .open("player", "Player", new Money(1_000_000_00, EUR), new Accounts.Author("test"));
        return database;
    }

    @Test
    void no_movement_scans_a_table_however_many_rows_it_has() {
        try (var database = open()) {
            leaveStatisticsAlone(database);
            var store = Movements.in(database);
            for (var i = 0; i < USES; i++) {
                round(store, "early-" + i);
            }
            fill(database);
            var before = reads(database);
            for (var i = 0; i < USES; i++) {
                round(store, "late-" + i);
            }
            var after = reads(database);
            assertThat(keptPlans(database)).as("statements on their kept plans").isEqualTo(HOT_STATEMENTS);
            assertThat(after.sequentialScans()).isEqualTo(before.sequentialScans());
            assertThat(after.rowsByIndex() - before.rowsByIndex()).isLessThan(USES * MAX_READ_A_USE);
        }
    }

    /** Runs a debit and a credit, each in its own unit of work, with every kind of read and write. */
    static void round(WalletStore store, String id) {
        CommitOnPostgresTest.commit(store, new Entry(id, null));
        CommitOnPostgresTest.commit(store, new Entry(id + "-settled", id));
    }

    /** Turns autovacuum off: new statistics would replan every statement and hide the effect of the old plans. */
    private static void leaveStatisticsAlone(Database database) {
        for (var table : List.of("accounts", "ledger", "ledger_archive", "rounds", "rounds_archive")) {
            database.reads().execute("alter table " + table + " set (autovacuum_enabled = false)");
        }
    }

    private static void fill(Database database) {
        for (var rows : List.of(
                "accounts select 'p' || n, 'p', 'EUR', 0, 1, now()",
                "rounds select 'p' || n, 'r', 'd' || n, 'BET', now()",
                "rounds_archive select 'p' || n, 'a', 'a' || n, 'SETTLED', now()",
                "ledger select 'd' || n, 'p' || n, 1, 'DEBIT', 'r', null, 'o', 'EUR', 0, 0, 0, null, '\\x00', now()",
                "ledger_archive select 'a' || n, 'p' || n, 2, 'DEBIT', 'r', null, 'o', 'EUR', 0, 0, 0, null, '\\x00',"
                        + " now()")) {
            database.reads().execute("insert into " + rows + " from generate_series(1, ?) n", ROWS);
        }
    }

    /** Returns the number of statements on the movements' connection that run with a generic plan. */
    private static int keptPlans(Database database) {
        try (var connection = database.movements().getConnection();
                var statement = connection.createStatement();
                var kept = statement.executeQuery("select count(*) from pg_prepared_statements"
                        + " where generic_plans > 0 and statement ~ '(accounts|ledger|rounds)'")) {
            kept.next();
            var count = kept.getInt(1);
            connection.rollback();
            return count;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns what the movements' connection has read so far. */
    private static Reads reads(Database database) {
        try (var connection = database.movements().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("select pg_stat_force_next_flush()");
            connection.commit();
            statement.execute("select pg_stat_clear_snapshot()");
            var sums = statement.executeQuery("select sum(t.seq_scan), sum(i.read)"
                    + " from pg_stat_user_tables t join (select relid, sum(idx_tup_read) as read"
                    + " from pg_stat_user_indexes group by relid) i on i.relid = t.relid"
                    + " where t.relname in ('accounts', 'ledger', 'ledger_archive', 'rounds', 'rounds_archive')");
            sums.next();
            var reads = new Reads(sums.getLong(1), sums.getLong(2));
            connection.rollback();
            return reads;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Closing a round changes its row in place (HOT), so that it needs no new entry in an index. */
    @Test
    void a_closed_round_stays_in_its_place() throws SQLException {
        try (var database = open()) {
            var store = Movements.in(database);
            for (var i = 0; i < ROUNDS; i++) {
                round(store, "round-" + i);
            }
            try (var connection = database.movements().getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("select pg_stat_force_next_flush()");
                connection.commit();
            }
            assertThat(counted(database, "n_tup_upd", "rounds")).isEqualTo(ROUNDS);
            // Before PostgreSQL 16 no indexed column may change in place, regardless of the kind of the index.
            var version = Integer.parseInt("" + database.reads().fetchValue("show server_version_num"));
            assertThat(counted(database, "n_tup_hot_upd", "rounds")).isEqualTo(version < 160_000 ? 0 : ROUNDS);
            // A page that another session holds is not pruned, and then one update goes to another page.
            assertThat(counted(database, "n_tup_hot_upd", "accounts")).isBetween(2L * ROUNDS - 5, 2L * ROUNDS);
        }
    }

    private static long counted(Database database, String column, String table) {
        return database.reads()
                .fetchSingle("select " + column + " from pg_stat_user_tables where relname = '" + table + "'")
                .get(0, Long.class);
    }
}
