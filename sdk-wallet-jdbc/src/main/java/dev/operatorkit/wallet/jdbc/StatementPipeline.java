package dev.operatorkit.wallet.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends several statements to PostgreSQL in one round trip. The server still runs them one after the other, each with its own
 * snapshot, so a statement after a lock reads the state under that lock; after a statement that fails it runs none. Other databases
 * get them one by one.
 */
final class StatementPipeline {
    private static final Map<List<String>, String> TEXTS = new ConcurrentHashMap<>();
    private static final String WARNING = "01000";
    private static final String OUTCOME_UNKNOWN = "40003";
    private static final ResultReader NOTHING = statement -> {};

    private final boolean joined;
    private final @Nullable Integer partition;
    private final List<Call> calls = new ArrayList<>();

    /** Creates an empty pipeline whose statements may name this partition. */
    StatementPipeline(Dialect dialect, @Nullable Integer partition) {
        this.joined = dialect.isPipelined();
        this.partition = partition;
    }

    interface Row {
        void read(ResultSet row) throws SQLException;
    }

    private interface ResultReader {
        void read(PreparedStatement statement) throws SQLException;
    }

    private record Call(String sql, List<@Nullable Object> parameters, int seconds, ResultReader result) {}

    /** Adds a query; each parameter is a whole column of values. */
    void read(Template sql, Row row, Object[]... columns) {
        read(sql, 0, row, columns);
    }

    /** Adds a query that takes a lock, and so may wait for so many seconds; 0 stands for no limit but that of the connection. */
    void read(Template sql, int seconds, Row row, Object[]... columns) {
        calls.add(new Call(sql.text(columns), sql.values(partition, 0, columns), seconds, statement -> {
            try (var rows = statement.getResultSet()) {
                while (rows.next()) {
                    row.read(rows);
                }
            }
        }));
    }

    /** Adds a statement without parameters. */
    void run(String sql) {
        calls.add(new Call(sql, List.of(), 0, NOTHING));
    }

    /**
     * Adds a statement that must write exactly this number of rows, or the pipeline fails; for 0 rows it is left out. PostgreSQL
     * checks the number itself, because the commit may follow in the same round trip.
     */
    void write(int rows, Template write, Object[]... columns) {
        if (rows == 0) {
            return;
        }
        var sql = write.text(columns);
        calls.add(new Call(
                sql,
                write.values(partition, rows, columns),
                0,
                joined
                        ? NOTHING
                        : statement -> {
                            var written = statement.getUpdateCount();
                            if (written != rows) {
                                throw new IllegalStateException(written + " of " + rows
                                        + " rows written; the database differs from what was read: " + sql);
                            }
                        }));
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** Adds the commit of the transaction, which the server reaches only if every statement before it has succeeded. */
    void commit() {
        run("commit");
    }

    /** Runs the statements in order. Throws an exception if one wrote an unexpected number of rows. */
    void run(Connection connection) throws SQLException {
        if (joined) {
            run(connection, calls);
            return;
        }
        var interrupted = Thread.currentThread().isInterrupted();
        try {
            for (var call : calls) {
                run(connection, List.of(call));
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt(); // H2 forgets it when it waits for a lock
            }
        }
    }

    /**
     * Joins statements into one text, once for each combination: a text has several kilobytes, and the driver recognises the same
     * instance without comparing it. There are few combinations, since all statements are constants.
     */
    static String text(List<String> statements) {
        return TEXTS.computeIfAbsent(statements, parts -> String.join(";", parts));
    }

    private void run(Connection connection, List<Call> calls) throws SQLException {
        if (calls.isEmpty()) {
            return;
        }
        var sql = joined
                ? text(calls.stream().map(Call::sql).toList())
                : calls.get(0).sql();
        try (var statement = connection.prepareStatement(sql)) {
            var parameter = 1;
            for (var call : calls) {
                for (var value : call.parameters()) {
                    statement.setObject(parameter++, value);
                }
            }
            if (!joined && calls.get(0).seconds() > 0) {
                statement.setQueryTimeout(calls.get(0).seconds());
            }
            statement.execute();
            if (joined) {
                requireNoWarning(statement);
            }
            for (var call : calls) {
                call.result().read(statement);
                statement.getMoreResults();
            }
        }
    }

    /**
     * Treats a warning as a failure with an unknown outcome. PostgreSQL reports the commit of a session that was ordered to wait no
     * longer for its synchronous standby as a success with a warning: it is visible, and lost with this server (D-29).
     */
    private static void requireNoWarning(PreparedStatement statement) throws SQLException {
        for (var warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            if (WARNING.equals(warning.getSQLState())) {
                throw new SQLException("the server warned: " + warning.getMessage(), OUTCOME_UNKNOWN, warning);
            }
        }
    }
}
