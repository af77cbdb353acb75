package dev.operatorkit.reference.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compacts an H2 file when the wallet stops: while it runs the file only grows, since its space is never reused.
 *
 * <p>H2 copies the live data to a second file and replaces the first one once the copy is complete, so killing the wallet
 * meanwhile does no harm. The time depends on the amount of live data; a file with much of it is not compacted.
 */
record H2Compaction(HikariDataSource source) {
    private static final Logger LOG = LoggerFactory.getLogger(H2Compaction.class);
    private static final long MIB = 1024 * 1024;
    private static final long MAX_LIVE_BYTES = 64 * MIB; // takes ten seconds on a busy machine
    private static final int WORTH_IT_BELOW_PERCENT = 70;

    /** Compacts the file where that saves space, which also closes the database. */
    void shrink() {
        try {
            var connection = source.getConnection();
            try {
                shrink(connection);
            } finally {
                source.evictConnection(connection); // the compaction has closed its database
            }
        } catch (SQLException e) {
            LOG.warn("the database file was not compacted", e);
        }
    }

    private static void shrink(Connection connection) throws SQLException {
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
