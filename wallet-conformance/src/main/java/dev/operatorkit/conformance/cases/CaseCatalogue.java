package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.Group;
import java.util.List;

/** Lists every case of the suite. A case that is missing here does not run. */
public final class CaseCatalogue {
    private static final List<Group> GROUPS = List.of(
            SignatureCases.group(),
            UnverifiedCases.group(),
            SignedBytesCases.group(),
            TimestampCases.group(),
            PlayerCases.group(),
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
            BodyCases.group(),
            FieldTypeCases.group(),
            StatusCases.group(),
            TransportCases.group(),
            ConcurrencyCases.group(),
            RobustnessCases.group(),
            RunEndCases.group());

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
