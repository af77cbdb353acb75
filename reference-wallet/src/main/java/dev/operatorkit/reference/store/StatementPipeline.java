package dev.operatorkit.reference.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends several statements to PostgreSQL in one round trip. The server still runs them one after the other, each with its own
 * snapshot, so a statement after a lock reads the state under that lock; after a statement that fails it runs none. H2 runs in this
 * process and gets them one by one.
 */
final class StatementPipeline {
    private static final Map<List<String>, String> TEXTS = new ConcurrentHashMap<>();
    private static final String WARNING = "01000";
    private static final String OUTCOME_UNKNOWN = "40003";
    private static final ResultReader NOTHING = statement -> {};

    private final boolean remote;
    private final @Nullable Integer partition;
    private final List<Call> calls = new ArrayList<>();

    /** Creates an empty pipeline, for PostgreSQL if {@code remote}, whose statements may name this partition. */
    StatementPipeline(boolean remote, @Nullable Integer partition) {
        this.remote = remote;
        this.partition = partition;
    }

    interface Row {
        void read(ResultSet row) throws SQLException;
    }

    private interface ResultReader {
        void read(PreparedStatement statement) throws SQLException;
    }

    private record Call(String sql, Object[] parameters, ResultReader result) {}

    /** Adds a query; each parameter is a whole column of values. */
    void read(MovementSql.Statement sql, Row row, Object... columns) {
        calls.add(new Call(sql.text(), sql.parameters(partition, columns), statement -> {
            try (var rows = statement.getResultSet()) {
                while (rows.next()) {
                    row.read(rows);
                }
            }
        }));
    }

    /**
     * Adds a statement that must write exactly this number of rows, or the pipeline fails; for 0 rows it is left out. PostgreSQL
     * checks the number itself, because the commit may follow in the same round trip.
     */
    void write(int rows, MovementSql.Write write, Object... columns) {
        if (rows == 0) {
            return;
        }
        if (remote) {
            var parameters = columns;
            if (write.isCounted()) {
                parameters = Arrays.copyOf(columns, columns.length + 1, Object[].class);
                parameters[columns.length] = rows;
            }
            calls.add(
                    new Call(write.onPostgres().text(), write.onPostgres().parameters(partition, parameters), NOTHING));
            return;
        }
        var sql = write.onH2().text();
        calls.add(new Call(sql, columns, statement -> {
            var written = statement.getUpdateCount();
            if (written != rows) {
                throw new IllegalStateException(
                        written + " of " + rows + " rows written; the database differs from what was read: " + sql);
            }
        }));
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** Adds the commit of the transaction, which the server reaches only if every statement before it has succeeded. */
    void commit() {
        calls.add(new Call("commit", new Object[0], NOTHING));
    }

    /** Runs the statements in order. Throws an exception if one wrote an unexpected number of rows. */
    void run(Connection connection) throws SQLException {
        if (remote) {
            run(connection, calls);
        } else {
            for (var call : calls) {
                run(connection, List.of(call));
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

    private static void run(Connection connection, List<Call> calls) throws SQLException {
        if (calls.isEmpty()) {
            return;
        }
        try (var statement =
                connection.prepareStatement(text(calls.stream().map(Call::sql).toList()))) {
            var parameter = 1;
            for (var call : calls) {
                for (var value : call.parameters()) {
                    statement.setObject(parameter++, value);
                }
            }
            statement.execute();
            requireNoWarning(statement);
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
