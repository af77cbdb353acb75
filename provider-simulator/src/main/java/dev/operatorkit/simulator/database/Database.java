package dev.operatorkit.simulator.database;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.UUID;
import org.h2.api.ErrorCode;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.tools.RunScript;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * Opens the simulator's H2 database, in memory or, encrypted, in a folder.
 *
 * <p>Each package defines its tables in a {@code schema.sql} next to its classes. A folder survives {@code kill -9} of the
 * simulator, but may not survive a power failure.
 *
 * <p>All writes go through one connection, one transaction after the other. H2 writes a commit to the file together with
 * uncommitted changes of other transactions, and after a {@code kill -9} at that moment a row stayed locked forever by a
 * transaction that no longer existed. With a single writer no other transaction is open during a commit
 * (docs/decisions/0021-h2-has-one-writer.md).
 */
public final class Database implements AutoCloseable {
    private static final String WRITER = "sa";
    private static final int READERS = 16;
    /** Keeps H2 from logging the stack trace of each failed start, which an exception reports. */
    private static final String OPTIONS = ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH"
            + ";TRACE_LEVEL_FILE=0;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000";

    // After a kill -9, files that reuse space sometimes opened without their newest commits; files that only grow
    // never did.
    private static final String IN_A_FILE = OPTIONS + ";REUSE_SPACE=FALSE";

    private final String url;
    private final String password;
    private final JdbcConnectionPool writer;
    private final JdbcConnectionPool readers;
    private final DSLContext sql;
    private final DSLContext reading;

    /**
     * Opens the database.
     *
     * @param password what H2 takes for a password: the key of the file, if it has one, and a blank before the user's
     */
    private Database(String url, String options, String password) {
        this.url = url;
        this.password = password;
        writer = pool(url + options, WRITER, 1);
        sql = DSL.using(new FairConnectionProvider(writer), SQLDialect.H2);
        sql.execute("set trace_level_file 4"); // H2's messages go to the log, not to a file next to the data
        sql.execute("create user if not exists reader password ''");
        sql.execute("grant select on schema public to reader");
        readers = pool(url, "reader", READERS);
        reading = DSL.using(readers, SQLDialect.H2);
        // Reused results can show another transaction's view.
        sql.execute("set optimize_reuse_results 0");
    }

    private JdbcConnectionPool pool(String address, String user, int connections) {
        var pool = JdbcConnectionPool.create(address, user, password);
        pool.setMaxConnections(connections);
        return pool;
    }

    /** Returns a database that is lost when the simulator stops. */
    public static Database inMemory() {
        return open("jdbc:h2:mem:" + UUID.randomUUID(), OPTIONS, "");
    }

    private static Database in(EncryptedFile encrypted) {
        var folder = encrypted.folder();
        try {
            var key = encrypted.prepare();
            var file = folder.toAbsolutePath().resolve(EncryptedFile.NAME);
            return open("jdbc:h2:file:" + file + ";CIPHER=" + EncryptedFile.CIPHER, IN_A_FILE, key + " ");
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The data folder " + folder + " cannot be created or read. Check --data and --data-key-file.", e);
        } catch (DataAccessException e) {
            throw new IllegalStateException("The data folder " + folder + " " + describe(e, encrypted.keyFile()), e);
        }
    }

    private static String describe(DataAccessException failure, Path keyFile) {
        var cause = failure.getCause(SQLException.class);
        return switch (cause == null ? 0 : cause.getErrorCode()) {
            case ErrorCode.DATABASE_ALREADY_OPEN_1 ->
                "is used by another simulator. Stop that one, or use another --data.";
            case ErrorCode.FILE_ENCRYPTION_ERROR_1, ErrorCode.WRONG_USER_OR_PASSWORD ->
                "is encrypted with another key than that in " + keyFile + ". Restore that file, or use another --data.";
            case ErrorCode.FILE_CORRUPTED_1, ErrorCode.IO_EXCEPTION_1 ->
                "cannot be read: its file or the disk is damaged. Restore a backup, or use another --data.";
            default -> "cannot be opened: " + (cause == null ? failure.getMessage() : cause.getMessage());
        };
    }

    /**
     * Opens or creates the database in a folder, or in memory if the folder is null. Throws an IllegalStateException if another process
     * uses it.
     *
     * @param keyFile the file with the key of the data; null for the one in the folder
     */
    public static Database open(@Nullable Path folder, @Nullable Path keyFile) {
        if (folder == null) {
            return inMemory();
        }
        return in(
                new EncryptedFile(folder, keyFile == null ? folder.resolve(EncryptedFile.DEFAULT_KEY_FILE) : keyFile));
    }

    private static Database open(String url, String options, String password) {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        return new Database(url, options, password);
    }

    /** Creates the missing tables of the {@code schema.sql} next to {@code owner}. */
    public void create(Class<?> owner) {
        sql.connection(connection -> {
            // Opened here, because H2 would not find a resource of our module.
            try (var schema = Objects.requireNonNull(owner.getResourceAsStream("schema.sql"))) {
                RunScript.execute(connection, new InputStreamReader(schema, StandardCharsets.UTF_8));
            }
        });
    }

    /** Returns the writer for statements and transactions with their reads. It is exclusive, so calls must not be nested. */
    public DSLContext sql() {
        return sql;
    }

    /** Returns a read-only view of committed data that does not block the writer, for pages and searches. */
    public DSLContext reading() {
        return reading;
    }

    /** Closes the database after the current write. Closes the pools first, since their connections would log errors later. */
    @Override
    public void close() {
        try {
            endPools();
            try (var connection = DriverManager.getConnection(url, WRITER, password);
                    var statement = connection.createStatement()) {
                statement.execute("shutdown");
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The simulator's database did not close.", e);
        }
    }

    private void endPools() throws SQLException {
        var last = writer.getConnection();
        readers.dispose();
        writer.dispose();
        last.close();
    }
}
