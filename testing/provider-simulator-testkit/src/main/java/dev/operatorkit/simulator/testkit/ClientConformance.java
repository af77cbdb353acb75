package dev.operatorkit.simulator.testkit;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.simulator.scenario.ScenarioTests;
import dev.operatorkit.simulator.server.ScenarioService;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * Judges an operator's use of the Customer API from JUnit, one dynamic test per scenario. The same scenarios run from the command
 * line as {@code simulator client-conformance}. Immutable.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> our_client_conforms() throws Exception {
 *     return ClientConformance.of("casino-1", secretFile, (service, task) -> driver.act(service, task)).tests();
 * }
 * }</pre>
 */
public final class ClientConformance {
    private final String operator;
    private final Secret secret;
    private final Driver driver;
    private final List<String> only;
    private final @Nullable Path report;

    private ClientConformance(String operator, Secret secret, Driver driver, List<String> only, @Nullable Path report) {
        this.operator = operator;
        this.secret = secret;
        this.driver = driver;
        this.only = List.copyOf(only);
        this.report = report;
    }

    /** Lets the client under test do a task. */
    @FunctionalInterface
    public interface Driver {
        /**
         * Returns when the task is done. An exception ends the task; whether it may fail is part of no scenario.
         *
         * @param service the base address of the service
         * @param task one JSON object, as a command gets it in {@code OPERATORKIT_SCENARIO}
         */
        void act(URI service, String task) throws Exception;
    }

    /** Judges the client of this operator, which signs with these bytes, in all scenarios. */
    public static ClientConformance of(String operator, byte[] secret, Driver driver) {
        Java21.require();
        return new ClientConformance(operator, Secret.of(secret), driver, List.of(), null);
    }

    /** Judges the client of this operator, which signs with the secret in this file, in all scenarios. */
    public static ClientConformance of(String operator, Path secretFile, Driver driver) throws IOException {
        Java21.require();
        return of(operator, Secret.in(secretFile).bytes(), driver);
    }

    /** Selects these scenarios only: ids, or globs such as {@code launch-*}. */
    public ClientConformance only(String... ids) {
        return new ClientConformance(operator, secret, driver, List.of(ids), report);
    }

    /** Writes {@code report.html}, {@code results.json}, {@code junit.xml} and {@code bundle.zip} into this folder. */
    public ClientConformance report(Path folder) {
        return new ClientConformance(operator, secret, driver, only, folder);
    }

    /**
     * Plays the scenarios and returns a test for each of them, and for what they prove together.
     *
     * @throws IOException if the service cannot start, or the report cannot be written
     */
    public Stream<DynamicTest> tests() throws IOException, InterruptedException {
        return ScenarioTests.play(ScenarioService::start, operator, secret, only, driver::act, report).stream()
                .map(outcome -> DynamicTest.dynamicTest(outcome.id(), () -> judge(outcome)));
    }

    private static void judge(ScenarioTests.Outcome outcome) {
        if (!outcome.failure().isEmpty()) {
            throw new AssertionError(outcome.failure());
        }
        Assumptions.assumeTrue(outcome.skipped().isEmpty(), outcome.skipped());
    }
}
