package dev.operatorkit.reference.faults;

import static dev.operatorkit.reference.RawCaller.get;
import static dev.operatorkit.wallet.testkit.SignedCallback.debit;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the reasons for which a wallet is not ready although its database answers. */
class ReadinessTest {
    /** Changes the tables and grants of one wallet, and undoes each change. */
    @Test
    void a_database_without_a_migration_a_table_or_the_privilege_to_write_is_not_ready() throws Exception {
        var url = TestDatabase.POSTGRES.emptyUrl();
        var user = "r" + System.identityHashCode(url);
        try (var owner = DriverManager.getConnection(url)) {
            run(owner, "create role " + user + " login", "grant create, usage on schema public to " + user);
            try (var wallet = WalletUnderTest.on(url.replace("user=postgres", "user=" + user))) {
                run(owner, "revoke insert on ledger from " + user);
                awaitNotReady(wallet, "writable");
                run(owner, "grant insert on ledger to " + user);
                await().until(() -> wallet.ready() == 200);
                assertThat(wallet.send(debit("bet").player("player-1").stake("1"))
                                .status())
                        .isEqualTo(200);

                run(owner, "update flyway_schema_history set version = '0.6' where version = '6'");
                awaitNotReady(wallet, "migrations");
                run(owner, "update flyway_schema_history set version = '6' where version = '0.6'");
                await().until(() -> wallet.ready() == 200);

                run(owner, "drop table rounds_archive");
                awaitNotReady(wallet, "writable");
                // The database is there, so callbacks are not answered without it.
                assertThat(get(wallet.operations(), "/metrics", "localhost"))
                        .contains("wallet_database_ready 0.0", "wallet_breaker_openings_total 0.0");
            }
        }
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
        var url = TestDatabase.H2.freshUrl();
        try (var wallet = WalletUnderTest.on(url);
                var owner = DriverManager.getConnection(url)) {
            run(owner, "delete from \"flyway_schema_history\" where \"version\" = '6'");
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
