package dev.operatorkit.wallet.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wallet.jdbc.AccountTable.Amounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a table in which a balance could be lost, rounded or mistaken is refused when the store is built. */
class AccountTableTest {
    private static final AccountTable TABLE =
            AccountTable.named("wallet").balance("balance", Amounts.MINOR_UNITS).currency(CurrencyCode.of("BTC"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id bigint, balance bigint | MINOR_UNITS | id of wallet must be a primary key",
                "id bigint, balance bigint, primary key (id, balance) | MINOR_UNITS | id of wallet must be a primary"
                        + " key",
                "id double precision primary key, balance bigint | MINOR_UNITS | id of wallet must be a text without"
                        + " padding",
                "id bigint primary key, balance integer | MINOR_UNITS | balance of wallet must be a bigint",
                "id bigint primary key, balance double precision | DECIMAL | balance of wallet must be a numeric",
                "id bigint primary key, balance numeric(19, 2) | MINOR_UNITS | balance of wallet must be a bigint",
                "id bigint primary key, balance bigint | DECIMAL | balance of wallet must be a numeric",
                "id bigint primary key, balance numeric(19, 2) | DECIMAL | of at least 8 decimals for BTC",
                "id bigint primary key | MINOR_UNITS | has no columns id, balance",
            })
    void a_table_that_cannot_hold_accounts_is_refused_with_the_reason(String columns, Amounts amounts, String reason) {
        for (var server : Server.values()) {
            try (var source = server.open()) {
                Mapping.execute(source, "create table wallet (" + columns + ")");
                WalletSchema.create(source);
                var store = JdbcWalletStore.builder(source).accounts(TABLE.balance("balance", amounts));
                assertThatThrownBy(store::build)
                        .as("%s: %s", server, columns)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(reason);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POSTGRESQL | timestamp | must be a timestamp with time zone",
                "H2 | timestamp | must be a timestamp with time zone",
                "MARIADB | datetime | must be a datetime(3)",
                "MARIADB | timestamp(6) | must be a datetime(6), which holds UTC",
            })
    void a_time_that_is_not_exact_is_refused(Server server, String type, String reason) {
        try (var source = server.open()) {
            Mapping.execute(
                    source, "create table wallet (id bigint primary key, balance bigint, changed " + type + " null)");
            WalletSchema.create(source);
            var store = JdbcWalletStore.builder(source).accounts(TABLE.updatedAt("changed"));
            assertThatThrownBy(store::build).hasMessageContaining(reason);
        }
    }

    @Test
    void mariadb_must_be_strict_and_have_transactions() {
        try (var source = Server.MARIADB.open()) {
            Mapping.execute(source, "create table wallet (id bigint primary key, balance bigint) engine = MyISAM");
            WalletSchema.create(source);
            var store = JdbcWalletStore.builder(source).accounts(TABLE);
            assertThatThrownBy(store::build).hasMessageContaining("wallet has no transactions");
            Mapping.execute(source, "alter table wallet engine = InnoDB");
            assertThat(store.build()).isNotNull();
            source.getHikariConfigMXBean().setMaximumPoolSize(1);
            source.getHikariPoolMXBean().softEvictConnections();
            Mapping.execute(source, "set session sql_mode = ''");
            assertThatThrownBy(store::build).hasMessageContaining("sql_mode of the connection is not strict");
        }
    }

    @Test
    void a_name_with_a_statement_in_it_is_refused() {
        assertThatThrownBy(() -> AccountTable.named("wallet; drop table wallet"))
                .hasMessageContaining("not that of a table");
        assertThatThrownBy(() -> WalletSchema.requirePrefix("a b")).hasMessageContaining("prefix a b");
    }

    @Test
    void the_schema_can_be_created_again_and_under_another_prefix() {
        for (var server : Server.values()) {
            try (var source = server.open()) {
                Mapping.execute(source, "create table wallet (id bigint primary key, balance bigint)");
                WalletSchema.create(source);
                WalletSchema.create(source);
                WalletSchema.create(source, "brand2_");
                var store = JdbcWalletStore.builder(source)
                        .accounts(TABLE)
                        .prefix("brand2_")
                        .build();
                assertThat(store.findTransaction("unknown")).as("" + server).isEmpty();
            }
        }
    }
}
