package dev.operatorkit.conformance.result;

import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Gate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Groups the failed cases that fail for one reason, with the cases that could not run because of it.
 *
 * @param rule the rule that is broken
 * @param gate the gate that is broken, if the cause is one
 * @param failed the failed cases; the first stands for all
 * @param blocked the cases that were skipped because of the gate
 */
public record Cause(String rule, Optional<Gate> gate, List<CaseResult> failed, List<CaseResult> blocked) {
    /** Returns the failure that stands for all. */
    public Failure failure() {
        return Objects.requireNonNull(failed.getFirst().failure());
    }

    /** Groups the failures of a run: broken gates first, then those with the most cases. */
    public static List<Cause> of(List<CaseResult> results) {
        var rest = new ArrayList<CaseResult>();
        results.stream().filter(result -> result.failure() != null).forEach(rest::add);
        var causes = new ArrayList<Cause>();
        for (var gate : Gate.values()) {
            var broken = rest.stream()
                    .filter(result -> result.testCase().id().equals(gate.caseId()))
                    .findFirst();
            if (broken.isPresent()) {
                var alike = new ArrayList<>(List.of(broken.get()));
                rest.remove(broken.get());
                rest.stream()
                        .filter(failed -> gate.explains(failureOf(broken.get()), failureOf(failed), failed.exchanges()))
                        .forEach(alike::add);
                rest.removeAll(alike);
                causes.add(cause(Optional.of(gate), alike, results));
            }
        }
        Map<String, List<CaseResult>> failures = new LinkedHashMap<>();
        rest.forEach(failed ->
                failures.computeIfAbsent(key(failed), any -> new ArrayList<>()).add(failed));
        failures.values().stream()
                .sorted((one, other) -> Integer.compare(other.size(), one.size()))
                .forEach(alike -> causes.add(cause(Optional.empty(), alike, results)));
        return withoutRepetition(causes);
    }

    /** Merges the causes that a reader could not tell apart into the first of them, also one of a gate with others. */
    private static List<Cause> withoutRepetition(List<Cause> causes) {
        Map<String, Cause> distinct = new LinkedHashMap<>();
        causes.forEach(each -> distinct.merge(
                each.rule() + ": " + each.failure().getMessage(),
                each,
                (first, other) -> new Cause(
                        first.rule(),
                        first.gate(),
                        concat(first.failed(), other.failed()),
                        concat(first.blocked(), other.blocked()))));
        return List.copyOf(distinct.values());
    }

    private static List<CaseResult> concat(List<CaseResult> one, List<CaseResult> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    private static Cause cause(Optional<Gate> gate, List<CaseResult> alike, List<CaseResult> results) {
        var why = gate.map(Gate::blocking).orElse("");
        var blocked = results.stream()
                .filter(result ->
                        result.verdict() == Verdict.SKIPPED && result.detail().equals(why))
                .toList();
        var rule = failureOf(alike.getFirst()).rule();
        return new Cause(rule, gate, List.copyOf(alike), blocked);
    }

    private static Failure failureOf(CaseResult result) {
        return Objects.requireNonNull(result.failure());
    }

    /**
     * Returns what failures of one cause have in common: the rule, the kind of expectation, and the status of the response. Every error
     * of the server with one status is one cause.
     */
    private static String key(CaseResult result) {
        var failure = failureOf(result);
        if (failure.actual().matches("(?s)status 5\\d\\d.*")) {
            return failure.rule() + "|" + failure.actual().substring(0, "status 500".length());
        }
        var expected = failure.expected()
                .replaceAll(" (for|to|of|after|in|(?<=lookup )(that knows|without)) .*", "")
                .replaceAll("[0-9a-f]{8}-[0-9a-f-]+|\\d+(?:[.,]\\d+)*+", "#")
                .replaceFirst("^the balance (?:unchanged|# \\w+ higher).*", "the balance");
        var actual = failure.actual().replaceAll("(?s)^(status \\d+).*", "$1");
        return failure.rule() + "|" + expected.split(",", 2)[0] + "|" + (actual.startsWith("status ") ? actual : "");
    }
}
