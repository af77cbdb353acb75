package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.suite.Case;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Describes one scenario of client conformance: a value in an explicit list. The service plays it, the client does its task, and
 * judges look at the calls that were recorded: those that look at every call, and those of the scenario.
 *
 * @param testCase its id, title and rules
 * @param setup what it asks of both sides
 * @param needs the call without which nothing is proven
 * @param judges what is judged in this scenario only
 * @param tls true when the service shows a certificate that nobody must trust (GEN-1)
 */
public record Scenario(
        Case testCase, Function<Values, Setup> setup, Set<ApiEndpoint> needs, List<Judge> judges, boolean tls) {
    /**
     * Holds values that differ from run to run.
     *
     * @param unique a text that no other scenario gets
     * @param now the time at which the scenario begins
     */
    public record Values(String unique, Instant now) {}

    /** Creates a scenario; {@code rules} are separated by spaces. */
    static Scenario of(
            String id, String title, String rules, ApiEndpoint needs, Function<Values, Setup> setup, Judge... judges) {
        return new Scenario(Case.withoutScript(id, title, rules), setup, Set.of(needs), List.of(judges), false);
    }

    /** Returns a copy whose service shows a certificate that nobody must trust. */
    Scenario overTls() {
        return new Scenario(testCase, setup, needs, judges, true);
    }

    /** Returns its id. */
    public String id() {
        return testCase.id();
    }
}
