package dev.operatorkit.reference.database;

import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/** Classifies SQL states. */
public final class SqlFailures {
    /** The state of a wait for a lock that took too long. */
    public static final String LOCKED = "55P03";

    /** The state of a statement that was ended because it took too long. */
    static final String SLOW = "57014";

    private SqlFailures() {}

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
                    case "57" -> "Movements take too long: check its disks, its synchronous standby and its triggers.";
                    case "28" -> "Check the user and the password.";
                    default ->
                        "Check the tables, their constraints and triggers, and the privileges of the wallet's user.";
                };
    }

    /** Returns true when the database ended a statement, because it took too long or an administrator asked for it. */
    public static boolean isCancelled(RuntimeException exception) {
        return exception instanceof DataAccessException failure && SLOW.equals(failure.sqlState());
    }
}
