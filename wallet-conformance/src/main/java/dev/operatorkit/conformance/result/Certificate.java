package dev.operatorkit.conformance.result;

import dev.operatorkit.conformance.suite.Preconditions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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
        var reasons = new ArrayList<String>();
        var failed = run.failed();
        if (!failed.isEmpty()) {
            reasons.add(count(failed.size(), "case") + " failed: " + named(failed));
        }
        if (!run.aborted().isEmpty()) {
            reasons.add("The run did not complete: " + run.aborted());
        }
        if (!failed.isEmpty()) {
            return new Certificate(Conclusion.NOT_CERTIFIED, List.copyOf(reasons));
        }
        var missing = run.plan().cases().size()
                - run.results().stream()
                        .filter(result -> run.plan().cases().contains(result.testCase()))
                        .count();
        if (missing > 0) {
            reasons.add(count(missing, "case") + " of the plan " + run.plan().name() + " ("
                    + run.plan().cases().size() + " cases) " + (missing == 1 ? "was" : "were") + " not selected.");
        }
        var limited = run.unwaived().stream()
                .filter(result -> Preconditions.isLimitOfTester(result.detail()))
                .toList();
        if (!limited.isEmpty()) {
            reasons.add(count(limited.size(), "case") + " " + (limited.size() == 1 ? "was" : "were")
                    + " not tested because of --max-stake or of the players' balances, which no waiver covers: "
                    + named(limited));
        }
        var skipped = run.unwaived().stream()
                .filter(result -> !limited.contains(result))
                .toList();
        if (!skipped.isEmpty()) {
            reasons.add(count(skipped.size(), "case") + " " + (skipped.size() == 1 ? "was" : "were")
                    + " skipped without a waiver: " + named(skipped));
        }
        if (run.walletVersions().size() > 1) {
            reasons.add(count(run.walletVersions().size(), "build")
                    + " of the wallet were tested: the results come from the" + " versions "
                    + String.join(" and ", run.walletVersions()) + ". Run the plan again with one of them.");
        }
        return new Certificate(reasons.isEmpty() ? Conclusion.CERTIFIED : Conclusion.INCOMPLETE, List.copyOf(reasons));
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String named(List<CaseResult> results) {
        var names = results.stream()
                .limit(NAMED)
                .map(result -> result.testCase().id())
                .collect(Collectors.joining(", "));
        return names + (results.size() > NAMED ? " and " + (results.size() - NAMED) + " more." : ".");
    }
}
