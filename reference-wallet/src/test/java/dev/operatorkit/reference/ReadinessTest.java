package dev.operatorkit.reference;

import static dev.operatorkit.reference.OperationsPortTest.answer;
import static dev.operatorkit.wallet.testkit.SignedCallback.debit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.DriverManager;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what makes a wallet not ready although its database answers. */
class ReadinessTest {
    private static final Duration LONG_WAIT = Duration.ofMinutes(1);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POSTGRES | delete from flyway_schema_history where version = '6' | migrations",
                "POSTGRES | delete from flyway_schema_history where version = '3' | migrations",
                "H2       | delete from \"flyway_schema_history\" where \"version\" = '6' | migrations",
                "POSTGRES | drop table flyway_schema_history | database",
                "POSTGRES | drop table rounds_archive | writable"
            })
    void a_database_without_a_table_or_migration_is_not_ready(TestDatabase kind, String change, String failing)
            throws Exception {
        var url = kind.freshUrl();
        try (var wallet = WalletUnderTest.on(url);
                var other = DriverManager.getConnection(url)) {
            assertThat(wallet.ready()).isEqualTo(200);
            other.createStatement().execute(change);
            await().atMost(LONG_WAIT)
                    .until(() -> answer(wallet.operations(), "/health/ready", "localhost")
                            .contains("\"" + failing + "\":\"down\""));
            // The database is there, so callbacks are not answered without it.
            assertThat(answer(wallet.operations(), "/metrics", "localhost"))
                    .contains("wallet_database_ready 0.0", "wallet_breaker_openings_total 0.0");
        }
    }

    @Test
    void a_user_without_the_privilege_to_write_is_not_ready_until_it_is_granted() throws Exception {
        var url = TestDatabase.POSTGRES.emptyUrl();
        var user = "r" + System.identityHashCode(url);
        try (var other = DriverManager.getConnection(url)) {
            other.createStatement().execute("create role " + user + " login");
            other.createStatement().execute("grant create, usage on schema public to " + user);
            try (var wallet = WalletUnderTest.on(url.replace("user=postgres", "user=" + user))) {
                other.createStatement().execute("revoke insert on ledger from " + user);
                await().atMost(LONG_WAIT).until(() -> wallet.ready() == 503);
                other.createStatement().execute("grant insert on ledger to " + user);
                await().atMost(LONG_WAIT).until(() -> wallet.ready() == 200);
                assertThat(wallet.send(debit("bet").player("player-1").stake("1"))
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"30, 200", "-30, 200", "90, 503", "-90, 503"})
    void d_50_clocks_that_differ_by_more_than_a_minute_are_not_ready(int seconds, int status) {
        var clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(seconds));
        try (var wallet = WalletUnderTest.at(clock, TestDatabase.H2.freshUrl())) {
            assertThat(wallet.ready()).isEqualTo(status);
        }
    }
}
