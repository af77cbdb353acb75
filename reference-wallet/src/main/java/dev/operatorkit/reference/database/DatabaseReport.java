package dev.operatorkit.reference.database;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds the result of one check of the database.
 *
 * @param checks whether each check passed, by its name: {@code database}, {@code commits}, {@code writable}, {@code migrations} and
 *     {@code clock}, in this order; a check that was not reached has not passed
 * @param down true when no callback can be served: no connection, no answer in time, or a server that takes no writes
 * @param problem a sentence about the first check that failed; empty when all passed
 */
public record DatabaseReport(Map<String, Boolean> checks, boolean down, String problem) {
    /** Returns true when every check passed. */
    public boolean isReady() {
        return problem.isEmpty();
    }

    /** Reports that every check passed. */
    public static DatabaseReport passed() {
        return before(null, false, "");
    }

    /** Reports a failed check; the ones after it were not reached. */
    public static DatabaseReport failed(Check check, boolean down, String problem) {
        return before(check, down, problem);
    }

    private static DatabaseReport before(@Nullable Check failed, boolean down, String problem) {
        Map<String, Boolean> checks = new LinkedHashMap<>();
        for (var check : Check.values()) {
            checks.put(check.key, failed == null || check.compareTo(failed) < 0);
        }
        return new DatabaseReport(checks, down, problem);
    }

    /** Lists the checks in the order in which they are made. */
    public enum Check {
        /** The database answers. */
        DATABASE("database"),
        /** It commits. */
        COMMITS("commits"),
        /** It takes writes, and the wallet may write. */
        WRITABLE("writable"),
        /** Its tables are those of this wallet. */
        MIGRATIONS("migrations"),
        /** Its clock agrees. */
        CLOCK("clock");

        private final String key;

        Check(String key) {
            this.key = key;
        }
    }
}
