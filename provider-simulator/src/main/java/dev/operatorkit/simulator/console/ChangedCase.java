package dev.operatorkit.simulator.console;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Holds a line of a comparison of two runs as the page shows it.
 *
 * @param id the case
 * @param change the results before and now
 * @param detail why the case has its result now, or empty
 */
record ChangedCase(String id, String change, String detail) {
    private static final Pattern WITH_DETAIL = Pattern.compile("(?s)(.* → [A-Z]+) \\((.*)\\)");

    /** Reads the lines of a comparison, such as {@code zero-payout: FAILED -> SKIPPED (why)}. */
    static List<ChangedCase> of(List<String> lines) {
        return lines.stream().map(ChangedCase::of).toList();
    }

    private static ChangedCase of(String line) {
        var colon = line.indexOf(": ");
        var id = line.substring(0, colon);
        var change = line.substring(colon + 2).replace(" -> ", " → ");
        var parts = WITH_DETAIL.matcher(change);
        return parts.matches()
                ? new ChangedCase(id, parts.group(1) + ".", parts.group(2))
                : new ChangedCase(id, change, "");
    }

    /** Returns whether the later run has the case. */
    boolean isRun() {
        return !change.endsWith(" → not run again");
    }

    /** Returns true when the case passes now. */
    boolean isPassed() {
        return change.endsWith(" → PASSED");
    }
}
