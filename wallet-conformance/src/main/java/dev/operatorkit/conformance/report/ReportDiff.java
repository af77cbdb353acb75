package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lists the cases whose result differs between two runs.
 *
 * @param newlyFailing fail now, and passed or were observed before
 * @param firstFailing fail now, and were skipped or not run before, so that nothing shows that they broke since
 * @param fixed failed before, and passed or were observed now
 * @param unjudged failed before, and were skipped or not run now, so that nothing shows that they are fixed
 * @param changed were judged otherwise without a failure
 * @param notRunAgain how many others only the earlier run has
 * @param notRunBefore how many others only the later run has
 */
public record ReportDiff(
        List<String> newlyFailing,
        List<String> firstFailing,
        List<String> fixed,
        List<String> unjudged,
        List<String> changed,
        int notRunAgain,
        int notRunBefore) {

    /** Compares two {@code results.json}, or the folders they are in. */
    public static ReportDiff of(Path earlier, Path later) throws IOException {
        var before = ResultsFile.read(earlier);
        var after = ResultsFile.read(later);
        var newlyFailing = new ArrayList<String>();
        var firstFailing = new ArrayList<String>();
        var fixed = new ArrayList<String>();
        var unjudged = new ArrayList<String>();
        var changed = new ArrayList<String>();
        var notRunAgain = 0;
        var notRunBefore = 0;
        var ids = new TreeSet<>(before.keySet());
        ids.addAll(after.keySet());
        for (var id : ids) {
            var was = before.get(id);
            var is = after.get(id);
            var line = id + ": " + describe(was, "not run before") + " -> " + describe(is);
            if (isFailed(is)) {
                if (!isFailed(was)) {
                    (isJudged(was) ? newlyFailing : firstFailing).add(line);
                }
            } else if (isFailed(was)) {
                (isJudged(is) ? fixed : unjudged).add(line);
            } else if (is == null) {
                notRunAgain++;
            } else if (was == null) {
                notRunBefore++;
            } else if (was.verdict() != is.verdict()) {
                changed.add(line);
            } else if (was.verdict() == Verdict.OBSERVED && !was.detail().equals(is.detail())) {
                changed.add(id + ": " + was.detail() + " -> " + is.detail());
            }
        }
        return new ReportDiff(newlyFailing, firstFailing, fixed, unjudged, changed, notRunAgain, notRunBefore);
    }

    /** Returns a text with the number of cases that only one of the runs has, such as {@code 336 not run again}; empty if both have the same. */
    public String describeNotRun() {
        return (notRunAgain == 0 ? "" : notRunAgain + " not run again")
                + (notRunAgain == 0 || notRunBefore == 0 ? "" : ", ")
                + (notRunBefore == 0 ? "" : notRunBefore + " not run before");
    }

    /** Returns whether no case that both runs have differs, and none fails that did not. */
    public boolean isEmpty() {
        return !hasNewFailures() && fixed.isEmpty() && unjudged.isEmpty() && changed.isEmpty();
    }

    /** Returns whether a case fails now that is not known to have failed before. */
    public boolean hasNewFailures() {
        return !newlyFailing.isEmpty() || !firstFailing.isEmpty();
    }

    private static boolean isJudged(ResultsFile.@Nullable Line line) {
        return line != null && line.verdict() != Verdict.SKIPPED;
    }

    private static boolean isFailed(ResultsFile.@Nullable Line line) {
        return line != null && line.verdict() == Verdict.FAILED;
    }

    private static String describe(ResultsFile.@Nullable Line was, String otherwise) {
        return was == null ? otherwise : was.verdict().name();
    }

    private static String describe(ResultsFile.@Nullable Line is) {
        return is == null
                ? "not run again"
                : is.verdict()
                        + (is.detail().isEmpty() || is.verdict() == Verdict.PASSED ? "" : " (" + is.detail() + ")");
    }
}
