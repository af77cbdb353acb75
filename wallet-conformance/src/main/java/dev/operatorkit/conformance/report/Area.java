package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds what a run says about one area of the specification.
 *
 * @param title the name of the area
 * @param planned the number of its cases in the plan
 * @param results the cases that were selected
 */
public record Area(String title, int planned, List<CaseResult> results) {

    /** Returns the areas of the run's plan, in the order of the catalogue. */
    public static List<Area> of(SuiteResult run) {
        var areas = new ArrayList<Area>();
        for (var group : Subject.of(run.plan()).groups()) {
            var planned =
                    group.cases().stream().filter(run.plan().cases()::contains).toList();
            if (!planned.isEmpty()) {
                areas.add(new Area(group.title(), planned.size(), resultsOf(run, planned)));
            }
        }
        return areas;
    }

    private static List<CaseResult> resultsOf(SuiteResult run, List<Case> planned) {
        return run.results().stream()
                .filter(result -> planned.contains(result.testCase()))
                .toList();
    }

    /** Counts the cases with this verdict. */
    public long count(Verdict verdict) {
        return results.stream().filter(result -> result.verdict() == verdict).count();
    }

    /** Counts the cases that observed something other than what is recommended. */
    public long differing() {
        return results.stream().filter(CaseResult::differs).count();
    }

    /** Summarises in one word what the run proves about the area. */
    public String state() {
        if (count(Verdict.FAILED) > 0) {
            return "failed";
        }
        var tried = results.size() - count(Verdict.SKIPPED);
        if (tried < planned) {
            return tried == 0 ? "not tested" : "partly tested";
        }
        return count(Verdict.PASSED) == 0 ? "observed" : "passed";
    }
}
