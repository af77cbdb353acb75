package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.Plan;
import java.util.List;

/** Lists the plans. Raise {@link #VERSION} with every change of the catalogue. */
public final class Plans {
    /** The version of all plans: one catalogue holds the cases of each. */
    static final String VERSION = "1";

    private static final Plan FULL = of(CaseCatalogue.FULL);
    private static final Plan MONEY = of(CaseCatalogue.MONEY);
    private static final Plan SIGNING = of(CaseCatalogue.SIGNING);
    private static final Plan QUICK =
            new Plan("quick", VERSION, FULL.cases().stream().filter(Case::quick).toList());
    private static final Plan RESUMED = of(CaseCatalogue.RESUMED);

    private Plans() {}

    private static Plan of(String name) {
        return new Plan(
                name,
                VERSION,
                CaseCatalogue.groups().stream()
                        .filter(group -> group.plans().contains(name))
                        .flatMap(group -> group.cases().stream())
                        .toList());
    }

    /** Returns every plan: those of a single run, the largest first, and last the plan of a resumed run. */
    public static List<Plan> all() {
        return List.of(FULL, MONEY, SIGNING, QUICK, RESUMED);
    }

    /** Returns the plans of a single run. */
    public static List<Plan> single() {
        return List.of(FULL, MONEY, SIGNING, QUICK);
    }

    /** Returns the plan with every case of a single run. */
    public static Plan full() {
        return FULL;
    }

    /** Returns the plan of the ten most important cases. */
    public static Plan quick() {
        return QUICK;
    }

    /** Returns the plan of a run that resumes an earlier one. */
    public static Plan resumed() {
        return RESUMED;
    }

    /** Returns the cases that only a resumed run can try, when this plan is the one with every other case. */
    public static List<Case> untested(Plan plan) {
        return plan.equals(FULL) ? RESUMED.cases() : List.of();
    }

    /** Returns the plan with this name. */
    public static Plan named(String name) {
        return all().stream()
                .filter(plan -> plan.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no plan called " + name + ". The plans are "
                        + String.join(", ", all().stream().map(Plan::name).toList()) + "."));
    }

    /** Returns the plan of a run that resumes this checkpoint; refuses one that other cases have left. */
    public static Plan resuming(Checkpoint first) {
        if (all().stream().noneMatch(plan -> plan.hash().equals(first.origin().planHash()))) {
            throw new IllegalArgumentException(
                    "The checkpoint was left by the plan " + first.origin().plan()
                            + " with the SHA-256 "
                            + first.origin().planHash()
                            + ", which this version of the suite does not know. Resume it with the version"
                            + " that left it.");
        }
        return RESUMED;
    }
}
