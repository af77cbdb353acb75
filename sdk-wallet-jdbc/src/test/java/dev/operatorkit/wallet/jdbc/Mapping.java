package dev.operatorkit.wallet.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.jdbc.AccountTable.Amounts;
import dev.operatorkit.wallet.testkit.StoreCapacity;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Lists tables of accounts as operators have them: ids, balances, with and without a version and a time. */
enum Mapping {
    TEXT_MINOR_VERSIONED(
            "create table accounts (id VARCHAR, balance bigint not null, currency varchar(10) not null, version bigint"
                    + " not null, updated_at TIME not null, primary key (id))",
            AccountTable.named("accounts").version("version").updatedAt("updated_at")),
    TEXT_MINOR(
            "create table player_wallet (login VARCHAR, cents bigint not null, cur varchar(10) not null, primary key"
                    + " (login))",
            AccountTable.named("player_wallet")
                    .id("login")
                    .balance("cents", Amounts.MINOR_UNITS)
                    .currencyIn("cur")),
    NUMBER_MINOR(
            "create table player_wallet (player_id bigint primary key, cents bigint not null, cur varchar(10) not"
                    + " null)",
            AccountTable.named("player_wallet")
                    .id("player_id")
                    .balance("cents", Amounts.MINOR_UNITS)
                    .currencyIn("cur")),
    NUMBER_DECIMAL_VERSIONED(
            "create table player_wallet (player_id bigint primary key, cash numeric(19, 4) not null, cur varchar(10)"
                    + " not null, entries bigint not null)",
            AccountTable.named("player_wallet")
                    .id("player_id")
                    .balance("cash", Amounts.DECIMAL)
                    .currencyIn("cur")
                    .version("entries")),
    UUID_DECIMAL(
            "create table player_wallet (player uuid primary key, cash numeric(19, 4) not null, cur varchar(10) not"
                    + " null)",
            AccountTable.named("player_wallet")
                    .id("player")
                    .balance("cash", Amounts.DECIMAL)
                    .currencyIn("cur")),
    UUID_MINOR_VERSIONED(
            "create table player_wallet (player uuid primary key, cents bigint not null, cur varchar(10) not null,"
                    + " entries bigint not null, changed TIME not null)",
            AccountTable.named("player_wallet")
                    .id("player")
                    .balance("cents", Amounts.MINOR_UNITS)
                    .currencyIn("cur")
                    .version("entries")
                    .updatedAt("changed"));

    private static final AtomicLong NUMBER = new AtomicLong();
    private static final Map<String, HikariDataSource> SHARED = new ConcurrentHashMap<>();

    final AccountTable table;
    private final String creation;

    Mapping(String creation, AccountTable table) {
        this.creation = creation;
        this.table = table;
    }

    /** Returns a pool that the tests of a contract share, each of which opens its own accounts. */
    HikariDataSource shared(Server server) {
        return SHARED.computeIfAbsent(server + " " + this, name -> open(server));
    }

    /** Creates the operator's table and those of the ledger. */
    HikariDataSource open(Server server) {
        var source = server.open();
        execute(
                source,
                creation.replace(
                                "VARCHAR",
                                server == Server.MARIADB
                                        ? "varchar(256) character set utf8mb4 collate utf8mb4_nopad_bin"
                                        : server == Server.H2
                                                ? "varchar(512)"
                                                : "varchar(256)" /* H2 counts UTF-16 units */)
                        .replace("TIME", server == Server.MARIADB ? "datetime(6)" : "timestamp with time zone"));
        WalletSchema.create(source);
        return source;
    }

    JdbcWalletStore store(HikariDataSource source) {
        return JdbcWalletStore.builder(source).accounts(table).build();
    }

    void openAccount(HikariDataSource source, String id, Money balance) {
        var amount = table.amounts == Amounts.MINOR_UNITS
                ? BigDecimal.valueOf(balance.minorUnits())
                : BigDecimal.valueOf(balance.minorUnits(), balance.currency().decimals());
        var more = (table.version == null ? "" : ", 0") + (table.updatedAt == null ? "" : ", '1970-01-01 00:00:00'");
        try (var connection = source.getConnection();
                var insert =
                        connection.prepareStatement("insert into " + table.table + " values (?, ?, ?" + more + ")")) {
            insert.setObject(
                    1,
                    name().startsWith("UUID")
                            ? UUID.fromString(id)
                            : name().startsWith("NUMBER") ? (Object) Long.valueOf(id) : id);
            insert.setBigDecimal(2, amount);
            insert.setString(3, balance.currency().code());
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns what the table can hold. */
    StoreCapacity capacity() {
        var capacity = StoreCapacity.complete();
        if (!name().startsWith("TEXT")) {
            capacity = capacity.withAccountIds(this::newAccountId);
        }
        return table.amounts == Amounts.MINOR_UNITS
                ? capacity
                : capacity.withCurrencies("EUR", "USD", "JPY", "KWD").withMaxBalance("999999999999999.9999");
    }

    /** Returns an id that no account has. */
    String newAccountId() {
        return name().startsWith("UUID") ? UUID.randomUUID().toString() : String.valueOf(NUMBER.incrementAndGet());
    }

    static void execute(HikariDataSource source, String sql) {
        try (var connection = source.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
