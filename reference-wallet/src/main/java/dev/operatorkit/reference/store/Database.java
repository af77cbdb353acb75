package dev.operatorkit.reference.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jooq.ConnectionProvider;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * Opens and migrates the database, H2 or PostgreSQL depending on the URL.
 *
 * <p>There are three pools, so that pages and audits cannot take connections from the callbacks: one for movements,
 * whose sessions use only index plans; one for the callbacks' reads, each of which ends within seconds; and one for all
 * other reads, which H2 uses for both kinds of reads. On H2 the first pool has one connection, which all writes use: H2
 * writes uncommitted changes of other transactions to its file together with a commit, and after a {@code kill -9} at
 * that moment a row stayed locked forever (docs/decisions/0021-h2-has-one-writer.md).
 */
public final class Database implements AutoCloseable {
    private static final int READERS = 8;
    private static final int MEASURED_COMMITS = 10;
    private static final Duration WAIT_FOR_CONNECTION = Duration.ofSeconds(2);
    private static final Duration WAIT_FOR_VALIDATION = Duration.ofSeconds(1);

    // With these settings H2 loses no acknowledged commit in a kill -9: it writes at once and never overwrites old
    // content. A file that reused its space opened without its latest commits after half a minute of load; the price
    // is that the file grows. Without reuse of results it never returns data from before a lock.
    private static final Map<String, String> H2_SETTINGS = Map.of(
            "MODE", "PostgreSQL",
            "DATABASE_TO_LOWER", "TRUE",
            "DEFAULT_NULL_ORDERING", "HIGH",
            "WRITE_DELAY", "0",
            "REUSE_SPACE", "FALSE",
            "DB_CLOSE_ON_EXIT", "FALSE",
            "OPTIMIZE_REUSE_RESULTS", "0",
            "LOCK_TIMEOUT", "1000");

    // A plan made while a table was empty would scan it forever; these settings leave only index plans. One generic
    // plan then serves every batch; otherwise the server would plan half of the statements again for each use. A
    // distributed database finds the worker by planning each statement with the bucket that it names.
    private static final String INDEX_PLANS_ONLY =
            "set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off;"
                    + "set plan_cache_mode = force_generic_plan;";

    private static String boundedWaits(int statementSeconds) {
        return "set lock_timeout = '1s'; set statement_timeout = '" + statementSeconds
                + "s'; set idle_in_transaction_session_timeout = '10s';";
    }

    private final SQLDialect dialect;
    private final Address address;
    private final Set<String> neededMigrations;
    private final boolean bucketed;
    private final HikariDataSource movements;
    private final HikariDataSource reads;
    private final HikariDataSource lookups;
    private final DSLContext readsSql;
    private final DSLContext lookupsSql;
    private final DSLContext writesSql;

    private Database(
            Address address,
            Set<String> neededMigrations,
            boolean bucketed,
            HikariDataSource movements,
            HikariDataSource reads,
            HikariDataSource lookups) {
        this.address = address;
        this.dialect = address.dialect();
        this.neededMigrations = neededMigrations;
        this.bucketed = bucketed;
        this.movements = movements;
        this.reads = reads;
        this.lookups = lookups;
        this.lookupsSql = DSL.using(lookups, dialect, settings());
        this.readsSql = DSL.using(reads, dialect, settings());
        this.writesSql =
                dialect == SQLDialect.H2 ? DSL.using(new SingleWriter(movements), dialect, settings()) : readsSql;
        if (bucketed) {
            Buckets.use(readsSql);
            Buckets.use(lookupsSql);
        }
    }

    /** Connects and migrates. Throws an exception with a readable message when either fails. */
    public static Database open(Address address) {
        silenceJooq();
        var dialect = address.dialect();
        H2File.of(address.url()).ifPresent(H2File::prepare);
        var pools = new ArrayList<HikariDataSource>();
        try {
            var reads = open(Use.READS, address, false, pools);
            var needed = Migrations.apply(reads, address.isRemote());
            var bucketed = address.isRemote() && Distribution.check(DSL.using(reads, dialect, settings()));
            var movements = open(Use.MOVEMENTS, address, !bucketed, pools);
            var lookups = dialect == SQLDialect.H2 ? reads : open(Use.LOOKUPS, address, false, pools);
            return new Database(address, needed, bucketed, movements, reads, lookups);
        } catch (RuntimeException e) {
            pools.forEach(HikariDataSource::close);
            throw e;
        }
    }

    private static HikariDataSource open(
            Use use, Address address, boolean indexPlansOnly, List<HikariDataSource> pools) {
        var pool = new HikariDataSource(pool(use, address, indexPlansOnly));
        pools.add(pool);
        return pool;
    }

    /**
     * Holds the connection settings.
     *
     * @param url the JDBC URL, {@code jdbc:h2:…} or {@code jdbc:postgresql:…}
     * @param user the user; empty when the URL needs none
     * @param password the password; empty when the URL needs none
     * @param isolation the isolation level; null for the database's default, read committed
     * @param movementConnections the number of units of work that may run at the same time; always one on H2
     */
    public record Address(
            String url,
            String user,
            String password,
            @Nullable String isolation,
            int movementConnections) {
        private SQLDialect dialect() {
            if (url.startsWith("jdbc:h2:")) {
                return SQLDialect.H2;
            }
            if (url.startsWith("jdbc:postgresql:")) {
                return SQLDialect.POSTGRES;
            }
            throw new IllegalArgumentException("the JDBC URL must begin with jdbc:h2: or jdbc:postgresql:");
        }

        private int connections() {
            return dialect() == SQLDialect.H2 ? 1 : movementConnections;
        }

        boolean isRemote() {
            return dialect() == SQLDialect.POSTGRES;
        }

        /** Returns settings that find the primary among several hosts, unless the URL has its own. */
        Map<String, String> hostSettings() {
            return isRemote() && url.contains(",")
                    ? Map.of("targetServerType", "primary", "hostRecheckSeconds", "1")
                    : Map.of();
        }

        /** Returns the URL with the settings that every connection needs. */
        String completeUrl() {
            if (dialect() != SQLDialect.H2) {
                return url;
            }
            var complete = new StringBuilder(url);
            var upper = url.toUpperCase(Locale.ROOT);
            var inMemory = upper.startsWith("JDBC:H2:MEM:");
            H2_SETTINGS.forEach((name, value) -> {
                // A database in memory has no space to reuse, and H2 rejects the setting.
                var fits = !(inMemory && name.equals("REUSE_SPACE"));
                if (fits && !upper.contains(";" + name + "=")) {
                    complete.append(';').append(name).append('=').append(value);
                }
            });
            return complete.toString();
        }

        /** Omits the password. */
        @Override
        public String toString() {
            return url;
        }
    }

    /**
     * Lists the pools, each with the time limits of a statement and of a silent connection to PostgreSQL, in seconds.
     */
    private enum Use {
        MOVEMENTS(5, 10),
        // Short, since the caller of a callback times out after ten seconds, including the time to get and check a
        // connection (D-29, D-34).
        LOOKUPS(2, 3),
        READS(50, 60);

        private final int statementSeconds;
        private final int socketSeconds;

        Use(int statementSeconds, int socketSeconds) {
            this.statementSeconds = statementSeconds;
            this.socketSeconds = socketSeconds;
        }

        private String poolName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static HikariConfig pool(Use use, Address address, boolean indexPlansOnly) {
        var forMovements = use == Use.MOVEMENTS;
        var config = new HikariConfig();
        config.setPoolName(use.poolName());
        config.setJdbcUrl(address.completeUrl());
        config.setUsername(address.user());
        config.setPassword(address.password());
        config.setMaximumPoolSize(forMovements ? address.connections() : READERS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(WAIT_FOR_CONNECTION.toMillis());
        config.setValidationTimeout(WAIT_FOR_VALIDATION.toMillis());
        config.setAutoCommit(!forMovements);
        // Commits the initial settings of a session; otherwise the first rollback would undo them.
        config.setIsolateInternalQueries(true);
        if (address.isolation() != null && forMovements) {
            config.setTransactionIsolation("TRANSACTION_" + address.isolation());
        }
        if (address.isRemote()) {
            address.hostSettings().forEach(config::addDataSourceProperty);
            config.addDataSourceProperty("ApplicationName", "operatorkit-wallet-" + use.poolName());
            config.addDataSourceProperty("tcpKeepAlive", "true");
            config.addDataSourceProperty("connectTimeout", "2");
            config.addDataSourceProperty("socketTimeout", String.valueOf(use.socketSeconds));
            config.setConnectionInitSql((indexPlansOnly ? INDEX_PLANS_ONLY : "") + boundedWaits(use.statementSeconds));
        }
        return config;
    }

    private static Settings settings() {
        return new Settings().withRenderSchema(false).withExecuteLogging(false);
    }

    private static void silenceJooq() {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    /** Returns the pool for units of work, with auto-commit off. */
    DataSource movements() {
        return movements;
    }

    /** Returns true when each statement costs a network round trip. */
    boolean isRemote() {
        return dialect == SQLDialect.POSTGRES;
    }

    /** Returns access for all other reads, with auto-commit outside of transactions. */
    DSLContext reads() {
        return readsSql;
    }

    /**
     * Returns access for the callbacks' reads, each of which ends within seconds, even if the database is silent
     * (D-29).
     */
    DSLContext lookups() {
        return lookupsSql;
    }

    /** Returns access for a callback's writes other than its movement, with the time limits of its reads. */
    DSLContext lookupWrites() {
        return dialect == SQLDialect.H2 ? writesSql : lookupsSql;
    }

    /** Returns access for all other writes, with auto-commit outside of transactions. */
    DSLContext writes() {
        return writesSql;
    }

    DSLContext on(Connection connection) {
        var sql = DSL.using(connection, dialect, settings());
        if (bucketed) {
            Buckets.use(sql);
        }
        return sql;
    }

    /** Returns true if the tables have buckets, as those of a distributed database do. */
    boolean hasBuckets() {
        return bucketed;
    }

    /** Returns true for an exception by which the database reports that it failed; what was sent may have been done. */
    public static boolean isFailure(RuntimeException exception) {
        return exception instanceof DataAccessException;
    }

    /** Creates a probe with a connection of its own. */
    DatabaseProbe probe(Clock clock) {
        return new DatabaseProbe(address, neededMigrations, clock, this::renewConnections);
    }

    /**
     * Replaces the pooled connections, each once it is idle: they may lead to a server that is no longer the primary, or to an H2
     * that has closed its file because it could not write (D3 of the fault matrix).
     */
    void renewConnections() {
        for (var pool : List.of(movements, reads, lookups)) {
            pool.getHikariPoolMXBean().softEvictConnections();
        }
    }

    /**
     * Measures how long PostgreSQL takes to make a commit durable, with its round trip: the shortest of ten, since a start is a busy
     * moment. Only a commit that has written something is flushed, so each writes a message that nobody reads.
     */
    public Duration measureCommit() {
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

    /** Publishes the metrics of the pools. */
    public void measure(MeterRegistry registry) {
        movements.setMetricRegistry(registry);
        reads.setMetricRegistry(registry);
        if (!lookups.equals(reads)) {
            lookups.setMetricRegistry(registry);
        }
    }

    /** Reads from one consistent snapshot, unaffected by concurrent writes. */
    <T> T snapshot(Function<DSLContext, T> reader) {
        try (var connection = reads.getConnection()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            try {
                return reader.apply(on(connection));
            } finally {
                connection.rollback();
            }
        } catch (SQLException e) {
            throw new DataAccessException("the snapshot of the database failed", e);
        }
    }

    @Override
    public void close() {
        lookups.close();
        reads.close();
        if (dialect == SQLDialect.H2) {
            new H2Compaction(movements).shrink();
        }
        movements.close();
        H2File.of(address.url()).ifPresent(H2File::close);
    }

    /** Lends the connection of the movements with auto-commit on; the pool resets that on return. */
    private record SingleWriter(DataSource movements) implements ConnectionProvider {
        @Override
        public Connection acquire() {
            try {
                var connection = movements.getConnection();
                connection.setAutoCommit(true);
                return connection;
            } catch (SQLException e) {
                throw new DataAccessException("no connection for writing", e);
            }
        }

        @Override
        public void release(Connection connection) {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new DataAccessException("returning a connection to the pool failed", e);
            }
        }
    }
}
