package dev.operatorkit.reference.database;

import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/** Classifies SQL states. */
public final class SqlFailures {
    private SqlFailures() {}

    /** Returns true when the server may lack the room or the right to write: a disk that is full, broken or read-only. */
    static boolean isOfStorage(@Nullable String state) {
        return state != null && (state.startsWith("53") || state.startsWith("58") || state.equals("42501"));
    }

    /** Returns true when the database ended a statement, because it took too long or an administrator asked for it. */
    public static boolean isCancelled(RuntimeException exception) {
        return exception instanceof DataAccessException failure && "57014".equals(failure.sqlState());
    }
}
