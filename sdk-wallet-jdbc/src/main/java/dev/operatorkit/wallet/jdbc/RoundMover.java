package dev.operatorkit.wallet.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Moves rounds with their transactions to the archive tables of one partition, or of tables without partitions. */
final class RoundMover {
    private static final List<String> IDS = List.of("transaction_id", "reference_transaction_id");
    private static final String KEYS = "account_id text, game_round_id text";
    private static final String SAME_ROUND = "r.account_id = w.account_id and r.game_round_id = w.game_round_id";

    private final Dialect dialect;
    private final String prefix;
    private final @Nullable Partitioning partitioning;
    private final @Nullable Integer partition;

    RoundMover(Dialect dialect, String prefix, @Nullable Partitioning partitioning, @Nullable Integer partition) {
        this.dialect = dialect;
        this.prefix = prefix;
        this.partitioning = partitioning;
        this.partition = partition;
    }

    /**
     * Moves rounds, each given as account, round and debit.
     *
     * @throws IllegalStateException if the tables do not hold afterwards what was moved, as with a trigger or a policy on them
     */
    void move(Connection connection, List<List<String>> rounds) throws SQLException {
        var debits = column(rounds, 2);
        Object[][] keys = {column(rounds, 0), column(rounds, 1)};
        var movements = 0L;
        for (var id : IDS) {
            run(connection, copy("ledger", LedgerColumn.NAMES, "id text", same(id)), debits);
            movements += count(connection, "ledger", "id text", same(id), debits);
        }
        run(connection, copy("rounds", MovementSql.ROUND, KEYS, SAME_ROUND), keys);
        Transaction.checkConstraints(connection, dialect);
        var copied = 0L;
        for (var id : IDS) {
            copied += count(connection, copies("ledger", LedgerColumn.NAMES), "id text", same(id), debits);
        }
        require(copied, movements, "movements were copied as they are");
        require(
                count(connection, copies("rounds", MovementSql.ROUND), KEYS, SAME_ROUND, keys),
                rounds.size(),
                "rounds");
        for (var id : IDS) {
            run(connection, delete(connection, "ledger", id, "id text", same(id)), debits);
        }
        run(connection, delete(connection, "rounds", "account_id, game_round_id", KEYS, SAME_ROUND), keys);
        Transaction.checkConstraints(connection, dialect);
        for (var table : List.of("ledger", "ledger_archive")) {
            var found = 0L;
            for (var id : IDS) {
                found += count(connection, table, "id text", same(id), debits);
            }
            require(
                    found,
                    table.equals("ledger") ? 0 : movements,
                    "movements are in the table " + table + " after the move");
        }
        require(count(connection, "rounds", KEYS, SAME_ROUND, keys), 0, "rounds are left after the move");
    }

    private static void require(long found, long expected, String what) {
        if (found != expected) {
            throw new IllegalStateException(found + " instead of " + expected + " " + what
                    + ". The archive had some already, or a trigger, a rule or a policy changes what is written.");
        }
    }

    /** Returns the table and its copies in the archive that are equal in all columns. */
    private String copies(String table, String columns) {
        var same = Stream.of(columns.split(", "))
                .map(column -> dialect.same("a." + column, "r." + column))
                .collect(Collectors.joining(" and "));
        return table + " r join " + prefix + table + "_archive a on " + same + in("a.");
    }

    private long count(Connection connection, String table, String rows, String condition, Object[]... columns)
            throws SQLException {
        var from = table.contains(" ") ? table : table + " r";
        var template = new Template(
                dialect,
                "select count(*) from " + prefix + from + " join {rows " + rows + "} on " + condition + in("r."));
        try (var statement = connection.prepareStatement(template.text(columns))) {
            set(statement, template, columns);
            try (var result = statement.executeQuery()) {
                result.next();
                return result.getLong(1);
            }
        }
    }

    private static String same(String id) {
        return "r." + id + " = w.id";
    }

    /** Returns the condition that rows of these tables are in the partition. */
    String in(String... tables) {
        var text = new StringBuilder();
        for (var table : tables) {
            if (partitioning != null) {
                text.append(" and ")
                        .append(table)
                        .append(partitioning.column())
                        .append(" = ")
                        .append(partition);
            }
        }
        return text.toString();
    }

    private Template copy(String table, String columns, String rows, String condition) {
        var all = partitioning == null ? columns : partitioning.column() + ", " + columns;
        return new Template(
                dialect,
                "insert into " + prefix + table + "_archive (" + all + ") select r." + all.replace(", ", ", r.")
                        + " from " + prefix + table + " r join {rows " + rows + "} on " + condition + in("r."));
    }

    private Template delete(Connection connection, String table, String key, String rows, String condition)
            throws SQLException {
        var index = dialect == Dialect.MYSQL ? new Indexes(connection, dialect, null).name(prefix + table, key) : "";
        return new Template(
                dialect, dialect.delete(prefix + table, index, "{rows " + rows + "}", condition + in("r.")));
    }

    private static Object[] column(Collection<List<String>> rounds, int position) {
        return ColumnType.TEXT.column(rounds, round -> round.get(position));
    }

    private void run(Connection connection, Template template, Object[]... columns) throws SQLException {
        try (var statement = connection.prepareStatement(template.text(columns))) {
            set(statement, template, columns);
            statement.execute();
        }
    }

    private void set(PreparedStatement statement, Template template, Object[]... columns) throws SQLException {
        var position = 1;
        for (var value : template.values(partition, 0, columns)) {
            statement.setObject(position++, value);
        }
    }
}
