package dev.operatorkit.reference.database;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Files;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
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
    /** The number of connections for the reads of callbacks. */
    public static final int READERS = 8;

    /** Begins the ids of movements that are tried and taken back. */
    public static final String TRIAL = "trial\t";

    private static final Duration SLOW = Duration.ofSeconds(1);

    private final SQLDialect dialect;
    private final Address address;
    private final Set<String> neededMigrations;
    private final Distribution distribution;
    private final @Nullable Partitions partitions;
    private final History history;
    private final HikariDataSource movements;
    private final HikariDataSource reads;
    private final HikariDataSource lookups;
    private final DSLContext readsSql;
    private final DSLContext lookupsSql;
    private final DSLContext writesSql;
    private volatile boolean suspected;

    private Database(
            Address address,
            Set<String> neededMigrations,
            Distribution distribution,
            @Nullable Partitions partitions,
            History history,
            HikariDataSource movements,
            HikariDataSource reads,
            HikariDataSource lookups) {
        this.address = address;
        this.dialect = address.dialect();
        this.neededMigrations = neededMigrations;
        this.distribution = distribution;
        this.partitions = partitions;
        this.history = history;
        this.movements = movements;
        this.reads = reads;
        this.lookups = lookups;
        this.lookupsSql = DSL.using(lookups, dialect, settings());
        this.readsSql = DSL.using(reads, dialect, settings());
        this.writesSql =
                dialect == SQLDialect.H2 ? DSL.using(new SingleWriter(movements), dialect, settings()) : readsSql;
        if (partitions != null) {
            partitions.use(readsSql);
            partitions.use(lookupsSql);
        }
    }

    /** Connects and migrates. Throws an exception with a readable message when either fails. */
    public static Database open(Address address) {
        return open(address, ConnectionPool.READS, true, Distribution.find());
    }

    /** Connects and migrates to change how the tables are distributed. Its statements may take as long as they need. */
    public static Database openToDistribute(Address address, Distribution distribution) {
        return open(address, ConnectionPool.MAINTENANCE, true, distribution);
    }

    /**
     * Connects a command to a database that a wallet has used, and migrates it. Never creates one: a misspelt name would open an
     * empty ledger, which always balances. Its statements may take as long as they need.
     */
    public static Database openExisting(Address address) {
        H2File.of(address.url()).ifPresent(H2File::requireExists);
        return open(address, ConnectionPool.MAINTENANCE, false, Distribution.find());
    }

    /** Throws an exception that names the privileges that the user lacks to serve callbacks and pages. */
    public void requireToServe() {
        require(Privileges.WALLET);
    }

    /** Throws an exception that names the privileges that the user lacks to archive. */
    public void requireToArchive() {
        require(Privileges.ARCHIVE);
    }

    /** Checks privileges on PostgreSQL; H2 has one user, who may do everything. */
    private void require(Privileges privileges) {
        if (isRemote()) {
            privileges.require(readsSql);
        }
    }

    /** Returns true if opening this database would create it. */
    public static boolean isNew(Address address) {
        return H2File.of(address.url())
                .filter(file -> !Files.exists(file.file()))
                .isPresent();
    }

    private static Database open(
            Address address, ConnectionPool forReads, boolean mayBeNew, Distribution distribution) {
        silenceJooq();
        var dialect = address.dialect();
        H2File.of(address.url()).ifPresent(H2File::prepare);
        var pools = new ArrayList<HikariDataSource>();
        var history = new History(address.isRemote());
        try {
            var reads = add(forReads.open(address, history, false), pools);
            var sql = DSL.using(reads, dialect, settings());
            distribution.requireUsable(sql);
            if (!mayBeNew) {
                Migrations.requireApplied(reads, address.url());
            }
            var needed = migrate(address, reads);
            var partitions = distribution.partitions(sql).orElse(null);
            history.lookForMovements(partitions == null);
            var movements = add(ConnectionPool.MOVEMENTS.open(address, history, partitions == null), pools);
            var lookups = address.isRemote() ? add(ConnectionPool.LOOKUPS.open(address, history, false), pools) : reads;
            return new Database(address, needed, distribution, partitions, history, movements, reads, lookups);
        } catch (RuntimeException e) {
            pools.forEach(HikariDataSource::close);
            throw e;
        }
    }

    /** Migrates without time limits: an index of a large ledger takes minutes. H2 has none. */
    private static Set<String> migrate(Address address, HikariDataSource reads) {
        if (!address.isRemote()) {
            return Migrations.apply(reads, false);
        }
        try (var maintenance = ConnectionPool.MAINTENANCE.open(address, new History(true), false)) {
            return Migrations.apply(maintenance, true);
        }
    }

    private static HikariDataSource add(HikariDataSource pool, List<HikariDataSource> all) {
        all.add(pool);
        return pool;
    }

    /**
     * Holds the connection settings.
     *
     * @param url the JDBC URL, {@code jdbc:h2:…} or {@code jdbc:postgresql:…}
     * @param user the user; empty when the URL needs none
     * @param password returns the password, which may change; empty when the URL needs none
     * @param isolation the isolation level; null for the database's default, read committed
     * @param movementConnections the number of units of work that may run at the same time; always one on H2
     */
    public record Address(
            String url,
            String user,
            Supplier<String> password,
            @Nullable String isolation,
            int movementConnections) {
        /** Creates an address whose password never changes. */
        public Address(String url, String user, String password, @Nullable String isolation, int movementConnections) {
            this(url, user, () -> password, isolation, movementConnections);
        }

        /** Returns a JDBC URL without its settings, which may contain a password. */
        public static String shown(String url) {
            return url.split("[;?]", 2)[0];
        }

        private SQLDialect dialect() {
            if (url.startsWith("jdbc:h2:")) {
                return SQLDialect.H2;
            }
            if (url.startsWith("jdbc:postgresql:")) {
                return SQLDialect.POSTGRES;
            }
            throw new IllegalArgumentException("the JDBC URL must begin with jdbc:h2: or jdbc:postgresql:");
        }

        int connections() {
            return dialect() == SQLDialect.H2 ? 1 : movementConnections;
        }

        /** Returns true for PostgreSQL, where each statement costs a network round trip. */
        public boolean isRemote() {
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
            return isRemote() ? url : H2File.completeUrl(url);
        }

        /** Omits the password. */
        @Override
        public String toString() {
            return url;
        }
    }

    private static Settings settings() {
        return new Settings().withRenderSchema(false).withExecuteLogging(false);
    }

    private static void silenceJooq() {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    /** Returns the pool for units of work, with auto-commit off. */
    public DataSource movements() {
        return movements;
    }

    /** Returns the pool of {@link #reads}. */
    public DataSource readConnections() {
        return reads;
    }

    /** Returns a pool for {@link #writes}, with auto-commit off on H2. */
    public DataSource writeConnections() {
        return isRemote() ? reads : movements;
    }

    /** Returns the pool of {@link #lookups}. */
    public DataSource lookupConnections() {
        return lookups;
    }

    /** Returns true when each statement costs a network round trip. */
    public boolean isRemote() {
        return dialect == SQLDialect.POSTGRES;
    }

    /** Returns access for all other reads, with auto-commit outside of transactions. */
    public DSLContext reads() {
        return readsSql;
    }

    /** Returns access for the callbacks' reads, each of which ends within seconds, even if the database hangs (D-29). */
    public DSLContext lookups() {
        return lookupsSql;
    }

    /** Returns access for a callback's writes other than its movement, with the time limits of its reads. */
    public DSLContext lookupWrites() {
        return dialect == SQLDialect.H2 ? writesSql : lookupsSql;
    }

    /** Returns access for all other writes, with auto-commit outside of transactions. */
    public DSLContext writes() {
        return writesSql;
    }

    /** Returns access on a connection, for a transaction of the caller. */
    public DSLContext on(Connection connection) {
        var sql = DSL.using(connection, dialect, settings());
        if (partitions != null) {
            partitions.use(sql);
        }
        return sql;
    }

    /** Returns the partitions of the tables; null if they have none. */
    public @Nullable Partitions partitions() {
        return partitions;
    }

    /** Starts to watch the servers that share the rows, if there are several. */
    public Servers watchServers() {
        return distribution.watch(this);
    }

    /** Returns the type of the exceptions by which the database reports that it failed; what was sent may have been done. */
    public static Class<? extends RuntimeException> failureType() {
        return DataAccessException.class;
    }

    /** Returns what this wallet has answered and was told about a restore. */
    public History history() {
        return history;
    }

    /** Says that the database was restored to a time, so that the wallets go on with it. */
    public void restored(Instant to) {
        writesSql.transaction(transaction -> History.restored(transaction.dsl(), isRemote(), to));
    }

    /** Reports the state with which a unit of work failed, so that the next check tries a movement, if all are on one server. */
    public void failed(@Nullable String state) {
        suspected |= partitions == null && !SqlFailures.isCollision(state);
    }

    /** Reports how long a unit of work took, so that the next check tries a movement if that was too long. */
    public void committed(Duration took) {
        suspected |= partitions == null && took.compareTo(SLOW) > 0;
    }

    /** Returns true if a unit of work has failed since a trial passed. */
    boolean isSuspected() {
        return suspected;
    }

    /** Ends the suspicion. */
    void trialPassed() {
        suspected = false;
    }

    /** Returns the pools of callbacks that have no connection. */
    List<HikariDataSource> emptyPools() {
        return Stream.of(movements, lookups)
                .filter(pool -> pool.getHikariPoolMXBean().getTotalConnections() == 0)
                .toList();
    }

    /** Creates a connection for a check, outside the pools. */
    public CheckSession checkSession() {
        return new CheckSession(address);
    }

    /** Returns the versions of the migrations that this wallet needs. */
    Set<String> neededMigrations() {
        return neededMigrations;
    }

    /**
     * Replaces the pooled connections, each once it is idle: they may lead to a server that is no longer the primary, or to an H2
     * that has closed its file because it could not write (D3 of the fault matrix).
     */
    public void renewConnections() {
        for (var pool : List.of(movements, reads, lookups)) {
            pool.getHikariPoolMXBean().softEvictConnections();
        }
    }

    /** Publishes the metrics of the pools. */
    public void measure(MeterRegistry registry) {
        new HashSet<>(List.of(movements, reads, lookups)).forEach(pool -> pool.setMetricRegistry(registry));
    }

    @Override
    public void close() {
        lookups.close();
        reads.close();
        if (dialect == SQLDialect.H2) {
            H2File.compact(movements);
        }
        movements.close();
        H2File.of(address.url()).ifPresent(H2File::close);
    }
}
