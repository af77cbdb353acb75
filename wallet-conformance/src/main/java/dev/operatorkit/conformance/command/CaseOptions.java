package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.ResumedRun;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Holds the options that choose a plan, and those of its cases that are run. */
final class CaseOptions {
    @Option(
            names = "--only",
            paramLabel = "ID",
            description = "Runs only these cases: an id, or a glob such as 'replay*'. May be repeated.")
    List<String> only = new ArrayList<>();

    @Option(
            names = "--plan",
            paramLabel = "NAME",
            completionCandidates = PlanNames.class,
            description =
                    "The plan to certify: full, money, signing or quick. Default: full, and with --resume the plan"
                            + " resumed.")
    @Nullable
    String plan;

    @Option(names = "--quick", description = "The same as --plan quick: the ten most important cases.")
    boolean quick;

    @Option(
            names = "--rule",
            paramLabel = "ID",
            description = "Runs only the cases that check this rule, such as RND-4. May be repeated.")
    List<String> rules = new ArrayList<>();

    /** Returns the chosen plan; a resumed run has its own plan. */
    Plan plan(@Nullable Checkpoint resumed) {
        if (quick && plan != null && !plan.equals(Plans.quick().name())) {
            throw new IllegalArgumentException("--quick and --plan " + plan + " name two plans. Give one of them.");
        }
        var name = quick
                ? Plans.quick().name()
                : plan == null ? null : Plans.named(plan).name();
        if (resumed == null) {
            return name == null ? Plans.full() : Plans.named(name);
        }
        if (name != null && !name.equals(Plans.resumed().name())) {
            throw new IllegalArgumentException("--resume runs the plan "
                    + Plans.resumed().name() + ", not " + name + ". Leave --plan and --quick out.");
        }
        return Plans.resuming(resumed);
    }

    /** Fails for a plan that needs a checkpoint. */
    static void requireRunnable(Plan plan, @Nullable Checkpoint resumed) {
        if (resumed == null && plan.equals(Plans.resumed())) {
            throw new IllegalArgumentException("The plan " + plan.name() + " " + ResumedRun.HOW_TO_ENABLE + ".");
        }
    }

    /** Returns the chosen cases of the plan. */
    List<Case> cases(Plan chosen) {
        for (var glob : only) {
            requireAny(chosen, each -> ExpectedFailures.matches(glob, each.id()), "matches --only " + glob);
        }
        for (var rule : rules) {
            requireAny(chosen, each -> each.rules().contains(rule), "checks --rule " + rule);
        }
        var selected = chosen.cases().stream()
                .filter(each ->
                        only.isEmpty() || only.stream().anyMatch(glob -> ExpectedFailures.matches(glob, each.id())))
                .filter(each -> rules.isEmpty() || rules.stream().anyMatch(each.rules()::contains))
                .toList();
        requireAny(
                chosen,
                selected::contains,
                "matches both --only " + String.join(", ", only) + " and --rule " + String.join(", ", rules));
        return selected;
    }

    private static void requireAny(Plan plan, Predicate<Case> selection, String what) {
        if (plan.cases().stream().noneMatch(selection)) {
            throw new IllegalArgumentException("No case of the plan " + plan.name() + " " + what + ". See --list.");
        }
    }

    /** Lists the plans, for completion. */
    static final class PlanNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("full", "money", "signing", "quick").iterator();
        }
    }
}
