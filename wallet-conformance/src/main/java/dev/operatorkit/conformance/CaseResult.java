package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Exchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a case.
 *
 * @param detail in one line: what failed, what was observed, what was missing
 * @param unreturnedBalance what could not be given back to the players, or empty
 * @param hasNoResponse whether the case ended since no answer came
 */
public record CaseResult(
        Case testCase,
        Verdict verdict,
        String detail,
        @Nullable Failure failure,
        List<Observation> observations,
        List<Exchange> exchanges,
        int omitted,
        long millis,
        String unreturnedBalance,
        boolean hasNoResponse) {

    /** A case that was not run. */
    public static CaseResult skipped(Case of, String missing) {
        return new CaseResult(of, Verdict.SKIPPED, missing, null, List.of(), List.of(), 0, 0, "", false);
    }
}
