package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.Accounts;
import dev.operatorkit.reference.staff.LedgerQueries;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that closing a round changes its row in place on PostgreSQL, and that open rounds are still found by an index. */
class RoundsIndexTest {
    private static final int ROUNDS = 50;
    private static final int CLOSED = Boolean.getBoolean("tests.long") ? 5_000_000 : 200_000;

    private final Database database =
            Database.open(new Database.Address(TestDatabase.POSTGRES.emptyUrl(), "", "", null, 1));

    @BeforeEach
    void openAccount() {
        new Accounts(database, Clock.systemUTC())
                .open("player", "Player", new Money(100_000, CurrencyCode.of("EUR")), new Accounts.Author("test"));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void a_closed_round_stays_in_its_place() throws Exception {
        var store = new JooqWalletStore(database);
        for (var i = 0; i < ROUNDS; i++) {
            MovementSqlPlansTest.round(store, "round-" + i);
        }
        try (var connection = database.movements().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("select pg_stat_force_next_flush()");
            connection.commit();
        }
        assertThat(counts("n_tup_upd", "rounds")).isEqualTo(ROUNDS);
        // Before PostgreSQL 16 no indexed column may change in place, whatever the kind of the index.
        var inPlace = serverVersion() < 160_000 ? 0 : ROUNDS;
        assertThat(counts("n_tup_hot_upd", "rounds")).isEqualTo(inPlace);
        // A page that another session holds is not pruned, and then one update goes to another page.
        assertThat(counts("n_tup_hot_upd", "accounts")).isBetween(2L * ROUNDS - 5, 2L * ROUNDS);
    }

    /** The rounds of a page are closed long before VACUUM adds the page to the index. */
    @Test
    void open_rounds_are_found_without_reading_the_closed_ones() {
        var sql = database.reads();
        sql.execute("alter table rounds set (autovacuum_enabled = false)");
        sql.execute(
                "insert into rounds select 'player', 'r' || n, 'd' || n,"
                        + " case when n % {0} = 0 then 'BET' else 'SETTLED' end, now() - make_interval(secs => {1} - n)"
                        + " from generate_series(1, {1}) n",
                org.jooq.impl.DSL.inline(CLOSED / 5), org.jooq.impl.DSL.inline(CLOSED));
        sql.execute("vacuum analyze rounds");
        var ledger = new LedgerQueries(database);
        var reads = reads();

        var now = Instant.now().plus(Duration.ofMinutes(1));
        assertThat(ledger.openRounds(now, null, null, 100))
                .extracting(LedgerQueries.RoundRow::state)
                .containsOnly("BET");
        assertThat(ledger.openRounds(now, null, null, 100)).hasSize(5);

        var after = reads();
        assertThat(after.tableScans()).isEqualTo(reads.tableScans());
        assertThat(after.rowsByIndex() - reads.rowsByIndex()).isLessThan(CLOSED / 5);
    }

    /** Holds how often the table was scanned, and how many of its rows were read by an index. */
    private record Reads(long tableScans, long rowsByIndex) {}

    private Reads reads() {
        database.reads().execute("select pg_stat_force_next_flush()");
        return new Reads(counts("seq_scan", "rounds"), counts("idx_tup_fetch", "rounds"));
    }

    private long counts(String column, String table) {
        return database.reads()
                .fetchSingle("select " + column + " from pg_stat_user_tables where relname = '" + table + "'")
                .get(0, Long.class);
    }

    private int serverVersion() {
        return Integer.parseInt(
                database.reads().fetchSingle("show server_version_num").get(0, String.class));
    }
}
