package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Lists the cases whose result differs between two runs. */
public record ReportDiff(List<String> newlyFailing, List<String> fixed, List<String> changed) {

    /** Compares two {@code results.json}, or the folders they are in. */
    public static ReportDiff of(Path earlier, Path later) throws IOException {
        var before = ResultsFile.read(earlier);
        var after = ResultsFile.read(later);
        var diff = new ReportDiff(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        var ids = new TreeSet<>(before.keySet());
        ids.addAll(after.keySet());
        for (var id : ids) {
            var was = before.get(id);
            var is = after.get(id);
            if (is == null) {
                diff.changed.add(id + ": " + (was == null ? "" : was.verdict() + " -> ") + "not run again");
            } else if (was == null) {
                var failing = is.verdict() == Verdict.FAILED;
                (failing ? diff.newlyFailing : diff.changed).add(id + ": not run before -> " + describe(is));
            } else if (was.verdict() != is.verdict()) {
                diff.listOf(was.verdict(), is.verdict()).add(id + ": " + was.verdict() + " -> " + describe(is));
            } else if (was.verdict() == Verdict.OBSERVED && !was.detail().equals(is.detail())) {
                diff.changed.add(id + ": " + was.detail() + " -> " + is.detail());
            }
        }
        return diff;
    }

    private static String describe(ResultsFile.Line is) {
        return is.verdict() + (is.detail().isEmpty() || is.verdict() == Verdict.PASSED ? "" : " (" + is.detail() + ")");
    }

    private List<String> listOf(Verdict was, Verdict is) {
        return is == Verdict.FAILED ? newlyFailing : was == Verdict.FAILED ? fixed : changed;
    }
}
