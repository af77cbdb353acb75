package dev.operatorkit.reference.database;

import java.util.Set;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/** Classifies SQL states by their effect on the unit of work (D-29). */
public final class SqlFailures {
    private static final Set<String> WORTH_RETRYING = Set.of(
            "40001", // serialization failure, or a deadlock on H2
            "40P01", // deadlock on PostgreSQL
            "23505"); // a unit of another account inserted the same id first; a retry finds it (D-52)

    /** The state of a wait for a lock that took too long. */
    static final String LOCKED = "55P03";

    private SqlFailures() {}

    /** Returns true when the unit of work may succeed when it is run again. */
    public static boolean isRetryable(@Nullable String state) {
        return state != null && WORTH_RETRYING.contains(state);
    }

    /**
     * Returns true when a failed commit is guaranteed to be rolled back: the database rejected it. A broken connection proves
     * nothing, and 40003 says that the outcome is unknown.
     */
    public static boolean isRolledBack(@Nullable String state) {
        return state != null && (state.startsWith("40") || state.startsWith("23")) && !state.equals("40003");
    }

    /** Returns true for a collision with another unit of work or a duplicate, which says nothing about the database. */
    static boolean isCollision(@Nullable String state) {
        return state != null && (state.startsWith("40") || state.equals("23505"));
    }

    /** Returns what to do about a database that refuses what movements need. */
    static String advice(@Nullable String state) {
        var kind = state == null ? "" : state.substring(0, 2);
        return LOCKED.equals(state)
                ? "Another session holds a lock on a table or row that is needed. Find it in pg_stat_activity and end"
                        + " it."
                : switch (kind) {
                    case "53", "58" -> "Check its disks and its limits.";
                    case "28" -> "Check the user and the password.";
                    default ->
                        "Check the tables, their constraints and triggers, and the privileges of the wallet's user.";
                };
    }

    /** Returns true when the database ended a statement, because it took too long or an administrator asked for it. */
    public static boolean isCancelled(RuntimeException exception) {
        return exception instanceof DataAccessException failure && "57014".equals(failure.sqlState());
    }

    /** Returns true when a statement was rejected because its transaction has failed and was not ended yet. */
    public static boolean isInFailedTransaction(@Nullable String state) {
        return "25P02".equals(state);
    }
}
