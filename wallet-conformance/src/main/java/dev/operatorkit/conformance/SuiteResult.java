package dev.operatorkit.conformance;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came out of a run.
 *
 * @param results in the order of the catalogue
 * @param players as the wallet named them
 * @param aborted why it could not be run or not to its end; empty when it could
 */
public record SuiteResult(
        String wallet,
        long seed,
        Instant started,
        long millis,
        List<String> players,
        List<CaseResult> results,
        String aborted) {

    /** How many cases have which verdict. */
    public Map<Verdict, Long> summary() {
        var summary = new TreeMap<Verdict, Long>();
        for (var verdict : Verdict.values()) {
            summary.put(
                    verdict,
                    results.stream().filter(r -> r.verdict() == verdict).count());
        }
        return summary;
    }

    /** The failed cases. */
    public List<CaseResult> failed() {
        return results.stream().filter(r -> r.verdict() == Verdict.FAILED).toList();
    }
}
