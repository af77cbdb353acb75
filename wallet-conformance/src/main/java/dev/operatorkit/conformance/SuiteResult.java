package dev.operatorkit.conformance;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Holds the results of a run.
 *
 * @param results in the order of the catalogue
 * @param players the players, as the wallet names them
 * @param aborted why the run did not complete; empty when it did
 */
public record SuiteResult(
        String wallet,
        long seed,
        Instant started,
        long millis,
        List<String> players,
        List<CaseResult> results,
        String aborted) {

    /** Counts the cases by verdict. */
    public Map<Verdict, Long> summary() {
        var summary = new TreeMap<Verdict, Long>();
        for (var verdict : Verdict.values()) {
            summary.put(
                    verdict,
                    results.stream().filter(r -> r.verdict() == verdict).count());
        }
        return summary;
    }

    /** Returns the failed cases. */
    public List<CaseResult> failed() {
        return results.stream().filter(r -> r.verdict() == Verdict.FAILED).toList();
    }
}
