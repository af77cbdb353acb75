package dev.operatorkit.reference.database;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds the result of one check of the database.
 *
 * @param checks whether each check passed, by its name: {@code database}, {@code commits}, {@code writable}, {@code migrations},
 *     {@code history} and {@code clock}, in this order; a check that was not reached has not passed
 * @param down true when no callback can be served: no movement would be committed in time, or none may be
 * @param certain true when the next check can only say the same, because the database has answered; a lost connection may be replaced
 * @param problem sentences about the first check that failed, the same as long as the reason is; empty when all passed
 * @param detail what the server said about it, for the log
 */
public record DatabaseReport(
        Map<String, Boolean> checks, boolean down, boolean certain, String problem, String detail) {
    /** Returns true when every check passed. */
    public boolean isReady() {
        return problem.isEmpty();
    }

    /** Reports that every check passed. */
    public static DatabaseReport passed() {
        return new DatabaseReport(checksBefore(null), false, false, "", "");
    }

    /** Reports a failed check; the ones after it were not reached. */
    public static DatabaseReport failed(Check check, boolean down, String problem) {
        return failed(check, down, problem, "");
    }

    /** Reports a failed check, and what the server said. */
    public static DatabaseReport failed(Check check, boolean down, String problem, String detail) {
        return new DatabaseReport(checksBefore(check), down, false, problem, detail);
    }

    /** Returns the same report of a database that has refused movements. */
    DatabaseReport certainlyDown() {
        return new DatabaseReport(checks, true, true, problem, detail);
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
        /** It has every movement that was answered. */
        HISTORY,
        /** Its clock agrees. */
        CLOCK
    }
}
