package dev.operatorkit.wallet.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists the databases, with what they do in different ways. */
enum Dialect {
    POSTGRESQL,
    H2,
    /** MariaDB and MySQL. */
    MYSQL;

    private static final int SLOTS = 1 << 16;
    private static final int H2_SNAPSHOT = 6; // org.h2.engine.Constants.TRANSACTION_SNAPSHOT
    private static final DateTimeFormatter IN_UTC = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** Returns the dialect of a connection. Throws an exception with a readable message for any other database. */
    static Dialect of(Connection connection) throws SQLException {
        var product = connection.getMetaData().getDatabaseProductName();
        var version = connection.getMetaData().getDatabaseMajorVersion();
        var minor = connection.getMetaData().getDatabaseMinorVersion();
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> POSTGRESQL.require(version >= 14, product, "14");
            case "h2" -> H2.require(version >= 2, product, "2");
            case "mariadb" -> MYSQL.require(version > 10 || (version == 10 && minor >= 11), product, "10.11");
            case "mysql" ->
                MYSQL.require(isNewMySql(connection.getMetaData().getDatabaseProductVersion()), product, "8.0.17");
            default ->
                throw new IllegalArgumentException(
                        "The wallet stores in PostgreSQL, MariaDB, MySQL or H2, not in " + product + ".");
        };
    }

    /** Returns true from 8.0.17 on, which has the collation of the ids and obeys check constraints. */
    private static boolean isNewMySql(String version) {
        var numbers = version.split("[^0-9]+", -1);
        return numbers.length > 2
                && Integer.parseInt(numbers[0]) * 10_000
                                + Integer.parseInt(numbers[1]) * 100
                                + Integer.parseInt(numbers[2])
                        >= 80_017;
    }

    private Dialect require(boolean supported, String product, String oldest) {
        if (!supported) {
            throw new IllegalArgumentException("The wallet needs " + product + " " + oldest + " or newer.");
        }
        return this;
    }

    /** Names the folder with the migrations. */
    String folder() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the condition that two values are equal or both are null. */
    String same(String one, String other) {
        return one + (this == MYSQL ? " <=> " : " is not distinct from ") + other;
    }

    /** Returns the statement with which one of several starting processes creates the tables, and the others wait. */
    String lockSchema() {
        return switch (this) {
            case POSTGRESQL -> "select pg_advisory_lock(7294511960143352209)";
            case MYSQL -> "select get_lock('operatorkit-schema', 60)";
            case H2 -> "select 1";
        };
    }

    /** Returns the statement that ends it. */
    String unlockSchema() {
        return switch (this) {
            case POSTGRESQL -> "select pg_advisory_unlock(7294511960143352209)";
            case MYSQL -> "select release_lock('operatorkit-schema')";
            case H2 -> "select 1";
        };
    }

    boolean hasArrays() {
        return this != MYSQL;
    }

    /** Returns the isolation level at which all statements of a transaction read the same state; H2 has its own for that. */
    int snapshot() {
        return this == H2 ? H2_SNAPSHOT : Connection.TRANSACTION_REPEATABLE_READ;
    }

    /**
     * Returns the beginning of a query that lets MariaDB join long texts by hash, as the other servers do. Its temporary tables have no keys
     * of that length, so it would compare all rows with all.
     */
    String joiningByHash() {
        return this == MYSQL
                ? "/*M! set statement join_cache_level = 4, join_buffer_size = 67108864,"
                        + " join_buffer_space_limit = 268435456 for */ "
                : "";
    }

    /** Returns true if several statements may be sent in one round trip. */
    boolean isPipelined() {
        return this == POSTGRESQL;
    }

    /**
     * Returns true if ids are locked by rows of a table, which both MySQL and H2 release with the transaction. No index covers a
     * rollback of an unknown debit and a debit of another account under the id that it refers to, and their units lock different
     * accounts (D-25, D-52).
     */
    boolean locksRowsForIds() {
        return this != POSTGRESQL;
    }

    /**
     * Returns the slot of an id: ids of one slot wait for each other. H2 has one, since it must have one writer (a unit that waits has
     * written nothing yet).
     */
    long slot(String id) {
        var hash = id.hashCode();
        return this == H2 ? 0 : (hash ^ (hash >>> 16)) & (SLOTS - 1);
    }

    /** Returns the number of slots, which is that of rows in the table of locks. */
    int slots() {
        return this == H2 ? 1 : SLOTS;
    }

    /** Returns a time as a parameter, in microseconds, the precision of the columns. */
    String time(Instant time) {
        var micros = time.truncatedTo(ChronoUnit.MICROS);
        // MySQL knows no time zone in a text; the columns hold UTC in any zone of the session.
        return this == MYSQL ? IN_UTC.format(micros) : micros.toString();
    }

    /** Returns a time as a constant. */
    String constant(Instant time) {
        return (this == MYSQL ? "" : "timestamp with time zone ") + "'" + time(time) + "'";
    }

    /** Returns a column of the operator as a text that is compared with those of the ledger. */
    String text(String column) {
        return switch (this) {
            case POSTGRESQL -> "cast(" + column + " as text) collate \"C\"";
            case H2 -> "cast(" + column + " as varchar)";
            // Each server takes the comment of the other for one, as in the file of the tables.
            case MYSQL ->
                "convert(cast(" + column + " as char) using utf8mb4)"
                        + " /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */";
        };
    }

    /** Reads a time from a row. */
    @Nullable
    Instant time(ResultSet row, int column) throws SQLException {
        if (this == MYSQL) {
            var time = row.getObject(column, LocalDateTime.class);
            return time == null ? null : time.toInstant(ZoneOffset.UTC);
        }
        var time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /**
     * Returns an update of the rows of a table {@code r} that match those of {@code w}.
     *
     * @param columns the columns to set, each to that of {@code w} with its name
     */
    String update(String table, List<String> columns, String rows, String condition) {
        var sets = columns.stream()
                .map(column -> (this == MYSQL ? "r." : "") + column + " = w." + column)
                .collect(Collectors.joining(", "));
        return switch (this) {
            case POSTGRESQL -> "update " + table + " r set " + sets + " from " + rows + " where " + condition;
            // In this order, since a scan of the table would wait for the rows of other units.
            case MYSQL -> "update " + rows + " straight_join " + table + " r on " + condition + " set " + sets;
            case H2 ->
                "merge into " + table + " r using (select * from " + rows + ") w on " + condition
                        + " when matched then update set " + sets;
        };
    }

    /**
     * Returns a deletion of the rows of a table {@code r} that match those of {@code w}.
     *
     * @param index the index that finds them
     */
    String delete(String table, String index, String rows, String condition) {
        return switch (this) {
            case POSTGRESQL -> "delete from " + table + " r using " + rows + " where " + condition;
            case MYSQL ->
                "delete r from " + rows + " straight_join " + table + " r" + useIndex(index) + " on " + condition;
            case H2 -> "delete from " + table + " r where exists (select 1 from " + rows + " where " + condition + ")";
        };
    }

    /** Returns the hint with which MySQL locks no row that it only scans: it scans small tables. */
    String useIndex(String index) {
        return this == MYSQL ? " force index (`" + index + "`)" : "";
    }

    /** Lets a statement of PostgreSQL count the rows that it writes: another number divides by zero, which ends the transaction. */
    String counted(String statement) {
        return counted(statement, "true");
    }

    /** Lets it count only those for which a condition holds once they are written. */
    String counted(String statement, String condition) {
        return isPipelined()
                ? "with written as (" + statement + " returning " + condition + " as kept)"
                        + " select 1 / cast(count(*) filter (where kept) = {count} as integer) from written"
                : statement;
    }
}
