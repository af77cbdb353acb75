package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.suite.Case;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Describes one scenario of client conformance: a value in an explicit list. The service plays it, the client does its task, and
 * judges look at the calls that were recorded: those that look at every call, and those of the scenario.
 *
 * @param testCase its id, title and rules
 * @param setup what it asks of both sides
 * @param needs the call without which nothing is proven
 * @param judges what is judged in this scenario only
 * @param tls true when the service shows an untrusted certificate (GEN-1)
 */
public record Scenario(
        Case testCase, Function<Values, Setup> setup, ApiEndpoint needs, List<Judge> judges, boolean tls) {
    /**
     * Holds values that differ from run to run.
     *
     * @param unique a text that no other scenario gets
     * @param now the time at which the scenario begins
     */
    public record Values(String unique, Instant now) {}

    /**
     * Holds what a scenario asks of both sides.
     *
     * @param task what the client is to do
     * @param campaigns the codes of the campaigns, in EUR, that the service holds when it begins
     * @param gamesOff the games that are switched off until it ends
     * @param disturbances what the service does differently than usual
     */
    public record Setup(Task task, List<String> campaigns, List<String> gamesOff, List<Disturbance> disturbances) {
        /** Asks nothing unusual of the service. */
        static Setup of(Task task) {
            return new Setup(task, List.of(), List.of(), List.of());
        }

        Setup withCampaigns(List<String> codes) {
            return new Setup(task, codes, gamesOff, disturbances);
        }

        Setup withGameOff(String slug) {
            return new Setup(task, campaigns, List.of(slug), disturbances);
        }

        Setup disturbed(Disturbance... how) {
            return new Setup(task, campaigns, gamesOff, List.of(how));
        }
    }

    /** Returns a copy whose service is prepared or disturbed in this way. */
    Scenario with(BiFunction<Setup, Values, Setup> change) {
        return new Scenario(testCase, values -> change.apply(setup.apply(values), values), needs, judges, tls);
    }

    /** Returns a copy whose service is disturbed in this way. */
    Scenario disturbed(Disturbance how) {
        return with((setup, values) -> setup.disturbed(how));
    }

    /** Returns a copy whose service shows an untrusted certificate. */
    Scenario overTls() {
        return new Scenario(testCase, setup, needs, judges, true);
    }

    /** Returns its id. */
    public String id() {
        return testCase.id();
    }
}
