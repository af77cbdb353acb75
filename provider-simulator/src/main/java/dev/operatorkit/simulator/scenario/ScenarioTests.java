package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.Evidence;
import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.ScenarioCatalogue;
import dev.operatorkit.conformance.client.ScenarioResult;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Plays scenarios one by one in the JVM of a test, in which the client is driven by a method. */
public final class ScenarioTests implements AutoCloseable {
    private final Lane lane;
    private final Driver driver;
    private final List<Evidence> played = new ArrayList<>();

    private ScenarioTests(Lane lane, Driver driver) {
        this.lane = lane;
        this.driver = driver;
    }

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
     * Holds what one scenario proves.
     *
     * @param failure why the client fails; empty when it does not
     * @param skipped why nothing was proven; empty when something was
     */
    public record Outcome(String failure, String skipped) {}

    public static ScenarioTests open(Service.Starter starter, String operator, Path secretFile, Driver driver)
            throws IOException {
        var secret = Secret.in(secretFile);
        var tested = new TestedOperator(operator, SecretKeys.fromFile(secretFile), secret);
        return new ScenarioTests(Lane.open(starter, tested, "127.0.0.1", 0, Clock.systemUTC()), driver);
    }

    /** Returns the ids of the scenarios that one of these ids or globs matches; all for none. */
    public static List<String> ids(List<String> globs) {
        for (var glob : globs) {
            if (ScenarioCatalogue.scenarios().stream().noneMatch(each -> ExpectedFailures.matches(glob, each.id()))) {
                throw new IllegalArgumentException("No scenario matches " + glob + ". See client-conformance --list.");
            }
        }
        return ScenarioCatalogue.scenarios().stream()
                .map(Scenario::id)
                .filter(id -> globs.isEmpty() || globs.stream().anyMatch(glob -> ExpectedFailures.matches(glob, id)))
                .toList();
    }

    public Outcome play(String id) throws IOException, InterruptedException {
        var scenario = ScenarioCatalogue.named(id)
                .orElseThrow(() -> new IllegalArgumentException("There is no scenario called " + id + "."));
        var evidence = lane.play(scenario, UUID.randomUUID().toString().substring(0, 8), (any, setup, base) -> {
            try {
                driver.act(base, setup.task().json(id));
                return new Actor.Outcome("", "");
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                return new Actor.Outcome(String.valueOf(e), "the driver ended with " + e);
            }
        });
        played.add(evidence);
        return outcome(ScenarioResult.of(scenario, evidence, 0));
    }

    /** Judges the scenarios that were played together: their tokens and bonus codes. */
    public List<Outcome> judgeTogether() {
        return ScenarioResult.ofRun(played).stream().map(ScenarioTests::outcome).toList();
    }

    private static Outcome outcome(CaseResult result) {
        return switch (result.verdict()) {
            case FAILED -> new Outcome(explained(result), "");
            case SKIPPED -> new Outcome("", result.detail());
            case PASSED, OBSERVED -> new Outcome("", "");
        };
    }

    private static String explained(CaseResult result) {
        var failure = result.failure();
        return failure == null
                ? result.detail()
                : failure.getMessage() + "\n" + failure.rule() + ": " + Rules.textOf(failure.rule()) + "\n"
                        + failure.hint();
    }

    @Override
    public void close() {
        lane.close();
    }
}
