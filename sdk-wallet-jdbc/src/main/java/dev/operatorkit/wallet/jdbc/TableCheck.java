package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.wallet.jdbc.AccountTable.Amounts;
import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the types of the columns of the operator's accounts, and refuses those in which a balance could be lost, rounded or mistaken for that
 * of another account.
 *
 * @param connection a connection to the database
 * @param dialect the database
 * @param accounts the accounts
 * @param partition the column with the partition, which is part of each key; null if there is none
 */
record TableCheck(
        Connection connection,
        Dialect dialect,
        AccountTable accounts,
        @Nullable String partition) {
    private static final Logger LOG = LoggerFactory.getLogger(TableCheck.class);

    private static final int MIN_FRACTION = 3; // milliseconds, the precision of the times that callbacks get (D-50)

    /** Returns the tables, or throws an exception with a sentence that says what is wrong with which column. */
    MovementSql.Tables tables(String prefix, @Nullable AccountColumns<?> columns) throws SQLException {
        requireSession();
        var names = Stream.of(
                        accounts.id, accounts.balance, accounts.currencyColumn, accounts.version, accounts.updatedAt)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(ArrayList::new));
        if (names.stream().map(name -> name.toLowerCase(Locale.ROOT)).distinct().count() < names.size()) {
            throw new IllegalArgumentException("A column of " + accounts.table + " is named twice: " + names + ".");
        }
        if (columns != null) {
            requireOthers(columns, names);
            names.addAll(columns.names());
        }
        try (var statement = connection.createStatement();
                var none = statement.executeQuery(
                        "select " + String.join(", ", names) + " from " + accounts.table + " where 1 = 0")) {
            var types = none.getMetaData();
            var scale = balanceScale(types);
            if (accounts.version != null) {
                require(
                        isWhole(types.getColumnType(names.indexOf(accounts.version) + 1)),
                        accounts.version,
                        "a bigint");
            }
            if (accounts.updatedAt != null) {
                requireTime(types, names.indexOf(accounts.updatedAt) + 1);
            }
            requireCurrency(types, names);
            requireWritable(types);
            var index = uniqueIndex(types);
            new SchemaCheck(connection, dialect, prefix).require(accounts);
            return new MovementSql.Tables(prefix, accounts, idType(types), index, scale, columns);
        } catch (SQLException e) {
            throw new IllegalArgumentException(
                    "The table " + accounts.table + " has no columns " + String.join(", ", names) + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /** Requires that a policy writes no column that the store writes. */
    private void requireOthers(AccountColumns<?> columns, List<String> own) {
        for (var written : columns.written()) {
            if (own.stream().anyMatch(written.column()::equalsIgnoreCase)) {
                throw new IllegalArgumentException("The column " + written.column() + " of " + accounts.table
                        + " is written by the store, so that AccountColumns must not write it.");
            }
        }
    }

    private void require(boolean holds, String column, String needed) {
        if (!holds) {
            throw refusal(column, needed);
        }
    }

    private IllegalArgumentException refusal(String column, String needed) {
        return new IllegalArgumentException(
                "The column " + column + " of " + accounts.table + " must be " + needed + ".");
    }

    private void requireCurrency(ResultSetMetaData types, List<String> names) throws SQLException {
        if (accounts.currencyColumn != null) {
            var type = types.getColumnType(names.indexOf(accounts.currencyColumn) + 1);
            require(
                    type == Types.CHAR || type == Types.VARCHAR || type == Types.LONGVARCHAR,
                    accounts.currencyColumn,
                    "a text with the code of a currency");
        }
    }

    /** Requires that the columns of a movement can be written: a generated one would keep its value. */
    private void requireWritable(ResultSetMetaData types) throws SQLException {
        var written = Stream.of(accounts.balance, accounts.version, accounts.updatedAt)
                .filter(Objects::nonNull)
                .toList();
        var sets = written.stream().map(column -> column + " = " + column).collect(Collectors.joining(", "));
        try (var statement = connection.createStatement()) {
            statement.executeUpdate("update " + accounts.table + " set " + sets + " where 1 = 0");
        } catch (SQLException e) {
            // A standby, or a user without the privilege: that may change, and each movement is refused until then.
            if (!List.of("25006", "42501").contains(e.getSQLState())) {
                throw new IllegalArgumentException(
                        "The columns " + String.join(", ", written) + " of " + accounts.table + " cannot be written: "
                                + e.getMessage(),
                        e);
            }
        }
        for (var i = 1; dialect == Dialect.MYSQL && i <= types.getColumnCount(); i++) {
            var name = types.getColumnName(i);
            var isWritten = written.contains(name) || written.contains("`" + name + "`");
            require(
                    !(isWritten && columnFact("extra", types, i).contains("GENERATED")),
                    name,
                    "a column that can be written");
        }
    }

    /** Returns true if the ids are in a character set that lacks characters. */
    private boolean hasFewCharacters(ResultSetMetaData types) throws SQLException {
        return dialect == Dialect.MYSQL
                && !List.of("", "utf8mb4", "utf16", "utf16le", "utf32")
                        .contains(columnFact("character_set_name", types, 1));
    }

    private static boolean isWhole(int type) {
        return type == Types.BIGINT;
    }

    private static boolean isDecimal(int type) {
        return type == Types.NUMERIC || type == Types.DECIMAL;
    }

    private ColumnType idType(ResultSetMetaData types) throws SQLException {
        var type = types.getColumnType(1);
        if (types.getColumnTypeName(1).toLowerCase(Locale.ROOT).equals("uuid")) {
            return ColumnType.UUID;
        }
        if (type == Types.BIGINT || type == Types.INTEGER) {
            return ColumnType.NUMBER;
        }
        var isText =
                type == Types.VARCHAR || type == Types.LONGVARCHAR || (type == Types.CHAR && dialect == Dialect.MYSQL);
        require(isText, accounts.id, "a text without padding, a whole number or a UUID");
        return hasFewCharacters(types) ? ColumnType.ASCII : ColumnType.TEXT;
    }

    /** Returns the decimals of the balances; null if they have no limit. */
    private @Nullable Integer balanceScale(ResultSetMetaData types) throws SQLException {
        var type = types.getColumnType(2);
        if (accounts.amounts == Amounts.MINOR_UNITS) {
            require(
                    isWhole(type) || (isDecimal(type) && types.getScale(2) == 0),
                    accounts.balance,
                    "a bigint, since it holds minor units");
            return 0;
        }
        require(isDecimal(type), accounts.balance, "a numeric or decimal, since it holds decimal amounts");
        // PostgreSQL reports a numeric without limits as one without digits.
        var scale = types.getPrecision(2) == 0 ? null : (Integer) types.getScale(2);
        if (scale != null && accounts.currency != null) {
            require(
                    scale >= accounts.currency.decimals(),
                    accounts.balance,
                    "of at least " + accounts.currency.decimals() + " decimals for " + accounts.currency);
        }
        return scale;
    }

    private void requireTime(ResultSetMetaData types, int column) throws SQLException {
        var name = types.getColumnTypeName(column).toLowerCase(Locale.ROOT);
        if (dialect == Dialect.MYSQL) {
            require(name.equals("datetime"), types.getColumnName(column), "a datetime(6), which holds UTC");
            require(
                    Integer.parseInt(columnFact("datetime_precision", types, column)) >= MIN_FRACTION,
                    types.getColumnName(column),
                    "a datetime(3) or datetime(6)");
            return;
        }
        require(
                (name.equals("timestamptz") || name.equals("timestamp with time zone"))
                        && types.getScale(column) >= MIN_FRACTION,
                types.getColumnName(column),
                "a timestamp with time zone, with milliseconds");
    }

    /** Returns what MySQL says about a column; empty for nothing. */
    private String columnFact(String fact, ResultSetMetaData types, int column) throws SQLException {
        try (var statement = connection.prepareStatement("select " + fact
                + " from information_schema.columns where table_schema = ? and table_name = ? and column_name = ?")) {
            statement.setString(1, types.getCatalogName(column));
            statement.setString(2, types.getTableName(column));
            statement.setString(3, types.getColumnName(column));
            try (var row = statement.executeQuery()) {
                return row.next() && row.getString(1) != null ? row.getString(1) : "";
            }
        }
    }

    /** Returns the unique index of the ids, without which two accounts could have the same. */
    private String uniqueIndex(ResultSetMetaData types) throws SQLException {
        var index = new Indexes(connection, dialect, partition)
                .findUnique(accounts.table, types, List.of(types.getColumnName(1)));
        if (index == null) {
            throw refusal(accounts.id, "a primary key or have a unique index, so that no two accounts have one id");
        }
        return index;
    }

    private void warnUnlessDurable() throws SQLException {
        try (var statement = connection.createStatement();
                var off = statement.executeQuery("select name from pg_settings"
                        + " where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'")) {
            while (off.next()) {
                LOG.warn(
                        "{} is off: a crash of the server loses movements that were answered. Set it to on.",
                        off.getString(1));
            }
        }
    }

    /** Requires that MySQL and MariaDB refuse what does not fit. */
    private void requireSession() throws SQLException {
        if (dialect != Dialect.MYSQL) {
            if (connection.getTransactionIsolation() == Connection.TRANSACTION_REPEATABLE_READ) {
                throw new IllegalArgumentException(
                        "At the isolation level repeatable read a unit of work would not see what its"
                                + " locks waited for. Use read committed.");
            }
            if (dialect == Dialect.POSTGRESQL) {
                warnUnlessDurable();
            }
            return;
        }
        if (connection.getMetaData().getURL().contains("useAffectedRows=true")) {
            throw new IllegalArgumentException(
                    "With useAffectedRows a movement of zero counts as not written. Remove it from the"
                            + " URL of the database.");
        }
        try (var statement = connection.createStatement()) {
            try (var mode = statement.executeQuery("select @@sql_mode, @@innodb_flush_log_at_trx_commit")) {
                if (!mode.next() || !mode.getString(1).contains("STRICT_")) {
                    throw new IllegalArgumentException(
                            "The sql_mode of the connection is not strict, so that the server would cut or round what"
                                    + " does not fit. Add STRICT_TRANS_TABLES to it.");
                }
                if (mode.getInt(2) != 1) {
                    LOG.warn(
                            "innodb_flush_log_at_trx_commit is {}: a crash of the server loses movements that were"
                                    + " answered. Set it to 1.",
                            mode.getInt(2));
                }
            }
        }
    }
}
