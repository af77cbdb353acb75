package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.ScenarioCatalogue;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plays scenarios in the JVM of a test, in which the client is driven by a method. */
public final class ScenarioTests {
    private ScenarioTests() {}

    /** Lets a client do a task. */
    @FunctionalInterface
    public interface Driver {
        /**
         * Returns when the task is done. An exception ends the task as the failure of a command does.
         *
         * @param task one JSON object, as a command gets it in {@code OPERATORKIT_SCENARIO}
         */
        void act(URI service, String task) throws Exception;
    }

    /**
     * Holds what one scenario proves, or all of them together.
     *
     * @param failure why the client fails; empty when it does not
     * @param skipped why nothing was proven; empty when something was
     */
    public record Outcome(String id, String failure, String skipped) {}

    /**
     * Plays the scenarios that one of these ids or globs matches, all for none.
     *
     * @param report the folder of the reports, or null to write none
     */
    public static List<Outcome> play(
            Service.Starter starter,
            String operator,
            Secret secret,
            List<String> globs,
            Driver driver,
            @Nullable Path report)
            throws IOException, InterruptedException {
        var chosen = scenarios(globs);
        var clock = Clock.systemUTC();
        var tested = new TestedOperator(operator, SecretKeys.of(secret.bytes()), secret);
        if (report != null) {
            Reports.prepare(report);
        }
        try (var lane = Lane.open(starter, tested, "127.0.0.1", 0, clock)) {
            var run = new ClientRun(operator, List.of(lane), clock, RunDescription.none());
            var played = run.play(chosen, (scenario, setup, base) -> act(driver, scenario, setup, base), any -> {});
            if (report != null) {
                var mask = new TokenMask(played.tokens()).and(secret);
                Reports.write(report, played.result(), mask, ExpectedFailures.none());
            }
            return played.result().results().stream()
                    .map(ScenarioTests::outcome)
                    .toList();
        }
    }

    private static Actor.Outcome act(Driver driver, Scenario scenario, Scenario.Setup setup, URI base)
            throws InterruptedException {
        try {
            driver.act(base, setup.task().json(scenario.id()));
            return new Actor.Outcome("", "");
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new Actor.Outcome(String.valueOf(e), "the driver ended with " + e);
        }
    }

    /** Returns the scenarios that one of these ids or globs matches; all for none. */
    public static List<Scenario> scenarios(List<String> globs) {
        for (var glob : globs) {
            if (ScenarioCatalogue.scenarios().stream().noneMatch(each -> ExpectedFailures.matches(glob, each.id()))) {
                throw new IllegalArgumentException("No scenario matches " + glob + ". See client-conformance --list.");
            }
        }
        return ScenarioCatalogue.scenarios().stream()
                .filter(each ->
                        globs.isEmpty() || globs.stream().anyMatch(glob -> ExpectedFailures.matches(glob, each.id())))
                .toList();
    }

    private static Outcome outcome(CaseResult result) {
        var id = result.testCase().id();
        return switch (result.verdict()) {
            case FAILED -> new Outcome(id, explained(result), "");
            case SKIPPED -> new Outcome(id, "", result.detail());
            case PASSED, OBSERVED -> new Outcome(id, "", "");
        };
    }

    private static String explained(CaseResult result) {
        var failure = result.failure();
        return failure == null
                ? result.detail()
                : failure.getMessage() + "\n" + failure.rule() + ": " + Rules.textOf(failure.rule()) + "\n"
                        + failure.hint();
    }
}
