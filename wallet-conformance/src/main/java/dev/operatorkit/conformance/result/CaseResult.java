package dev.operatorkit.conformance.result;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.LostResponses;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.Exchange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds the result of one case.
 *
 * @param detail one line: the failure, the observation or the missing precondition
 * @param unreturnedBalance the balance that could not be restored, or empty
 * @param hasNoResponse true when the case ended because no response arrived
 * @param notes what the case did, whatever its result
 * @param reruns the results before this one, when the case was run again into a report
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
        List<String> notes,
        List<Rerun> reruns) {

    /**
     * Records that a case was run again, after its report had been written.
     *
     * @param at when it was run again
     * @param verdict the verdict before
     * @param detail the detail before
     * @param walletVersion the version of the wallet in the new run; empty when the tester gave none
     */
    public record Rerun(Instant at, Verdict verdict, String detail, String walletVersion) {}

    /** Returns a copy that keeps the result before this one. */
    CaseResult after(CaseResult earlier, SuiteResult again) {
        var all = new ArrayList<>(earlier.reruns);
        all.add(new Rerun(
                again.started(),
                earlier.verdict,
                earlier.detail,
                again.description().walletVersion()));
        return with(unreturnedBalance, List.copyOf(all));
    }

    /** Returns a copy that says which balance could not be restored after the case. */
    public CaseResult withUnreturnedBalance(String text) {
        return with(unreturnedBalance.isEmpty() ? text : unreturnedBalance + "; " + text, reruns);
    }

    /** Returns this result, failed when the wallet lost a response of the case and nothing else failed it. */
    public CaseResult judgedBy(LostResponses lost) {
        return verdict == Verdict.FAILED
                ? this
                : lost.find(testCase.id()).map(this::failedBy).orElse(this);
    }

    private CaseResult failedBy(LostResponses.Lost lost) {
        var all = Stream.concat(lost.exchanges().stream(), exchanges.stream()).distinct();
        return new CaseResult(
                testCase,
                Verdict.FAILED,
                detailOf(Verdict.FAILED, lost.failure(), observations, notes),
                lost.failure(),
                observations,
                all.toList(),
                millis,
                unreturnedBalance,
                false,
                notes,
                reruns);
    }

    private CaseResult with(String unreturned, List<Rerun> allReruns) {
        return new CaseResult(
                testCase,
                verdict,
                detail,
                failure,
                observations,
                exchanges,
                millis,
                unreturned,
                hasNoResponse,
                notes,
                allReruns);
    }

    /** Returns a copy with these exchanges, which took this time. */
    public CaseResult withExchanges(List<Exchange> shown, long duration) {
        return new CaseResult(
                testCase,
                verdict,
                detail,
                failure,
                observations,
                shown,
                duration,
                unreturnedBalance,
                hasNoResponse,
                notes,
                reruns);
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

    /** Creates the result of a case that was not run. */
    public static CaseResult skipped(Case of, String missing) {
        return of(of, Verdict.SKIPPED, missing, null);
    }

    /** Creates the result of a case without exchanges, which failed if there is a failure. */
    public static CaseResult of(Case of, Verdict verdict, String detail, @Nullable Failure failure) {
        return new CaseResult(
                of, verdict, detail, failure, List.of(), List.of(), 0, "", false, List.of(), List.of());
    }
}
