package dev.operatorkit.reference.database;

import java.util.LinkedHashMap;
import java.util.Locale;
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
        return new DatabaseReport(checksBefore(null), false, "");
    }

    /** Reports a failed check; the ones after it were not reached. */
    public static DatabaseReport failed(Check check, boolean down, String problem) {
        return new DatabaseReport(checksBefore(check), down, problem);
    }

    private static Map<String, Boolean> checksBefore(@Nullable Check failed) {
        Map<String, Boolean> checks = new LinkedHashMap<>();
        for (var check : Check.values()) {
            checks.put(check.name().toLowerCase(Locale.ROOT), failed == null || check.compareTo(failed) < 0);
        }
        return checks;
    }

    /** Lists the checks in the order in which they are made. */
    public enum Check {
        /** The database answers. */
        DATABASE,
        /** It commits. */
        COMMITS,
        /** It takes writes, and the wallet may write. */
        WRITABLE,
        /** Its tables are those of this wallet. */
        MIGRATIONS,
        /** Its clock agrees. */
        CLOCK
    }
}
