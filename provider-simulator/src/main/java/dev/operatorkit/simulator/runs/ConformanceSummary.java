package dev.operatorkit.simulator.runs;

import java.util.Map;

/**
 * Describes a conformance run that ended; its reports lie beside it.
 *
 * @param plan the plan, with its version
 * @param label the operator's own words, or empty
 * @param walletVersion the version that the operator gave or the wallet named in its {@code Server} header, or empty
 * @param started when it began, in UTC
 * @param cases how many cases of the plan were run
 * @param planCases how many cases the plan has
 * @param counts the number of cases for each verdict
 * @param verdict the conclusion
 * @param rerunOf the run whose cases were run again, or 0
 */
public record ConformanceSummary(
        String operator,
        String wallet,
        String plan,
        String label,
        String walletVersion,
        String started,
        double seconds,
        long seed,
        int cases,
        int planCases,
        Map<String, Long> counts,
        String verdict,
        int rerunOf) {
    /** Copies the map. */
    public ConformanceSummary {
        counts = Map.copyOf(counts);
    }

    /** Returns whether the whole plan was run. */
    public boolean isWhole() {
        return cases == planCases;
    }

    /** Returns the number of cases with a verdict. */
    public long count(String of) {
        return counts.getOrDefault(of, 0L);
    }
}
