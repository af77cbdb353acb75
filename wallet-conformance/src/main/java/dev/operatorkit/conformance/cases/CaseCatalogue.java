package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Group;
import java.util.List;

/** Lists every case of the suite, and the plans that hold it. A case that is missing here does not run. */
public final class CaseCatalogue {
    static final String FULL = "full";
    static final String MONEY = "money";
    static final String SIGNING = "signing";
    static final String RESUMED = "resumed";

    private static final List<Group> GROUPS = List.of(
            SignatureCases.GROUP.in(FULL, SIGNING),
            UnverifiedCases.MOVEMENTS.in(FULL, SIGNING),
            UnverifiedCases.UNSIGNED_PARTS.in(FULL, SIGNING),
            SignedBytesCases.GROUP.in(FULL, SIGNING),
            TimestampCases.GROUP.in(FULL, SIGNING),
            PlayerCases.GROUP.in(FULL),
            DebitCases.GROUP.in(FULL, MONEY),
            CreditCases.GROUP.in(FULL, MONEY),
            RollbackCases.ROLLBACKS.in(FULL, MONEY),
            RollbackCases.EARLY_ROLLBACKS.in(FULL, MONEY),
            LookupCases.GROUP.in(FULL, MONEY),
            IdempotencyCases.GROUP.in(FULL, MONEY),
            HttpCases.REPLAYS.in(FULL, MONEY),
            IdCases.GROUP.in(FULL, MONEY),
            RoundCases.OPEN.in(FULL, MONEY),
            RoundCases.SETTLED.in(FULL, MONEY),
            FreeRoundCases.GROUP.in(FULL, MONEY),
            MoneyCases.EXACT.in(FULL, MONEY),
            MoneyCases.AMOUNTS.in(FULL, MONEY),
            BodyCases.BODIES.in(FULL),
            BodyCases.FIELD_TYPES.in(FULL),
            StatusCases.GROUP.in(FULL),
            TransportCases.GROUP.in(FULL),
            HttpCases.GROUP.in(FULL),
            ConcurrencyCases.GROUP.in(FULL, MONEY),
            RobustnessCases.GROUP.in(FULL),
            RunEndCases.GROUP.in(FULL, MONEY),
            ResumedCases.GROUP.in(RESUMED));

    private CaseCatalogue() {}

    /** Returns all groups, in order. */
    public static List<Group> groups() {
        return GROUPS;
    }

    /** Returns all cases, in order. */
    public static List<Case> cases() {
        return GROUPS.stream().flatMap(group -> group.cases().stream()).toList();
    }
}
