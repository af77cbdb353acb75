package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.Plan;
import java.util.List;

/** Lists the plans. Raise {@link #VERSION} with every change of the catalogue. */
public final class Plans {
    /** The version of all plans: one catalogue holds the cases of each. */
    static final String VERSION = "1";

    private static final Plan FULL = of(CaseCatalogue.FULL);
    private static final Plan MONEY = of(CaseCatalogue.MONEY);
    private static final Plan SIGNING = of(CaseCatalogue.SIGNING);
    private static final Plan QUICK = new Plan(
            "quick", VERSION, FULL.cases().stream().filter(Case::quick).toList());

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

    /** Returns every plan, the largest first. */
    public static List<Plan> all() {
        return List.of(FULL, MONEY, SIGNING, QUICK);
    }

    /** Returns the plan with every case. */
    public static Plan full() {
        return FULL;
    }

    /** Returns the plan of the ten most important cases. */
    public static Plan quick() {
        return QUICK;
    }

    /** Returns the plan with this name. */
    public static Plan named(String name) {
        return all().stream()
                .filter(plan -> plan.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no plan called " + name + ". There are "
                        + String.join(", ", all().stream().map(Plan::name).toList()) + "."));
    }
}
