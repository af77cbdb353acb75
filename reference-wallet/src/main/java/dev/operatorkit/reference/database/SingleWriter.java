package dev.operatorkit.reference.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jooq.ConnectionProvider;
import org.jooq.exception.DataAccessException;

/**
 * Lends the one connection that writes to H2 to one caller at a time, in the order of their arrival. Callers wait longer than the pool
 * lets them, because many forms of the back office may be sent concurrently; a callback competes with one of them only.
 */
final class SingleWriter implements ConnectionProvider {
    private static final Duration MAX_WAIT = Duration.ofSeconds(15);

    private final DataSource movements;
    private final Semaphore turn = new Semaphore(1, true);

    SingleWriter(DataSource movements) {
        this.movements = movements;
    }

    @Override
    public Connection acquire() {
        var deadline = System.nanoTime() + MAX_WAIT.toNanos();
        awaitTurn();
        try {
            return withAutoCommit(connect(deadline));
        } catch (SQLException | RuntimeException e) {
            turn.release();
            throw new DataAccessException("no connection for writing", e);
        }
    }

    /** Returns the connection to the pool if it cannot be set up: the pool has no other one. */
    private static Connection withAutoCommit(Connection connection) throws SQLException {
        try {
            connection.setAutoCommit(true);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void awaitTurn() {
        try {
            if (!turn.tryAcquire(MAX_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new DataAccessException("no turn for writing within " + MAX_WAIT.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataAccessException("interrupted while waiting for a turn to write", e);
        }
    }

    /** Tries again while the pool gives up, since the committer of the callbacks may hold the connection. */
    private Connection connect(long deadline) throws SQLException {
        while (true) {
            try {
                return movements.getConnection();
            } catch (SQLTransientConnectionException e) {
                if (System.nanoTime() - deadline >= 0) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void release(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new DataAccessException("returning a connection to the pool failed", e);
        } finally {
            turn.release();
        }
    }
}
