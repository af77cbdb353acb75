package dev.operatorkit.reference.faults;

import static dev.operatorkit.raw.RawClient.get;
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
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a database that answers and cannot be used: without a table, a migration, a privilege, a right clock or connections (D8). */
class ReadinessTest {
    private final String url = TestDatabase.POSTGRES.emptyUrl();
    private final String user = "w" + System.identityHashCode(this);
    private Connection owner;

    @BeforeEach
    void createUser() throws SQLException {
        owner = DriverManager.getConnection(url);
        run(owner, "create role " + user + " login", "grant create, usage on schema public to " + user);
    }

    @AfterEach
    void disconnect() throws SQLException {
        owner.close();
    }

    private WalletUnderTest start() {
        return WalletUnderTest.on(url.replace("user=postgres", "user=" + user));
    }

    /** Changes the tables and grants of one wallet, and undoes each change. */
    @Test
    void a_database_without_a_migration_a_table_or_the_privilege_to_write_is_not_ready() throws Exception {
        try (var wallet = start()) {
            run(owner, "revoke insert on ledger from " + user);
            awaitNotReady(wallet, "writable");
            // Only a movement that fails opens the breaker.
            wallet.send(debit("refused").player("player-1").stake("1"));
            awaitBreaker(wallet, 1);
            run(owner, "grant insert on ledger to " + user);
            await().until(() -> wallet.ready() == 200);
            assertThat(wallet.send(debit("bet").player("player-1").stake("1")).status())
                    .isEqualTo(200);

            run(owner, "update flyway_schema_history set version = '0.6' where version = '6'");
            awaitNotReady(wallet, "migrations");
            run(owner, "update flyway_schema_history set version = '6' where version = '0.6'");
            await().until(() -> wallet.ready() == 200);

            run(owner, "drop table rounds_archive");
            awaitNotReady(wallet, "writable");
            assertThat(get(wallet.operations(), "/metrics", "localhost"))
                    .contains("wallet_database_ready 0.0", "wallet_breaker_openings_total 1.0");
        }
    }

    @Test
    @Tag("slow")
    void d8_without_database_connections_debits_get_500_and_settlements_503_until_they_return() throws Exception {
        var bet = debit("bet").player("player-1").stake("1");
        var late = debit("late").player("player-1").stake("1");
        var win = credit("win", "bet").player("player-1").payout("3");
        try (var wallet = start()) {
            assertThat(wallet.send(bet).status()).isEqualTo(200);
            run(
                    owner,
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
            run(owner, "alter role " + user + " connection limit -1");
            await().until(() -> wallet.send(win).status() == 200);
            assertThat(wallet.send(late).status()).isEqualTo(200);
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    @Test
    void without_a_connection_for_movements_callbacks_are_answered_without_the_database() throws Exception {
        var bet = debit("bet").player("player-1").stake("1");
        try (var wallet = start()) {
            run(
                    owner,
                    "alter role " + user + " connection limit 0",
                    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = '" + user + "'"
                            + " and application_name not like 'operatorkit-wallet-check%'");
            wallet.send(bet);
            awaitBreaker(wallet, 1);
            awaitNotReady(wallet, "database");
            assertThat(wallet.send(bet).body()).contains("this attempt wrote nothing");

            run(owner, "alter role " + user + " connection limit -1");
            awaitBreaker(wallet, 0);
            await().until(() -> wallet.send(bet).status() == 200);
        }
    }

    /** The trial of a movement finds out what fails all of them; a commit of the check does not show it. */
    @Test
    void while_no_movement_can_be_stored_callbacks_are_answered_without_the_database() throws Exception {
        var reasons = Map.of(
                "create trigger refused before insert on ledger for each row execute function refuse()",
                "drop trigger refused on ledger",
                "create trigger refused before update on rounds for each row execute function refuse()",
                "drop trigger refused on rounds",
                "alter table ledger rename reason to why",
                "alter table ledger rename why to reason",
                "alter table ledger add constraint refused check (amount = 0) not valid",
                "alter table ledger drop constraint refused",
                "create constraint trigger refused after insert on ledger deferrable initially deferred"
                        + " for each row execute function refuse()",
                "drop trigger refused on ledger",
                "begin; lock table rounds in share mode",
                "rollback",
                // The check itself waits for this one.
                "begin; lock table accounts in access exclusive mode",
                "rollback;");
        try (var wallet = start()) {
            run(
                    owner,
                    "create function refuse() returns trigger language plpgsql as"
                            + " $$ begin raise exception using errcode = '53100', message = 'no space left'; end $$");
            var number = 0;
            for (var reason : reasons.entrySet()) {
                var bet = debit("bet" + ++number).player("player-1").stake("1");
                var next = debit("next" + number).player("player-1").stake("1");
                assertThat(wallet.send(bet).status()).as(reason.getKey()).isEqualTo(200);
                run(owner, reason.getKey());
                wallet.sendConcurrently(
                        next,
                        credit("win" + number, "bet" + number)
                                .player("player-1")
                                .payout("1"));
                awaitBreaker(wallet, 1);
                awaitNotReady(wallet, "commits");
                assertThat(wallet.send(next).body()).contains("this attempt wrote nothing");

                run(owner, reason.getValue());
                awaitBreaker(wallet, 0);
                await().until(() -> wallet.send(next).status() == 200);
            }
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    @Test
    void what_fails_or_holds_up_one_player_does_not_stop_the_others() throws Exception {
        try (var wallet = start()) {
            run(
                    owner,
                    "alter table ledger add constraint refused check (account_id <> 'player-1') not valid",
                    "create function wait() returns trigger language plpgsql as"
                            + " $$ begin perform pg_sleep(1.5); return new; end $$",
                    "create constraint trigger slow after insert on ledger deferrable initially deferred"
                            + " for each row when (new.account_id = 'player-2') execute function wait()");
            for (var bet : List.of("1", "2")) {
                wallet.send(debit(bet).player("player-" + bet).stake("1"));
            }
            await().until(() ->
                    wallet.send(debit("3").player("player-3").stake("1")).status() == 200);
            assertThat(get(wallet.operations(), "/metrics", "localhost")).contains("wallet_breaker_openings_total 0.0");
            run(owner, "drop trigger slow on ledger");
            run(
                    owner,
                    "create constraint trigger slow after insert on ledger deferrable initially deferred"
                            + " for each row execute function wait()");
            wallet.send(debit("4").player("player-4").stake("1"));
            awaitNotReady(wallet, "commits");
        }
    }

    @Test
    void a_session_that_locks_only_what_the_check_needs_stops_no_movement() throws Exception {
        try (var wallet = start();
                var forgotten = DriverManager.getConnection(url)) {
            run(forgotten, "begin", "select * from history for update");
            await().until(() -> exists("pg_stat_activity where application_name like 'operatorkit-wallet-check%'"
                    + " and query like 'select place, beat%'"));
            assertThat(wallet.ready()).isEqualTo(200);
            assertThat(wallet.send(debit("bet").player("player-1").stake("1")).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_new_connection_to_an_older_database_moves_nothing() throws Exception {
        var bet = debit("bet").player("player-1").stake("1");
        try (var wallet = start()) {
            await().until(() -> exists("history where beat > 1"));
            assertThat(wallet.send(debit("kept").player("player-1").stake("1")).status())
                    .isEqualTo(200);
            // What the sessions of the user see from the next one on.
            run(
                    owner,
                    "create schema older",
                    "create table older.history as select id, place, 0::bigint as beat, doubted, restored_to, told_at"
                            + " from history",
                    "grant all on schema older to public",
                    "grant all on older.history to public",
                    "alter role " + user + " set search_path = older, public",
                    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = '" + user + "'"
                            + " and application_name like '%movements'");
            assertThat(wallet.send(bet).status()).isNotEqualTo(200);
            awaitNotReady(wallet, "history");
            awaitBreaker(wallet, 1);
            assertThat(exists("ledger where transaction_id = 'bet'")).isFalse();

            run(owner, "alter role " + user + " reset search_path");
            awaitBreaker(wallet, 0);
            await().until(() -> wallet.send(bet).status() == 200);
        }
    }

    private boolean exists(String rows) throws SQLException {
        try (var statement = owner.createStatement();
                var found = statement.executeQuery("select from " + rows)) {
            return found.next();
        }
    }

    @Test
    void a_database_that_lacks_what_was_answered_serves_again_only_when_a_person_says_so() throws Exception {
        var kept = debit("kept").player("player-1").stake("1");
        var bet = debit("bet").player("player-1").stake("1");
        var win = credit("win", "bet").player("player-1").payout("5");
        try (var idle = start();
                var wallet = start()) {
            assertThat(wallet.send(kept).status()).isEqualTo(200);
            assertThat(wallet.send(bet).status()).isEqualTo(200);
            restoreWithout("bet");
            for (var each : List.of(wallet, idle)) {
                awaitNotReady(each, "history");
                awaitBreaker(each, 1);
            }
            assertThat(wallet.sendConcurrently(bet, win)).containsExactly(500, 503);
            // A wallet that starts finds another timeline.
            run(owner, "update history set place = 'elsewhere'");
            try (var other = start()) {
                assertThat(other.readiness().body()).contains("\"history\":\"down\"");
                assertThat(other.sendConcurrently(bet, win)).containsExactly(500, 503);

                assertThat(restored("2100-01-01T00:00:00Z")).isEqualTo(2);
                assertThat(restored("2026-03-01T09:30:00Z")).isZero();
                for (var each : List.of(wallet, idle, other)) {
                    await().until(() -> each.ready() == 200);
                    assertThat(each.send(credit("check", "bet")
                                            .player("stranger")
                                            .payout("0"))
                                    .status())
                            .isEqualTo(422);
                    assertThat(each.send(win).status()).isEqualTo(422);
                    assertThat(each.send(credit("far", "kept")
                                            .player("player-2")
                                            .payout("5"))
                                    .status())
                            .isEqualTo(422);
                }
            }
            try (var rows = owner.createStatement()
                    .executeQuery(
                            "select string_agg(transaction_id || ' ' || reference_transaction_id || ' ' || amount, ','"
                                    + " order by transaction_id) from unmatched_credits")) {
                rows.next();
                assertThat(rows.getString(1)).isEqualTo("check bet 0,win bet 5");
            }
            assertThat(wallet.send(bet).status()).isEqualTo(200);
            assertThat(wallet.send(win).status()).isEqualTo(200);
        }
    }

    @Test
    void a_standby_that_has_every_answered_movement_takes_over_without_a_word_from_a_person() throws Exception {
        try (var wallet = start()) {
            assertThat(wallet.send(debit("bet").player("player-1").stake("1")).status())
                    .isEqualTo(200);
            run(owner, "update history set place = 'before'");
            await().until(() -> {
                try (var place = owner.createStatement().executeQuery("select place from history")) {
                    return place.next() && !place.getString(1).equals("before");
                }
            });
            restoreWithout("other");
            await().until(() -> wallet.ready() == 200);
            // Tables that are replaced by older ones under open connections.
            run(owner, "update history set beat = beat - 100");
            awaitNotReady(wallet, "history");
        }
    }

    /** Takes a movement out of the ledger, and ends all sessions, as a restore to the time before it does. */
    private void restoreWithout(String transaction) throws SQLException {
        run(
                owner,
                "delete from ledger where transaction_id = '" + transaction + "'",
                "delete from rounds where debit_id = '" + transaction + "'",
                "select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = '" + user + "'");
    }

    private int restored(String to) {
        return WalletUnderTest.run("restored", "--to", to, "--db", url);
    }

    private static void awaitBreaker(WalletUnderTest wallet, int open) {
        await().until(() ->
                get(wallet.operations(), "/metrics", "localhost").contains("wallet_breaker_open " + open + ".0"));
    }

    private static void awaitNotReady(WalletUnderTest wallet, String failing) {
        await().until(() -> wallet.readiness().body().contains("\"" + failing + "\":\"down\""));
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void a_database_on_h2_without_a_migration_is_not_ready() throws Exception {
        var file = TestDatabase.H2.freshUrl();
        try (var wallet = WalletUnderTest.on(file);
                var connection = DriverManager.getConnection(file)) {
            run(connection, "delete from \"flyway_schema_history\" where \"version\" = '6'");
            awaitNotReady(wallet, "migrations");
        }
    }

    @Test
    void d_50_clocks_that_differ_by_more_than_a_minute_are_not_ready() {
        var seconds = new AtomicInteger();
        var clock = (InstantSource) () -> Instant.now(Clock.systemUTC()).plusSeconds(seconds.get());
        try (var wallet = WalletUnderTest.at(clock.withZone(ZoneOffset.UTC), TestDatabase.H2.freshUrl())) {
            for (var ready : new int[] {0, 30, -30}) {
                seconds.set(ready);
                await().until(() -> wallet.ready() == 200);
            }
            for (var wrong : new int[] {90, -90}) {
                seconds.set(wrong);
                await().until(() -> wallet.ready() == 503);
            }
        }
    }
}
