package dev.operatorkit.simulator.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * The simulator's one database: H2, in memory or in a folder.
 *
 * <p>Each package brings its own tables in a {@code schema.sql} beside its classes. A folder survives {@code kill -9} of
 * the simulator; a power cut it may not.
 *
 * <p>It has one writer: everything that changes something goes through one connection, one transaction after the other. H2
 * writes a commit to the file together with whatever other transactions have half done, and after a {@code kill -9} in such
 * a moment a row was seen to stay locked for ever by a transaction that no longer was. With one writer there is nothing
 * half done beside a commit (docs/decisions/0021-h2-has-one-writer.md).
 */
public final class Database implements AutoCloseable {
    private static final String WRITER = "sa";
    private static final int READERS = 16;
    /** What H2 has to complain of goes to the log (trace level 4), not to a file beside the data. */
    private static final String OPTIONS = ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH"
            + ";TRACE_LEVEL_FILE=4;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000";

    // A file that reuses its space was seen to open without its newest commits after a kill -9; one that only grows was
    // not.
    private static final String IN_A_FILE = OPTIONS + ";REUSE_SPACE=FALSE";

    private final String url;
    private final JdbcConnectionPool writer;
    private final JdbcConnectionPool readers;
    private final DSLContext sql;
    private final DSLContext reading;

    private Database(String url, String options) {
        this.url = url;
        writer = pool(url + options, WRITER, 1);
        sql = DSL.using(new FairConnectionProvider(writer), SQLDialect.H2);
        sql.execute("create user if not exists reader password ''");
        sql.execute("grant select on schema public to reader");
        readers = pool(url, "reader", READERS);
        reading = DSL.using(readers, SQLDialect.H2);
        // Reused results carry another transaction's view along.
        sql.execute("set optimize_reuse_results 0");
    }

    private static JdbcConnectionPool pool(String url, String user, int connections) {
        var pool = JdbcConnectionPool.create(url, user, "");
        pool.setMaxConnections(connections);
        return pool;
    }

    /** A database that ends with the simulator. */
    public static Database inMemory() {
        return open("jdbc:h2:mem:" + UUID.randomUUID(), OPTIONS);
    }

    /** The database of that folder, made when it is not there; IllegalStateException when another process has it. */
    public static Database in(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the data folder " + folder + " cannot be made", e);
        }
        var file = folder.toAbsolutePath().resolve("simulator");
        try {
            return open("jdbc:h2:file:" + file, IN_A_FILE);
        } catch (DataAccessException e) {
            throw new IllegalStateException(
                    "the data folder " + folder + " cannot be opened (is another simulator using it?): "
                            + e.getMessage(),
                    e);
        }
    }

    /** In that folder, or in memory when there is none. */
    public static Database open(@Nullable Path folder) {
        return folder == null ? inMemory() : in(folder);
    }

    private static Database open(String url, String options) {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        return new Database(url, options);
    }

    /** Makes the tables of the {@code schema.sql} that lies beside {@code owner}, where they are not there yet. */
    public void create(Class<?> owner) {
        var path = owner.getPackageName().replace('.', '/') + "/schema.sql";
        sql.execute("runscript from 'classpath:" + path + "'");
    }

    /** Statements and transactions that write, and reads that belong to them; one at a time, so never one within another. */
    public DSLContext sql() {
        return sql;
    }

    /** Reads of what is committed, beside the writer: for pages and searches, which may take their time; it may not write. */
    public DSLContext reading() {
        return reading;
    }

    /** Once whoever writes has done; the pools first, whose connections would complain of a database that is gone. */
    @Override
    public void close() {
        try {
            endPools();
            try (var connection = DriverManager.getConnection(url, WRITER, "");
                    var statement = connection.createStatement()) {
                statement.execute("shutdown");
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the simulator's database did not close", e);
        }
    }

    private void endPools() throws SQLException {
        var last = writer.getConnection();
        readers.dispose();
        writer.dispose();
        last.close();
    }
}
