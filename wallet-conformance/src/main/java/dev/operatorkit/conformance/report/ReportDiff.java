package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lists the cases whose result differs between two runs.
 *
 * @param lines the cases of each kind
 * @param notRunAgain how many others only the earlier run has
 * @param notRunBefore how many others only the later run has
 */
public record ReportDiff(Map<Kind, List<String>> lines, int notRunAgain, int notRunBefore) {
    /** Names the kinds of differences. */
    public enum Kind {
        /** The case fails now, and passed or was observed before. */
        BROKEN,
        /** The case fails now, and was skipped or not run before, so that nothing shows that it broke since. */
        FAILED,
        /** The case failed before, and passed or was observed now. */
        FIXED,
        /** The case failed before, and was skipped or not run now, so that nothing shows that it is fixed. */
        UNJUDGED,
        /** The case was judged otherwise without a failure. */
        CHANGED
    }

    /** Compares two {@code results.json}, or the folders they are in. */
    public static ReportDiff of(Path earlier, Path later) throws IOException {
        var before = ResultsFile.read(earlier);
        var after = ResultsFile.read(later);
        var lines = new EnumMap<Kind, List<String>>(Kind.class);
        var notRunAgain = 0;
        var notRunBefore = 0;
        var ids = new TreeSet<>(before.keySet());
        ids.addAll(after.keySet());
        for (var id : ids) {
            var was = before.get(id);
            var is = after.get(id);
            var kind = kind(was, is);
            if (kind != null) {
                lines.computeIfAbsent(kind, any -> new ArrayList<>()).add(id + ": " + describe(was, is));
            } else if (is == null) {
                notRunAgain++;
            } else if (was == null) {
                notRunBefore++;
            }
        }
        return new ReportDiff(lines, notRunAgain, notRunBefore);
    }

    private static @Nullable Kind kind(ResultsFile.@Nullable Line was, ResultsFile.@Nullable Line is) {
        var hasFailed = was != null && was.verdict() == Verdict.FAILED;
        var fails = is != null && is.verdict() == Verdict.FAILED;
        if (fails) {
            return hasFailed ? null : isJudged(was) ? Kind.BROKEN : Kind.FAILED;
        }
        if (hasFailed) {
            return isJudged(is) ? Kind.FIXED : Kind.UNJUDGED;
        }
        var isSame = was == null
                || is == null
                || (was.verdict() == is.verdict() && (was.verdict() != Verdict.OBSERVED || isAlike(was, is)));
        return isSame ? null : Kind.CHANGED;
    }

    private static boolean isJudged(ResultsFile.@Nullable Line line) {
        return line != null && line.verdict() != Verdict.SKIPPED;
    }

    private static boolean isAlike(ResultsFile.Line was, ResultsFile.Line is) {
        return was.detail().equals(is.detail());
    }

    private static String describe(ResultsFile.@Nullable Line was, ResultsFile.@Nullable Line is) {
        if (was != null && is != null && was.verdict() == is.verdict()) {
            return was.detail() + " -> " + is.detail();
        }
        var before = was == null ? "not run before" : was.verdict().name();
        if (is == null) {
            return before + " -> not run again";
        }
        var why = is.detail().isEmpty() || is.verdict() == Verdict.PASSED ? "" : " (" + is.detail() + ")";
        return before + " -> " + is.verdict() + why;
    }

    /** Returns the cases of a kind. */
    public List<String> of(Kind kind) {
        return Objects.requireNonNullElse(lines.get(kind), List.of());
    }

    /** Returns whether a case fails now that is not known to have failed before. */
    public boolean hasNewFailures() {
        return lines.containsKey(Kind.BROKEN) || lines.containsKey(Kind.FAILED);
    }

    /** Returns the numbers of the differences in one line. */
    public String summary() {
        var failed = of(Kind.FAILED).size();
        return of(Kind.BROKEN).size() + " broken, " + (failed == 0 ? "" : failed + " failed and not judged before, ")
                + of(Kind.FIXED).size() + " fixed, " + of(Kind.CHANGED).size() + " changed"
                + (notRunAgain == 0 ? "" : ", " + notRunAgain + " not run again")
                + (notRunBefore == 0 ? "" : ", " + notRunBefore + " not run before");
    }
}
