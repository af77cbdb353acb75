package dev.operatorkit.reference.store;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes an H2 file small again when the wallet stops: while at work it only grows, since nothing old is written over.
 *
 * <p>H2 copies what is alive to a file beside it, and puts that in the old one's place once it is whole: who has no patience
 * may kill us meanwhile. What is alive bounds the time; where it is a lot the file stays as it is.
 */
record H2Compaction(HikariDataSource source) {
    private static final Logger LOG = LoggerFactory.getLogger(H2Compaction.class);
    private static final long MIB = 1024 * 1024;
    private static final long MOST_ALIVE = 64 * MIB; // ten seconds of a busy machine
    private static final int WORTH_IT_BELOW_PERCENT = 70;

    /** Closes the database too, where there is something to win. */
    void shrink() {
        try {
            var connection = source.getConnection();
            try {
                shrink(connection);
            } finally {
                source.evictConnection(connection); // nothing could be said over it any more
            }
        } catch (SQLException e) {
            LOG.warn("the database file could not be made smaller", e);
        }
    }

    private static void shrink(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        try (var statement = connection.createStatement()) {
            var info = info(statement);
            var size = info.getOrDefault("info.FILE_SIZE", 0L);
            var alive = info.getOrDefault("info.CHUNKS_FILL_RATE", 100L);
            if (size * alive / 100 > MOST_ALIVE) {
                LOG.info("the database file of {} MiB stays as it is: there is too much in it to copy now", size / MIB);
            } else if (size > 0 && alive < WORTH_IT_BELOW_PERCENT) {
                statement.execute("shutdown compact");
            }
        }
    }

    /** Of a database in memory it knows nothing. */
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
