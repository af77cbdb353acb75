package dev.operatorkit.reference.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.UUID;
import javax.sql.DataSource;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/**
 * Holds the connection of a check, outside the pools, on which no answer is waited for longer than a second. A session of PostgreSQL that
 * still waits is ended before the next one is used; nothing is lost with it, since a check writes nothing that counts.
 */
public final class CheckSession implements AutoCloseable {
    private static final int MEASURED_COMMITS = 10;
    /** Begins the name of each session of a running wallet's checks on PostgreSQL. */
    public static final String NAME = "operatorkit-wallet-check-";

    private static final int NAME_LENGTH = 8;

    // A lock that is waited for must not look like a server that does not answer.
    private static final String END_EARLIER =
            "set lock_timeout = '500ms'; select pg_terminate_backend(pid) from pg_stat_activity"
                    + " where application_name = ? and pid <> pg_backend_pid()";

    private static final String COUNT_EARLIER =
            "select count(*) from pg_stat_activity where application_name = ? and pid <> pg_backend_pid()";

    private final Database.Address address;
    private final Properties properties = new Properties();
    private final boolean remote;
    private final String name = NAME + UUID.randomUUID().toString().substring(0, NAME_LENGTH);
    private volatile @Nullable Connection connection;

    CheckSession(Database.Address address) {
        this.address = address;
        this.remote = address.isRemote();
        properties.setProperty("user", address.user());
        if (remote) {
            properties.putAll(address.hostSettings());
            properties.setProperty("ApplicationName", name);
            properties.setProperty("connectTimeout", "1");
            properties.setProperty("socketTimeout", "1");
            // Bounds a name that does not resolve, too. Longer than a check may take, because the first of several
            // hosts may be silent.
            properties.setProperty("loginTimeout", "3");
        }
    }

    /** Returns the open connection; null if there is none. */
    @Nullable
    Connection current() {
        return connection;
    }

    /** Returns the open connection, or a new one. */
    public Connection open() throws SQLException {
        var open = connection;
        return open == null ? connect() : open;
    }

    /** Connects, and ends the earlier sessions of this check. */
    Connection connect() throws SQLException {
        var fresh = another();
        try {
            if (remote) {
                // Two wallets write the same row, and at a higher level one of them would fail.
                fresh.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                endEarlier(fresh);
            }
        } catch (SQLException e) {
            fresh.close();
            throw e;
        }
        connection = fresh;
        return fresh;
    }

    /** Opens one more connection, as a pool would now. The caller closes it. */
    Connection another() throws SQLException {
        properties.setProperty("password", address.password().get());
        return DriverManager.getConnection(address.completeUrl(), properties);
    }

    private void endEarlier(Connection fresh) throws SQLException {
        try (var ended = fresh.prepareStatement(END_EARLIER)) {
            ended.setString(1, name);
            ended.execute();
        }
    }

    /** Returns how many earlier sessions of this check did not end. */
    public int countEarlier(Connection open) throws SQLException {
        try (var counting = open.prepareStatement(COUNT_EARLIER)) {
            counting.setString(1, name);
            try (var row = counting.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** Returns true for a connection that failed, timed out, or was ended by a server that stops or has not started yet. */
    public static boolean isLost(SQLException e) {
        var state = e.getSQLState();
        return state != null && (state.startsWith("08") || state.startsWith("57P"));
    }

    /**
     * Measures how long PostgreSQL takes to make a commit durable, with its round trip: the shortest of ten, since a start is a busy
     * moment. Only a commit that has written something is flushed, so each writes a message without a reader.
     */
    public static Duration measureCommit(DataSource movements) {
        try (var connection = movements.getConnection();
                var message =
                        connection.prepareStatement("select pg_logical_emit_message(true, 'operatorkit-wallet', '')")) {
            var shortest = Long.MAX_VALUE;
            for (var i = 0; i < MEASURED_COMMITS; i++) {
                message.execute();
                var start = System.nanoTime();
                connection.commit();
                shortest = Math.min(shortest, System.nanoTime() - start);
            }
            return Duration.ofNanos(shortest);
        } catch (SQLException e) {
            throw new DataAccessException("the time of a commit could not be measured", e);
        }
    }

    /** Closes the connection, also while a check is waiting on it, which then fails. */
    @Override
    public void close() {
        var open = connection;
        connection = null;
        if (open != null) {
            try {
                open.abort(Runnable::run); // a goodbye to a silent server could wait
            } catch (SQLException e) {
                // It is lost in any case.
            }
        }
    }
}
