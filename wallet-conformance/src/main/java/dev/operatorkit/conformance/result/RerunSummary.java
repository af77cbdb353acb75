package dev.operatorkit.conformance.result;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Records which cases were run again into a report at one time.
 *
 * @param at when they were run again
 * @param walletVersion the version of the wallet then; empty when the tester gave none
 * @param cases their number
 * @param failed how many of them had failed before
 */
public record RerunSummary(Instant at, String walletVersion, int cases, int failed) {

    static List<RerunSummary> of(List<CaseResult> results) {
        var all = results.stream().flatMap(each -> each.reruns().stream()).toList();
        var summaries = new ArrayList<RerunSummary>();
        for (var at : new TreeSet<>(all.stream().map(CaseResult.Rerun::at).toList())) {
            var then = all.stream().filter(each -> each.at().equals(at)).toList();
            var failed = then.stream().filter(each -> each.verdict() == Verdict.FAILED);
            summaries.add(new RerunSummary(at, then.getFirst().walletVersion(), then.size(), (int) failed.count()));
        }
        return List.copyOf(summaries);
    }

    /** Returns a sentence for people. */
    public String describe() {
        return cases + (cases == 1 ? " case was" : " cases were") + " run again at " + at
                + (walletVersion.isEmpty()
                        ? " (version of the wallet not given)"
                        : " against version " + walletVersion + " of the wallet")
                + (failed == 0 ? "." : cases == 1 ? ". It had failed before." : ". Before, " + failed + " had failed.");
    }
}
