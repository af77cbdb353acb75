package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the findings of judges in the calls of a scenario. */
final class Findings {
    /** Holds the rule that each mistake breaks, the expected behaviour and a hint. */
    private static final Map<String, List<String>> MISTAKES = Rules.read("mistakes.tsv");

    private final List<Failure> failures = new ArrayList<>();
    private final List<Observation> observations = new ArrayList<>();

    /**
     * Records a mistake.
     *
     * @param mistake its name in {@code mistakes.tsv}
     * @param actual the actual behaviour
     * @param call the call that shows it, if there is one
     * @param values replace the placeholders of the expected behaviour
     */
    void fail(String mistake, String actual, @Nullable ClientCall call, Object... values) {
        failRule(Objects.requireNonNull(MISTAKES.get(mistake), mistake).getFirst(), mistake, actual, call, values);
    }

    /** Records a mistake that breaks this rule. */
    void failRule(String rule, String mistake, String actual, @Nullable ClientCall call, Object... values) {
        var row = Objects.requireNonNull(MISTAKES.get(mistake), mistake);
        var expected = row.get(1).formatted(values);
        failures.add(new Failure(rule, expected, actual, row.get(2), call == null ? null : call.exchange()));
    }

    /** Records what the client does where the specification leaves a point open. */
    void observe(String decision, String seen, String recommended, boolean agrees) {
        var observation = Observation.of(decision, seen, recommended, agrees);
        if (!observations.contains(observation)) {
            observations.add(observation);
        }
    }

    /** Records a difference from the recommendation. */
    void differ(String decision, String seen, String recommended) {
        observe(decision, seen, recommended, false);
    }

    /** Records that the calls cannot show what the client does. */
    void unproven(String decision, String seen, String recommended) {
        observations.add(Observation.unproven(decision, seen, recommended));
    }

    boolean hasFailures() {
        return !failures.isEmpty();
    }

    /** Returns the failures in order. */
    List<Failure> failures() {
        return List.copyOf(failures);
    }

    /** Returns the result of a case, which these calls show; the first failure stands for all. */
    CaseResult result(Case of, List<ClientCall> calls, long millis) {
        var failure = failures.isEmpty() ? null : failures.getFirst();
        var all = new ArrayList<String>();
        failures.stream()
                .filter(each -> failure != null && !each.rule().equals(failure.rule()))
                .map(each -> "Also breaks " + each.rule() + ": " + each.getMessage())
                .distinct()
                .forEach(all::add);
        var verdict = failure != null ? Verdict.FAILED : observations.isEmpty() ? Verdict.PASSED : Verdict.OBSERVED;
        return new CaseResult(
                of,
                verdict,
                CaseResult.detailOf(verdict, failure, observations, all),
                failure,
                List.copyOf(observations),
                calls.stream().map(ClientCall::exchange).toList(),
                millis,
                "",
                false,
                List.copyOf(all));
    }
}
