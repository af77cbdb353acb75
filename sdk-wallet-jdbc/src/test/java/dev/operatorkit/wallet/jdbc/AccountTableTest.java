package dev.operatorkit.wallet.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.jdbc.AccountTable.Amounts;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POSTGRESQL | drop table wallet_rounds | wallet_rounds cannot be used",
                "MARIADB | alter table wallet_ledger drop column reason | wallet_ledger cannot be used",
                "POSTGRESQL | alter table wallet_ledger drop constraint wallet_ledger_pkey | no unique index on"
                        + " transaction_id",
                "H2 | drop index wallet_ledger_chain | no unique index on account_id, account_version",
                "MARIADB | drop index wallet_ledger_settlement on wallet_ledger | no unique index on"
                        + " reference_transaction_id",
                "POSTGRESQL | alter table wallet_account_versions drop constraint wallet_account_versions_pkey | no"
                        + " unique index on account_id",
                "MARIADB | alter table wallet_ledger convert to character set utf8mb4 | does not compare"
                        + " transaction_id exactly",
                "H2 | alter table wallet_rounds alter column debit_id varchar_ignorecase | does not compare debit_id",
                "POSTGRESQL | create unique index on wallet_ledger (game_round_id) | does not take",
                "H2 | alter table wallet_account_versions alter column version smallint | does not take",
                "MARIADB | alter table wallet_rounds drop primary key, add primary key (account_id, game_round_id(9)) |"
                        + " does not take",
                "POSTGRESQL | alter table wallet_ledger add check (amount > 0) | does not take",
                "POSTGRESQL | alter table wallet_ledger add unique (kind) deferrable initially deferred | does not"
                        + " take",
                "MARIADB | create trigger t before update on wallet_account_versions for each row signal sqlstate"
                        + " '45000' | wallet or one that is written with it does not take",
                "POSTGRESQL | alter table wallet_ledger_archive drop constraint wallet_ledger_archive_pkey | archive"
                        + " has no unique index on transaction_id",
                "POSTGRESQL | create rule r as on insert to wallet_rounds_archive do instead nothing | 0 instead of 3"
                        + " rounds",
                "MARIADB | alter table wallet_id_locks drop primary key | no unique index on slot",
                "MARIADB | alter table wallet_id_locks engine = MyISAM | has no transactions",
                "POSTGRESQL | alter table wallet_ledger set unlogged | is lost in a crash",
                "MARIADB | delete from wallet_id_locks where slot = 5 | has 65535 of 65536 rows",
                "H2 | delete from wallet_id_locks | has 0 of 1 rows",
                "POSTGRESQL | alter table wallet drop column balance, add column balance bigint generated always as"
                        + " (id) stored | cannot be written",
                "MARIADB | alter table wallet drop column balance, add column balance bigint generated always as (id)"
                        + " stored | balance of wallet must be a column that can be written",
            })
    void a_table_that_was_changed_or_not_created_whole_is_refused(Server server, String change, String reason) {
        try (var source = server.open()) {
            Mapping.execute(source, "create table wallet (id bigint primary key, balance bigint)");
            Mapping.execute(source, "insert into wallet values (1, 5)");
            WalletSchema.create(source);
            var store = JdbcWalletStore.builder(source).accounts(TABLE);
            assertThat(store.build()).isNotNull();
            Mapping.execute(source, change);
            assertThatThrownBy(store::build)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(reason);
        }
    }

    @Test
    void a_movement_whose_balance_a_trigger_changes_is_refused() {
        for (var server : List.of(Server.POSTGRESQL, Server.MARIADB)) {
            try (var source = Mapping.NUMBER_MINOR.open(server)) {
                var eur = CurrencyCode.of("EUR");
                Mapping.NUMBER_MINOR.openAccount(source, "7", new Money(1_000, eur));
                var store = Mapping.NUMBER_MINOR.store(source);
                if (server == Server.POSTGRESQL) {
                    Mapping.execute(
                            source,
                            "create function cap() returns trigger language plpgsql as"
                                    + " $$ begin new.cents := 500; return new; end $$");
                }
                Mapping.execute(
                        source,
                        "create trigger cap before update on player_wallet for each row "
                                + (server == Server.POSTGRESQL ? "execute function cap()" : "set new.cents = 500"));
                assertThatThrownBy(() -> Mapping.NUMBER_MINOR.store(source))
                        .hasMessageContaining("player_wallet or one that is written with it does not take");
                try (var wallet = TransactionalWallet.builder(store, KilledServerTest.NO_PLAYERS)
                        .build()) {
                    var debit = new Debit("b", "r", "7", null, null, WireAmount.of(new Money(1, eur)), "bet", null);
                    assertThat(wallet.debit(debit, CallbackContext.ofBody()))
                            .as("" + server)
                            .isNotInstanceOf(Outcome.Applied.class);
                }
                assertThat(store.findAccount("7").orElseThrow().balance().minorUnits())
                        .isEqualTo(1_000);
            }
        }
    }

    @Test
    void the_tables_may_refer_to_the_accounts() {
        for (var server : Server.values()) {
            try (var source = server.open()) {
                var text = server == Server.MARIADB ? "varchar(50) collate utf8mb4_nopad_bin" : "varchar(50)";
                Mapping.execute(source, "create table wallet (id " + text + " primary key, balance bigint)");
                Mapping.execute(source, "insert into wallet values ('p', 5)");
                WalletSchema.create(source);
                for (var table : List.of("ledger", "rounds", "account_versions")) {
                    Mapping.execute(
                            source,
                            "alter table wallet_" + table + " add foreign key (account_id) references wallet (id)");
                }
                assertThat(JdbcWalletStore.builder(source).accounts(TABLE).build())
                        .isNotNull();
                Mapping.execute(source, "delete from wallet");
                assertThat(JdbcWalletStore.builder(source).accounts(TABLE).build())
                        .isNotNull();
            }
        }
    }

    /** Only the archive deletes, and the trial of the tables must not ask for more rights than the movements. */
    @Test
    void a_user_who_may_not_delete_may_start_and_move() {
        for (var server : List.of(Server.POSTGRESQL, Server.MARIADB)) {
            try (var owner = Mapping.NUMBER_MINOR.open(server)) {
                Mapping.NUMBER_MINOR.openAccount(owner, "7", new Money(1_000, CurrencyCode.of("EUR")));
                var isPostgres = server == Server.POSTGRESQL;
                Mapping.execute(owner, isPostgres ? "create user mover" : "create user mover@'%'");
                Mapping.execute(
                        owner,
                        "grant select, insert, update on "
                                + (isPostgres ? "all tables in schema public to mover" : "* to mover@'%'"));
                var limited = new HikariDataSource();
                limited.setJdbcUrl(owner.getJdbcUrl().replaceFirst("user=\\w+(&create.*)?", "user=mover"));
                try (limited;
                        var wallet = TransactionalWallet.builder(
                                        Mapping.NUMBER_MINOR.store(limited), KilledServerTest.NO_PLAYERS)
                                .build()) {
                    var stake = WireAmount.of(new Money(1, CurrencyCode.of("EUR")));
                    var debit = new Debit("b", "r", "7", null, null, stake, "bet", null);
                    assertThat(wallet.debit(debit, CallbackContext.ofBody()))
                            .as("" + server)
                            .isInstanceOf(Outcome.Applied.class);
                }
            }
        }
    }

    @Test
    void names_may_be_quoted_and_ids_of_few_characters_are_compared_safely() {
        try (var source = Server.MARIADB.open()) {
            Mapping.execute(
                    source,
                    "create table `größe` (`Player Id` varchar(50) character set latin1 primary key, balance bigint)");
            Mapping.execute(source, "insert into `größe` values ('p', 5)");
            WalletSchema.create(source);
            var store = JdbcWalletStore.builder(source)
                    .accounts(AccountTable.named("`größe`").id("`Player Id`").currency(CurrencyCode.of("EUR")))
                    .build();
            assertThat(store.findAccount("p")).isPresent();
            assertThat(store.findAccount("p🎰")).isEmpty();
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
    void values_that_the_columns_of_a_policy_cannot_take_are_refused() {
        try (var source = Server.H2.open()) {
            Mapping.execute(source, "create table wallet (id bigint primary key, balance bigint, today date)");
            Mapping.execute(source, "insert into wallet values (1, 5, '2038-02-01')");
            WalletSchema.create(source);
            var builder = JdbcWalletStore.builder(source).accounts(TABLE);
            assertThat(builder.columns(today("today", LocalDate.EPOCH)).build()).isNotNull();
            assertThatThrownBy(builder.columns(today("today", "2038-02-01"))::build)
                    .hasMessageContaining("a java.lang.String for the column today, which is written from a LocalDate");
            assertThatThrownBy(builder.columns(today("today"))::build).hasMessageContaining("0 values for 1 columns");
            assertThatThrownBy(builder.columns(today("Balance", LocalDate.EPOCH))::build)
                    .hasMessageContaining("Balance of wallet is written by the store");
        }
    }

    private static AccountColumns<String> today(String written, Object... values) {
        return new AccountColumns<>() {
            @Override
            public List<String> names() {
                return List.of("today");
            }

            @Override
            public String read(ResultSet row, int first, Map<String, StoredTransaction> known) throws SQLException {
                return row.getString(first);
            }

            @Override
            public List<Written> written() {
                return List.of(new Written(written, JDBCType.DATE));
            }

            @Override
            public List<Object> valuesAfter(String data, Collection<StoredTransaction> applied) {
                return List.of(values);
            }
        };
    }

    @Test
    void a_name_with_a_statement_in_it_is_refused() {
        assertThatThrownBy(() -> AccountTable.named("wallet").id("\"a\"; drop table wallet"))
                .hasMessageContaining("not that of a table");
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
