package dev.operatorkit.reference.database;

import com.zaxxer.hikari.HikariDataSource;
import dev.operatorkit.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the file of an H2 database and its folder from the other users of the machine.
 *
 * @param file the file
 * @param mayCreate true if a missing file is created
 */
public record H2File(Path file, boolean mayCreate) {
    // With these settings H2 loses no acknowledged commit in a kill -9: it writes immediately and never overwrites old
    // content. A file that reused its space opened without its latest commits after half a minute of load; the price
    // is that the file grows. Without reuse of results it never returns data from before a lock. H2 would write the
    // stack trace of each failure to a file of up to 128 MiB next to the database, and so fill a disk again that has
    // just got room (D3 of the fault matrix); the wallet's log names each failure.
    private static final Map<String, String> SETTINGS = Map.of(
            "MODE", "PostgreSQL",
            "DATABASE_TO_LOWER", "TRUE",
            "DEFAULT_NULL_ORDERING", "HIGH",
            "WRITE_DELAY", "0",
            "REUSE_SPACE", "FALSE",
            "DB_CLOSE_ON_EXIT", "FALSE",
            "OPTIMIZE_REUSE_RESULTS", "0",
            "TRACE_LEVEL_FILE", "0",
            "LOCK_TIMEOUT", "1000");

    private static final Logger LOG = LoggerFactory.getLogger(H2File.class);
    private static final String URL = "jdbc:h2:";
    private static final String FILE = "file:";
    private static final String SUFFIX = ".mv.db";
    private static final long MIB = 1024 * 1024;
    private static final long MAX_LIVE_BYTES = 64 * MIB; // takes ten seconds on a busy machine
    private static final int WORTH_IT_BELOW_PERCENT = 70;

    /** Returns the file that a JDBC URL names; empty for another database and for one that is in memory or on a server. */
    static Optional<H2File> of(String url) {
        var path = url.startsWith(URL) ? url.substring(URL.length()).split(";", 2)[0] : "";
        if (path.startsWith(FILE)) {
            path = path.substring(FILE.length());
        } else if (path.contains(":")) {
            return Optional.empty();
        }
        if (path.startsWith("~")) {
            path = System.getProperty("user.home") + path.substring(1);
        }
        return path.isEmpty()
                ? Optional.empty()
                : Optional.of(new H2File(
                        Path.of(path + SUFFIX).toAbsolutePath(),
                        !url.toUpperCase(Locale.ROOT).contains(";IFEXISTS=TRUE")));
    }

    /** Returns a URL of H2 with the settings that every connection needs, unless it has its own. */
    static String completeUrl(String url) {
        var complete = new StringBuilder(url);
        var upper = url.toUpperCase(Locale.ROOT);
        var inMemory = upper.startsWith("JDBC:H2:MEM:");
        SETTINGS.forEach((name, value) -> {
            // A database in memory has no space to reuse, and H2 rejects the setting.
            var fits = !(inMemory && name.equals("REUSE_SPACE"));
            if (fits && !upper.contains(";" + name + "=")) {
                complete.append(';').append(name).append('=').append(value);
            }
        });
        return complete.toString();
    }

    /** Throws an exception unless the file exists. */
    void requireExists() {
        if (!Files.exists(file)) {
            throw new IllegalStateException(
                    "the database file " + file + " does not exist. Check --db; the wallet creates it when it starts.");
        }
    }

    /** Returns whether the wallet makes a file of this name in its data folder. */
    public static boolean isOwn(String name) {
        return name.startsWith("wallet.") || name.startsWith("back-office-password");
    }

    /** Creates the folder and the file, before H2 does so with the permissions that the umask leaves, and closes them to others. */
    void prepare() {
        try {
            PrivateFiles.createFolder(
                    Objects.requireNonNull(file.getParent(), "the file has no folder"), H2File::isOwn);
            if (mayCreate) {
                PrivateFiles.createFile(file);
            }
            PrivateFiles.close(file);
        } catch (IOException e) {
            if (mayCreate && !Files.exists(file)) {
                throw new IllegalStateException("the database file " + file
                        + " cannot be created. Check --db and the permissions of the folder.");
            }
            // H2 says why it cannot use the file.
            LOG.debug("{} cannot be closed to other users", file, e);
        }
    }

    /** Closes the file to others once more, since a compaction has made it a new one. */
    void close() {
        try {
            PrivateFiles.close(file);
        } catch (IOException e) {
            LOG.warn("{} cannot be closed to other users. Run: chmod 600 {}", file, file, e);
        }
    }

    /**
     * Compacts the file when the wallet stops, where that saves space, which also closes the database: while the wallet runs the file only
     * grows, since its space is never reused.
     *
     * <p>H2 copies the live data to a second file and replaces the first one once the copy is complete, so killing the wallet
     * meanwhile does no harm. The time depends on the amount of live data; a file with much of it is not compacted.
     */
    static void compact(HikariDataSource source) {
        try {
            var connection = source.getConnection();
            try {
                compact(connection);
            } finally {
                source.evictConnection(connection); // the compaction has closed its database
            }
        } catch (SQLException e) {
            LOG.warn("the database file was not compacted", e);
        }
    }

    private static void compact(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        try (var statement = connection.createStatement()) {
            var info = info(statement);
            var size = info.getOrDefault("info.FILE_SIZE", 0L);
            var alive = info.getOrDefault("info.CHUNKS_FILL_RATE", 100L);
            if (size * alive / 100 > MAX_LIVE_BYTES) {
                LOG.info("the database file of {} MiB was not compacted: it holds too much live data", size / MIB);
            } else if (size > 0 && alive < WORTH_IT_BELOW_PERCENT) {
                statement.execute("shutdown compact");
            }
        }
    }

    /** Reads the size of the file and the share of live data; a database in memory has neither. */
    private static Map<String, Long> info(Statement statement) throws SQLException {
        var info = new HashMap<String, Long>();
        try (var found = statement.executeQuery("select setting_name, setting_value from information_schema.settings"
                + " where setting_name in ('info.FILE_SIZE', 'info.CHUNKS_FILL_RATE')")) {
            while (found.next()) {
                info.put(found.getString(1), Long.valueOf(found.getString(2)));
            }
        }
        return info;
    }
}
