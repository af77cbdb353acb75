package dev.operatorkit.wallet.jdbc;

import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Refuses tables of the ledger that lack a column, transactions or the rows that stand for ids. {@link SchemaTrial} finds the rest. */
record SchemaCheck(Connection connection, Dialect dialect, String prefix) {
    private static final Set<String> IDS = Set.of(
            "transaction_id", "account_id", "game_round_id", "reference_transaction_id", "debit_id", "reference");
    private static final Pattern ENGINE = Pattern.compile("\\) ENGINE=(\\w+)");

    private static final List<String> EXACT = List.of("utf8mb4_nopad_bin", "utf8mb4_0900_bin");

    /** Throws an exception with a sentence that says what is wrong with which table. */
    void require(AccountTable accounts) throws SQLException {
        requireTransactions(accounts.table);
        require("ledger", LedgerColumn.NAMES);
        require("rounds", MovementSql.ROUND);
        require("ledger_archive", LedgerColumn.NAMES);
        require("rounds_archive", MovementSql.ROUND);
        if (accounts.isIncomplete()) {
            require("account_versions", MovementSql.VERSION);
            if (dialect == Dialect.MYSQL
                    && !new Indexes(connection, dialect, null)
                            .name(prefix + "account_versions", "account_id")
                            .equals("PRIMARY")) {
                throw refusal(prefix + "account_versions", "has no primary key on account_id");
            }
        }
        if (dialect.locksRowsForIds()) {
            requireSlots();
        }
        var postings = prefix + "postings";
        var hasPostings = dialect == Dialect.POSTGRESQL
                ? !isEmpty("select 1 where to_regclass(?) is not null", postings)
                : WalletSchema.isThere(connection, postings);
        if (hasPostings) {
            require("postings", MovementSql.POSTING);
        }
    }

    private void require(String name, String columns) throws SQLException {
        var table = prefix + name;
        try (var statement = connection.createStatement();
                var none = statement.executeQuery("select " + columns + " from " + table + " where 1 = 0")) {
            var types = none.getMetaData();
            for (var i = 1; i <= types.getColumnCount(); i++) {
                var column = types.getColumnName(i).toLowerCase(Locale.ROOT);
                if (IDS.contains(column) && !isExact(table, types, i)) {
                    throw refusal(table, "does not compare " + column + " exactly");
                }
            }
        } catch (SQLException e) {
            throw new IllegalArgumentException(
                    "The table " + table + " cannot be used: " + e.getMessage() + " WalletSchema.create creates it.",
                    e);
        }
        requireTransactions(table);
    }

    static IllegalArgumentException refusal(String table, String why) {
        return new IllegalArgumentException("The table " + table + " " + why
                + ". It is not as the files of this library create it: do so, or restore it.");
    }

    /** Returns false for a column in which ids that differ in their case or in blanks would be one. */
    private boolean isExact(String table, ResultSetMetaData types, int column) throws SQLException {
        return switch (dialect) {
            case H2 -> !types.getColumnTypeName(column).contains("IGNORECASE");
            case POSTGRESQL ->
                isEmpty(
                        "select 1 from pg_attribute a join pg_collation c on c.oid = a.attcollation"
                                + " where a.attrelid = to_regclass(?) and a.attname = ? and not c.collisdeterministic",
                        table,
                        types.getColumnName(column));
            case MYSQL ->
                !isEmpty(
                        "select 1 from information_schema.columns where table_schema = ? and table_name = ?"
                                + " and column_name = ? and collation_name in (?, ?)",
                        types.getCatalogName(column),
                        types.getTableName(column),
                        types.getColumnName(column),
                        EXACT.get(0),
                        EXACT.get(1));
        };
    }

    private void requireTransactions(String table) throws SQLException {
        if (dialect == Dialect.MYSQL) {
            try (var statement = connection.createStatement();
                    var created = statement.executeQuery("show create table " + table)) {
                // A view has none, and what ORACLE mode prints does not tell.
                var other = created.next() ? ENGINE.matcher(created.getString(2)) : ENGINE.matcher("");
                if (other.find() && !other.group(1).equals("InnoDB")) {
                    throw new IllegalArgumentException(
                            "The table " + table + " has no transactions. Change its engine to InnoDB.");
                }
            }
        } else if (dialect == Dialect.POSTGRESQL && !isEmpty("""
            select 1 from pg_class where relpersistence <> 'p'
              and (oid = to_regclass(?) or oid in (select relid from pg_partition_tree(to_regclass(?))))
            """, table, table)) {
            throw new IllegalArgumentException(
                    "The table " + table + " is lost in a crash. Alter it with `set logged`.");
        }
    }

    private void requireSlots() throws SQLException {
        var table = prefix + "id_locks";
        requireTransactions(table);
        try (var statement = connection.createStatement();
                var count = statement.executeQuery(
                        "select count(*) from " + table + " where slot >= 0 and slot < " + dialect.slots())) {
            count.next();
            if (count.getInt(1) != dialect.slots()) {
                throw refusal(table, "has " + count.getInt(1) + " of " + dialect.slots() + " rows");
            }
        } catch (SQLException e) {
            throw refusal(table, "cannot be read (" + e.getMessage() + ")");
        }
        var unused = new Indexes(connection, dialect, null).name(table, "slot");
    }

    private boolean isEmpty(String query, String... values) throws SQLException {
        try (var statement = connection.prepareStatement(query)) {
            for (var i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (var row = statement.executeQuery()) {
                return !row.next();
            }
        }
    }
}
