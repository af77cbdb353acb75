package dev.operatorkit.conformance.result;

import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.Preconditions;
import dev.operatorkit.conformance.suite.Rules;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Holds the results of a run.
 *
 * @param wallet the address of the callbacks
 * @param plan the plan that the run is judged by
 * @param seed decides the random choices
 * @param options the options of the run, by their names on the command line, without secrets
 * @param description who tested what
 * @param waivers the cases that may be skipped
 * @param started when it began
 * @param millis how long it took
 * @param players the players, as the wallet names them
 * @param results in the order of the plan
 * @param aborted why the run did not complete; empty when it did
 */
public record SuiteResult(
        String wallet,
        Plan plan,
        long seed,
        Map<String, String> options,
        RunDescription description,
        Waivers waivers,
        Instant started,
        long millis,
        List<String> players,
        List<CaseResult> results,
        String aborted) {
    /** Names the option that describes the run that this one resumes. */
    public static final String RESUMED = "resumed";

    /** Describes the run that this one resumes; empty when it resumes none. */
    public Optional<String> firstRun() {
        return Optional.ofNullable(options.get(RESUMED));
    }

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

    /** Returns the waiver of a skipped case, if it has one that holds on the day of the run. */
    public Optional<Waivers.Waiver> waiverOf(CaseResult result) {
        return result.verdict() == Verdict.SKIPPED && !Preconditions.isLimitOfTester(result.detail())
                ? waivers.of(result.testCase().id(), day())
                : Optional.empty();
    }

    /** Returns the day of the run, on which its waivers hold or are expired. */
    private LocalDate day() {
        return started.atZone(ZoneOffset.UTC).toLocalDate();
    }

    /** Returns true for a waiver that covers nothing any more. */
    public boolean isExpired(Waivers.Waiver waiver) {
        return waiver.isExpired(day());
    }

    /** Returns the skipped cases without a waiver. */
    Stream<CaseResult> unwaived() {
        return results.stream()
                .filter(result ->
                        result.verdict() == Verdict.SKIPPED && waiverOf(result).isEmpty());
    }

    /** Returns what was seen with this agreement, each once, by the number of its decision. */
    public List<Observation> observations(Observation.Agreement agreement) {
        return results.stream()
                .flatMap(result -> result.observations().stream())
                .filter(each -> each.agreement() == agreement)
                .distinct()
                .sorted(Comparator.comparing(Observation::decision, Rules::compare))
                .toList();
    }

    /** Groups the failures by what causes them. */
    public List<Cause> causes() {
        return Cause.of(results);
    }

    /** Returns what the run proves about its plan. */
    public Certificate certificate() {
        return Certificate.of(this);
    }
}
