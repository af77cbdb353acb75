package dev.operatorkit.simulator.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.jooq.ConnectionProvider;
import org.jooq.exception.DataAccessException;

/** Hands the one connection of the writer on in the order of asking: H2's own pool asks again every millisecond instead. */
final class FairConnectionProvider implements ConnectionProvider {
    private final DataSource writer;
    private final Semaphore turn = new Semaphore(1, true);

    FairConnectionProvider(DataSource writer) {
        this.writer = writer;
    }

    @Override
    public Connection acquire() {
        // Not ended by an interrupt, which would close the database's file under whoever has the connection.
        turn.acquireUninterruptibly();
        try {
            return writer.getConnection();
        } catch (SQLException | RuntimeException e) {
            turn.release();
            throw new DataAccessException("the simulator's database gives no connection", e);
        }
    }

    @Override
    public void release(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new DataAccessException("the simulator's database takes no connection back", e);
        } finally {
            turn.release();
        }
    }
}
