package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.wire.Exchange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Holds a run for its reports.
 *
 * @param run the run
 * @param expected the cases that are known to fail
 * @param mask hides the tokens and the secret in every text
 * @param exchanges the exchanges of each case by its id, already masked
 */
record RunReport(SuiteResult run, ExpectedFailures expected, TokenMask mask, Map<String, List<Exchange>> exchanges) {

    static RunReport of(SuiteResult run, ExpectedFailures expected, TokenMask mask) {
        var exchanges = new LinkedHashMap<String, List<Exchange>>();
        run.results()
                .forEach(each -> exchanges.put(
                        each.testCase().id(),
                        recorded(each).stream().map(mask::of).toList()));
        return new RunReport(run, expected, mask, exchanges);
    }

    /** Returns the exchanges of a case, and the one that shows its failure when that is another. */
    private static List<Exchange> recorded(CaseResult result) {
        var all = new ArrayList<>(result.exchanges());
        var failure = result.failure();
        var shown = failure == null ? null : failure.exchange();
        if (shown != null && !all.contains(shown)) {
            all.add(shown);
        }
        return all;
    }

    List<Exchange> exchangesOf(CaseResult result) {
        return Objects.requireNonNull(exchanges.get(result.testCase().id()));
    }

    /** Returns the number of the exchange that shows the failure of a case, beginning with 1; 0 when there is none. */
    int exchangeOfFailure(CaseResult result) {
        var failure = result.failure();
        var shown = failure == null ? null : failure.exchange();
        return shown == null ? 0 : recorded(result).indexOf(shown) + 1;
    }

    boolean isExpected(CaseResult result) {
        return expected.covers(result.testCase().id());
    }
}
