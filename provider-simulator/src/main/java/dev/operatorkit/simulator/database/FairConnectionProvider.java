package dev.operatorkit.simulator.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.jooq.ConnectionProvider;
import org.jooq.exception.DataAccessException;

/** Provides the single writer connection in first-come order. H2's own pool polls every millisecond instead. */
final class FairConnectionProvider implements ConnectionProvider {
    private final DataSource writer;
    private final Semaphore turn = new Semaphore(1, true);

    FairConnectionProvider(DataSource writer) {
        this.writer = writer;
    }

    @Override
    public Connection acquire() {
        // Ignores interrupts, which would close the database file while another thread uses the connection.
        turn.acquireUninterruptibly();
        try {
            return writer.getConnection();
        } catch (SQLException | RuntimeException e) {
            turn.release();
            throw new DataAccessException("The simulator's database provides no connection.", e);
        }
    }

    @Override
    public void release(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new DataAccessException("The connection of the simulator's database cannot be released.", e);
        } finally {
            turn.release();
        }
    }
}
