package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Exchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the result of one case.
 *
 * @param detail one line: the failure, the observation or the missing precondition
 * @param unreturnedBalance the balance that could not be restored, or empty
 * @param hasNoResponse true when the case ended because no response arrived
 */
public record CaseResult(
        Case testCase,
        Verdict verdict,
        String detail,
        @Nullable Failure failure,
        List<Observation> observations,
        List<Exchange> exchanges,
        long millis,
        String unreturnedBalance,
        boolean hasNoResponse) {

    /** Returns true when an observation differs from the recommendation. */
    public boolean differs() {
        return observations.stream().anyMatch(Observation::differs);
    }

    /** Creates the result of a case that was not run. */
    public static CaseResult skipped(Case of, String missing) {
        return new CaseResult(of, Verdict.SKIPPED, missing, null, List.of(), List.of(), 0, "", false);
    }
}
