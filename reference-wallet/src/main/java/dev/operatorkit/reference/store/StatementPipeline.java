package dev.operatorkit.reference.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Statements that are sent to PostgreSQL together and answered together: a round trip for all of them, where each would
 * cost one. The server still runs them one after the other, each with a snapshot of its own, so what is read after a lock
 * is read under it. H2, which lives in this process, is given them one by one.
 */
final class StatementPipeline {
    private final List<Call> calls = new ArrayList<>();

    interface Row {
        void read(ResultSet row) throws SQLException;
    }

    private interface Answer {
        void take(PreparedStatement statement) throws SQLException;
    }

    private record Call(String sql, Object[] columns, Answer answer) {}

    /** A query; each parameter is a whole column of values. */
    void read(String sql, Row row, Object... columns) {
        calls.add(new Call(sql, columns, statement -> {
            try (var rows = statement.getResultSet()) {
                while (rows.next()) {
                    row.read(rows);
                }
            }
        }));
    }

    /** A statement that must write just so many rows; none is not asked for. */
    void write(int rows, String sql, Object... columns) {
        if (rows > 0) {
            calls.add(new Call(sql, columns, statement -> {
                var written = statement.getUpdateCount();
                if (written != rows) {
                    throw new IllegalStateException(
                            written + " rows of " + rows + " written, the database is not what was read: " + sql);
                }
            }));
        }
    }

    /** Runs them in their order. An {@link IllegalStateException} says that one did not write what it should. */
    void run(Connection connection, boolean together) throws SQLException {
        if (together) {
            run(connection, calls);
        } else {
            for (var call : calls) {
                run(connection, List.of(call));
            }
        }
    }

    private static void run(Connection connection, List<Call> calls) throws SQLException {
        if (calls.isEmpty()) {
            return;
        }
        var sql = String.join(";", calls.stream().map(Call::sql).toList());
        try (var statement = connection.prepareStatement(sql)) {
            var parameter = 1;
            for (var call : calls) {
                for (var column : call.columns()) {
                    statement.setObject(parameter++, column);
                }
            }
            statement.execute();
            for (var call : calls) {
                call.answer().take(statement);
                statement.getMoreResults();
            }
        }
    }
}
