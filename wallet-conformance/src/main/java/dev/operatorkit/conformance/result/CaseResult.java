package dev.operatorkit.conformance.result;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.Exchange;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the result of one case.
 *
 * @param detail one line: the failure, the observation or the missing precondition
 * @param unreturnedBalance the balance that could not be restored, or empty
 * @param hasNoResponse true when the case ended because no response arrived
 * @param notes what the case did, whether it passed or not
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
        boolean hasNoResponse,
        List<String> notes) {

    /** Creates the result of a case without exchanges. */
    public static CaseResult of(Case of, Verdict verdict, String detail, @Nullable Failure failure) {
        return new CaseResult(of, verdict, detail, failure, List.of(), List.of(), 0, "", false, List.of());
    }

    /** Creates the result of a case that was not run. */
    public static CaseResult skipped(Case of, String missing) {
        return of(of, Verdict.SKIPPED, missing, null);
    }

    /** Returns a copy with these exchanges, which took this time. */
    public CaseResult withExchanges(List<Exchange> all, long duration) {
        return with(verdict, detail, failure, all, duration, unreturnedBalance);
    }

    /** Returns a copy that says which balance could not be restored after the case. */
    public CaseResult withUnreturnedBalance(String text) {
        var both = unreturnedBalance.isEmpty() ? text : unreturnedBalance + "; " + text;
        return with(verdict, detail, failure, exchanges, millis, both);
    }

    private CaseResult with(
            Verdict other, String why, @Nullable Failure by, List<Exchange> all, long duration, String unreturned) {
        var isSilent = hasNoResponse && other == verdict;
        return new CaseResult(testCase, other, why, by, observations, all, duration, unreturned, isSilent, notes);
    }

    /** Returns the detail that follows from the rest of a result; a skipped case has its reason instead. */
    public static String detailOf(
            Verdict verdict, @Nullable Failure failure, List<Observation> observations, List<String> notes) {
        if (failure != null) {
            return failure.rule() + ": " + failure.getMessage();
        }
        var seen = verdict == Verdict.OBSERVED ? describe(observations) : "";
        return notes.isEmpty() ? seen : (seen + " [" + String.join(", ", notes) + "]").strip();
    }

    private static String describe(List<Observation> observations) {
        return observations.stream()
                .sorted(Comparator.comparing(each -> !each.differs()))
                .map(Observation::describe)
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** Returns true when an observation differs from the recommendation. */
    public boolean differs() {
        return observations.stream().anyMatch(Observation::differs);
    }
}
