package dev.operatorkit.wallet.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Runs work in one transaction. */
final class Transaction {
    private Transaction() {}

    interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Runs work at an isolation level on a connection, whose settings it restores. */
    static <T> T run(DataSource dataSource, int isolation, Work<T> work) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            var commitsByItself = connection.getAutoCommit();
            var level = connection.getTransactionIsolation();
            if (commitsByItself) {
                connection.setAutoCommit(false);
            } else {
                connection.rollback(); // the questions above may have begun a transaction
            }
            connection.setTransactionIsolation(isolation);
            T result;
            try {
                result = work.run(connection);
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                try {
                    connection.rollback();
                } catch (SQLException broken) {
                    e.addSuppressed(broken); // what the work met says why
                    throw e;
                }
                restore(connection, level, commitsByItself);
                throw e;
            }
            restore(connection, level, commitsByItself);
            return result;
        }
    }

    /** Checks and does what PostgreSQL may otherwise check and do when the transaction is committed. */
    static void checkConstraints(Connection connection, Dialect dialect) throws SQLException {
        if (dialect == Dialect.POSTGRESQL) {
            try (var statement = connection.createStatement()) {
                statement.execute("set constraints all immediate");
                statement.execute("set constraints all deferred");
            }
        }
    }

    private static void restore(Connection connection, int level, boolean commitsByItself) throws SQLException {
        connection.setTransactionIsolation(level);
        connection.setAutoCommit(commitsByItself);
    }
}
