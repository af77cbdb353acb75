package dev.operatorkit.simulator.testkit;

import dev.operatorkit.simulator.scenario.ScenarioTests;
import dev.operatorkit.simulator.server.ScenarioService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * Judges an operator's use of the Customer API from JUnit, one dynamic test per scenario. The same scenarios run from the command
 * line as {@code simulator client-conformance}, which also writes the reports.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> our_client_conforms() {
 *     return ClientConformance.of("casino-1", secretFile, (service, task) -> driver.act(service, task)).tests();
 * }
 * }</pre>
 */
public final class ClientConformance {
    private final String operator;
    private final Path secretFile;
    private final Driver driver;
    private final List<String> only;

    private ClientConformance(String operator, Path secretFile, Driver driver, List<String> only) {
        this.operator = operator;
        this.secretFile = secretFile;
        this.driver = driver;
        this.only = List.copyOf(only);
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

    /** Judges the client of this operator, which signs with the secret in this file, in all scenarios. */
    public static ClientConformance of(String operator, Path secretFile, Driver driver) {
        return new ClientConformance(operator, secretFile, driver, List.of());
    }

    /** Selects these scenarios only: ids, or globs such as {@code launch-*}. */
    public ClientConformance only(String... ids) {
        return new ClientConformance(operator, secretFile, driver, List.of(ids));
    }

    /** Returns the tests; the service stops when the stream is closed, which JUnit does. */
    public Stream<DynamicTest> tests() {
        var scenarios = open();
        var each = ScenarioTests.ids(only).stream()
                .map(id -> DynamicTest.dynamicTest(id, () -> judge(scenarios.play(id))));
        var together = only.isEmpty()
                ? Stream.of(DynamicTest.dynamicTest(
                        "tokens and bonus codes of all scenarios",
                        () -> scenarios.judgeTogether().forEach(ClientConformance::judge)))
                : Stream.<DynamicTest>empty();
        return Stream.concat(each, together).onClose(scenarios::close);
    }

    private ScenarioTests open() {
        try {
            return ScenarioTests.open(ScenarioService::start, operator, secretFile, driver::act);
        } catch (IOException e) {
            throw new UncheckedIOException("The service cannot start: " + e.getMessage(), e);
        }
    }

    private static void judge(ScenarioTests.Outcome outcome) {
        if (!outcome.failure().isEmpty()) {
            throw new AssertionError(outcome.failure());
        }
        Assumptions.assumeTrue(outcome.skipped().isEmpty(), outcome.skipped());
    }
}
