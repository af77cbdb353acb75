package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.Group;
import java.util.List;

/** The index of the suite. What is not listed here does not run. */
public final class CaseCatalogue {
    private static final List<Group> GROUPS = List.of(
            SignatureCases.group(),
            SignedBytesCases.group(),
            TimestampCases.group(),
            PlayerCases.group(),
            DebitCases.group(),
            CreditCases.group(),
            RollbackCases.group(),
            LookupCases.group(),
            IdempotencyCases.group(),
            IdCases.group(),
            RoundCases.group(),
            FreeRoundCases.group(),
            MoneyCases.group(),
            StatusCases.group(),
            TransportCases.group(),
            ConcurrencyCases.group(),
            RobustnessCases.group());

    private CaseCatalogue() {}

    /** All groups in their order. */
    public static List<Group> groups() {
        return GROUPS;
    }

    /** All cases in their order. */
    public static List<Case> cases() {
        return GROUPS.stream().flatMap(group -> group.cases().stream()).toList();
    }
}
