package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.location;
import static dev.operatorkit.reference.backoffice.Office.requested;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.store.Archive;
import dev.operatorkit.wallet.jdbc.LedgerArchive;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code deploy/roles.sql}: each user may do what it does, and nothing else. */
class RolesTest {
    /** Keeps the users of this test apart from those of other tests on the same server. */
    private final String prefix = "w" + System.identityHashCode(this);

    private final String url = TestDatabase.POSTGRES.emptyUrl();

    @TempDir
    Path folder;

    private Connection superuser;

    @BeforeEach
    void migrateAsOwner() throws SQLException, IOException {
        superuser = DriverManager.getConnection(url);
        for (var user : List.of("_owner", "", "_archive")) {
            run(superuser, "create role " + prefix + user + " login");
        }
        run(superuser, "alter schema public owner to " + prefix + "_owner");
        assertThat(WalletUnderTest.run("migrate", "--db", as("_owner"))).isZero();
        grant();
        run(superuser, "select pg_stat_reset()");
    }

    @AfterEach
    void disconnect() throws SQLException {
        superuser.close();
    }

    private void grant() throws IOException, SQLException {
        var file = Files.readString(Path.of("../deploy/roles.sql"));
        try (var owner = DriverManager.getConnection(as("_owner"))) {
            run(owner, file.replaceAll("\\bwallet(_archive)?(?=[,;])", prefix + "$1"));
        }
    }

    private String as(String user) {
        return url.replace("user=postgres", "user=" + prefix + user);
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<List<String>> query(String sql) throws SQLException {
        try (var statement = superuser.createStatement();
                var rows = statement.executeQuery(sql)) {
            var found = new ArrayList<List<String>>();
            while (rows.next()) {
                found.add(List.of(rows.getString(1), rows.getString(2)));
            }
            return found;
        }
    }

    /** Returns each right on each table that a user has: its name in lower case, and the table. */
    private List<List<String>> rights(String user) throws SQLException {
        return query("select lower(privilege_type), table_name from information_schema.role_table_grants"
                + " where grantee = '" + prefix + user + "' order by table_name, privilege_type");
    }

    /** Waits until PostgreSQL has counted that each table was read and written in all these ways. */
    private void awaitUsed(List<List<String>> rights) {
        await().untilAsserted(() -> assertThat(query("select used, relname from pg_stat_user_tables, lateral (values"
                        + " ('select', seq_scan + coalesce(idx_scan, 0)), ('insert', n_tup_ins),"
                        + " ('update', n_tup_upd), ('delete', n_tup_del)) as counted (used, times)"
                        + " where times > 0"))
                .containsAll(rights));
    }

    @Test
    void the_wallet_and_the_archive_use_every_right_that_they_have() throws Exception {
        try (var office = new Office(as(""), folder, "http://127.0.0.1:1")) {
            var player = office.nextPlayer();
            office.bet(player, "won", "1");
            office.wallet.send(SignedCallback.credit("win", "won")
                    .player(player)
                    .round("round-won")
                    .payout("2"));
            office.bet(player, "undone", "1");
            office.wallet.send(
                    SignedCallback.rollback("undo", "undone").player(player).round("round-undone"));
            var admin = office.admin();
            var ann = office.add("ann", "cashier");
            var carl = office.add("carl", "approver");
            location(admin.post("/people/amount", Map.of("currency", "EUR", "amount", "50")));
            location(admin.post("/people/amount", Map.of("currency", "EUR", "amount", "100")));
            location(ann.adjust(player, "10", "small"));
            location(carl.decide("approve", requested(ann.adjust(player, "500", "large"))));
            location(
                    ann.post("/player/exclude", Map.of("id", player, "excludedUntil", "2999-01-31", "reason", "test")));
            location(ann.post("/player/session", Map.of("id", player)));
            location(ann.post("/player/end-sessions", Map.of("id", player)));
            for (var page : List.of("/audit", "/trail")) {
                assertThat(admin.get(page).statusCode()).isEqualTo(200);
            }
            assertThat(WalletUnderTest.run("audit", "--db", as(""))).isZero();
            assertThat(WalletUnderTest.run("restored", "--to", "2026-03-01T09:30:00Z", "--db", as("")))
                    .isZero();
            var unmatched =
                    SignedCallback.credit("late", "forgotten").player(player).payout("2");
            await().until(() -> {
                office.wallet.send(unmatched);
                return !query("select transaction_id, amount from unmatched_credits")
                        .isEmpty();
            });
            office.wallet.send(unmatched);
        }
        awaitUsed(rights(""));
        assertThat(WalletUnderTest.archive(as("_archive"))).isEqualTo(2);
        assertThat(WalletUnderTest.run("archive", "--db", as("_archive"))).isZero();
        awaitUsed(rights("_archive"));
    }

    @Test
    void each_right_is_named_when_it_is_missing_and_no_other_is_granted() throws Exception {
        try (var database = Database.open(TestDatabase.address(as("")))) {
            assertEachIsRequired("", database::requireToServe);
        }
        try (var database = Database.open(TestDatabase.address(as("_archive")))) {
            assertEachIsRequired(
                    "_archive", () -> Archive.olderThan(LedgerArchive.MIN_AGE, database, Clock.systemUTC()));
        }
    }

    private void assertEachIsRequired(String user, Runnable use) throws SQLException {
        use.run();
        for (var right : rights(user)) {
            assertThat(right.getFirst()).isIn("select", "insert", "update", "delete");
            var revoked = right.getFirst() + " on " + right.getLast();
            run(superuser, "revoke " + revoked + " from " + prefix + user);
            assertThatThrownBy(use::run)
                    .hasMessage("the database user " + prefix + user + " lacks " + revoked
                            + ". Run deploy/roles.sql as the owner of the tables, and use the user that it"
                            + " names for this.");
            run(superuser, "grant " + revoked + " to " + prefix + user);
        }
    }

    @Test
    void the_wallet_cannot_delete_a_movement_or_change_a_table_and_names_what_it_lacks_at_the_start() throws Exception {
        try (var wallet = DriverManager.getConnection(as(""))) {
            for (var sql : List.of(
                    "delete from ledger",
                    "update ledger set amount = 0",
                    "update trail set person = ''",
                    "truncate ledger",
                    "alter table ledger add column x int",
                    "create table x ()",
                    "drop table ledger",
                    "delete from flyway_schema_history")) {
                assertThatThrownBy(() -> run(wallet, sql))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo("42501"));
            }
        }
        run(superuser, "revoke insert on trail from " + prefix);
        assertThatThrownBy(() -> WalletUnderTest.on(as("")))
                .hasMessageContaining("lacks insert on trail. Run deploy/roles.sql");
        grant();
        WalletUnderTest.on(as("")).close();
    }
}
