package dev.operatorkit.reference.store;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an SQL state says about the unit of work that met it (D-29). */
final class SqlFailures {
    private static final Set<String> WORTH_RETRYING = Set.of(
            "40001", // serialization failure, and H2's deadlock
            "40P01", // PostgreSQL's deadlock
            "23505"); // another account's unit took the same id first: read again, it is known now (D-52)

    private SqlFailures() {}

    static boolean isRetryable(@Nullable String state) {
        return state != null && WORTH_RETRYING.contains(state);
    }

    /** After a commit was asked for: only a refusal by the database itself is sure, a broken connection never is. */
    static boolean isRolledBack(@Nullable String state) {
        return state != null && (state.startsWith("40") || state.startsWith("23"));
    }
}
