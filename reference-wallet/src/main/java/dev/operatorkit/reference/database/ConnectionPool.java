package dev.operatorkit.reference.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import javax.sql.DataSource;

/**
 * Lists the pools of {@link Database}, each with the time limits of a statement and of a silent connection to PostgreSQL, in
 * seconds; 0 stands for none.
 */
enum ConnectionPool {
    MOVEMENTS(5, 10),
    // Short, since the caller of a callback times out after ten seconds, including the time to get and check a
    // connection (D-29, D-34).
    LOOKUPS(2, 3),
    READS(50, 60),
    /** For migrations and commands, whose statements take as long as the ledger is large. No caller waits for them. */
    MAINTENANCE(0, 0);

    private static final Duration WAIT_FOR_CONNECTION = Duration.ofSeconds(2);
    private static final Duration WAIT_FOR_VALIDATION = Duration.ofSeconds(1);

    // A plan made while a table was empty would scan it forever; these settings leave only index plans. One generic
    // plan then serves every batch; otherwise the server would plan half of the statements again for each use. A
    // distributed database finds the server by planning each statement with the partition that it names.
    private static final String INDEX_PLANS_ONLY =
            "set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off;"
                    + "set plan_cache_mode = force_generic_plan;";

    private final int statementSeconds;
    private final int socketSeconds;

    ConnectionPool(int statementSeconds, int socketSeconds) {
        this.statementSeconds = statementSeconds;
        this.socketSeconds = socketSeconds;
    }

    /** Opens the pool. On PostgreSQL each new connection must lead to the database of this history. */
    HikariDataSource open(Database.Address address, History history, boolean indexPlansOnly) {
        var forMovements = this == MOVEMENTS;
        var poolName = name().toLowerCase(Locale.ROOT);
        var config = new HikariConfig();
        config.setPoolName(poolName);
        config.setCredentialsProvider(
                () -> new Credentials(address.user(), address.password().get()));
        config.setMaximumPoolSize(forMovements ? address.connections() : Database.READERS);
        // A pool that fills itself would wait longer after each failure, and so stay empty when the server is back.
        config.setMinimumIdle(address.isRemote() ? 0 : 1);
        config.setConnectionTimeout(WAIT_FOR_CONNECTION.toMillis());
        config.setValidationTimeout(WAIT_FOR_VALIDATION.toMillis());
        config.setAutoCommit(!forMovements);
        // Commits the initial settings of a session; otherwise the first rollback would undo them.
        config.setIsolateInternalQueries(true);
        if (address.isolation() != null && forMovements) {
            config.setTransactionIsolation("TRANSACTION_" + address.isolation());
        }
        if (address.isRemote()) {
            var properties = new Properties();
            properties.putAll(address.hostSettings());
            properties.setProperty("ApplicationName", "operatorkit-wallet-" + poolName);
            properties.setProperty("tcpKeepAlive", "true");
            properties.setProperty("connectTimeout", "2");
            properties.setProperty("socketTimeout", String.valueOf(socketSeconds));
            config.setDataSource(compared(
                    new DriverDataSource(address.completeUrl(), null, properties, null, null),
                    connection -> history.requireSame(connection, this == READS)));
            config.setConnectionInitSql((indexPlansOnly ? INDEX_PLANS_ONLY : "") + boundedWaits());
        } else {
            config.setJdbcUrl(address.completeUrl());
        }
        return new HikariDataSource(config);
    }

    private interface Comparison {
        void require(Connection connection) throws SQLException;
    }

    /** Compares each new connection before the pool gets it: the address may lead to another server by now. */
    private static DataSource compared(DataSource driver, Comparison comparison) {
        return (DataSource) Proxy.newProxyInstance(
                ConnectionPool.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                    try {
                        var result = method.invoke(driver, arguments);
                        if (result instanceof Connection connection) {
                            requireOrClose(connection, comparison);
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static void requireOrClose(Connection connection, Comparison comparison) throws SQLException {
        try {
            comparison.require(connection);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private String boundedWaits() {
        return "set lock_timeout = '1s'; set statement_timeout = '" + statementSeconds
                + "s'; set idle_in_transaction_session_timeout = '" + (this == MAINTENANCE ? 0 : 10) + "s';";
    }
}
