package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.Group;
import dev.operatorkit.conformance.Plan;
import java.util.List;
import java.util.stream.Stream;

/** Lists the plans. Raise {@link #VERSION} with every change of the catalogue. */
public final class Plans {
    /** The version of all plans: one catalogue holds the cases of each. */
    static final String VERSION = "1";

    private static final Plan FULL = new Plan("full", VERSION, CaseCatalogue.cases());
    private static final Plan MONEY = new Plan(
            "money",
            VERSION,
            cases(
                    DebitCases.group(),
                    CreditCases.group(),
                    RollbackCases.group(),
                    TombstoneCases.group(),
                    LookupCases.group(),
                    IdempotencyCases.group(),
                    IdCases.group(),
                    RoundCases.group(),
                    SettledRoundCases.group(),
                    FreeRoundCases.group(),
                    MoneyCases.group(),
                    AmountCases.group(),
                    ConcurrencyCases.group(),
                    RunEndCases.group()));
    private static final Plan SIGNING = new Plan(
            "signing",
            VERSION,
            cases(SignatureCases.group(), UnverifiedCases.group(), SignedBytesCases.group(), TimestampCases.group()));
    private static final Plan QUICK = new Plan(
            "quick", VERSION, CaseCatalogue.cases().stream().filter(Case::quick).toList());

    private Plans() {}

    private static List<Case> cases(Group... groups) {
        var wanted = Stream.of(groups).map(Group::title).toList();
        return CaseCatalogue.groups().stream()
                .filter(group -> wanted.contains(group.title()))
                .flatMap(group -> group.cases().stream())
                .toList();
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
