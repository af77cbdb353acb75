package dev.operatorkit.conformance.result;

import dev.operatorkit.conformance.suite.Preconditions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * States what a run proves about its plan.
 *
 * @param verdict the conclusion
 * @param reasons one sentence for each thing that stands in its way; empty when certified
 */
public record Certificate(Conclusion verdict, List<String> reasons) {
    private static final int NAMED = 5;

    /** Lists the conclusions of a run. */
    public enum Conclusion {
        /** Every case of the plan was tried, or its skip is waived, and none failed. */
        CERTIFIED,
        /** At least one case failed. */
        NOT_CERTIFIED,
        /** No case failed, but some of the plan were not tried. */
        INCOMPLETE;

        /** Returns the name as people write it. */
        public String title() {
            return name().replace('_', ' ');
        }
    }

    /** Returns what this run proves about its plan. */
    public static Certificate of(SuiteResult run) {
        var failed = run.failed();
        var gaps = gaps(run);
        if (failed.isEmpty()) {
            return new Certificate(gaps.isEmpty() ? Conclusion.CERTIFIED : Conclusion.INCOMPLETE, gaps);
        }
        var reasons = new ArrayList<>(List.of(cases(failed.size()) + " failed: " + named(failed)));
        if (!run.aborted().isEmpty()) {
            reasons.add(gaps.getFirst());
        }
        return new Certificate(Conclusion.NOT_CERTIFIED, List.copyOf(reasons));
    }

    /** Returns one sentence for each part of the plan that was not tried, and one for a run that did not complete. */
    public static List<String> gaps(SuiteResult run) {
        var gaps = new ArrayList<String>();
        if (!run.aborted().isEmpty()) {
            gaps.add("The run did not complete: " + run.aborted());
        }
        var plan = run.plan();
        var tried = run.results().stream().map(CaseResult::testCase);
        var missing = plan.cases().size() - tried.filter(plan.cases()::contains).count();
        if (missing > 0) {
            gaps.add(cases(missing) + " of the plan " + plan.name() + " ("
                    + plan.cases().size() + " cases)" + were(missing) + "not selected.");
        }
        addSkipped(
                gaps,
                run.unwaived().filter(Certificate::isLimited),
                "not tested because of --max-stake or of the players' balances, which no waiver covers: ");
        addSkipped(gaps, run.unwaived().filter(each -> !isLimited(each)), "skipped without a waiver: ");
        return List.copyOf(gaps);
    }

    /** Returns true if a case was tried, and the whole plan was or that is not required. A run that did not complete is never enough. */
    public static boolean isEnough(SuiteResult run, boolean acceptsIncomplete) {
        return run.aborted().isEmpty()
                && run.results().stream().anyMatch(each -> each.verdict() != Verdict.SKIPPED)
                && (acceptsIncomplete || gaps(run).isEmpty());
    }

    private static boolean isLimited(CaseResult result) {
        return Preconditions.isLimitOfTester(result.detail());
    }

    private static void addSkipped(List<String> gaps, Stream<CaseResult> which, String why) {
        var skipped = which.toList();
        if (!skipped.isEmpty()) {
            var reasons = skipped.stream().map(CaseResult::detail).distinct().toList();
            var need =
                    reasons.size() == 1 && reasons.get(0).startsWith("needs ") ? " Each " + reasons.get(0) + "." : "";
            gaps.add(cases(skipped.size()) + were(skipped.size()) + why + named(skipped) + need);
        }
    }

    private static String cases(long number) {
        return number + (number == 1 ? " case" : " cases");
    }

    private static String were(long number) {
        return number == 1 ? " was " : " were ";
    }

    private static String named(List<CaseResult> results) {
        var names = results.stream()
                .limit(NAMED)
                .map(result -> result.testCase().id())
                .collect(Collectors.joining(", "));
        return names + (results.size() > NAMED ? " and " + (results.size() - NAMED) + " more." : ".");
    }
}
