package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.ScenarioCatalogue;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.Python;
import dev.operatorkit.simulator.server.ScenarioService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Runs the clients of {@code testing/broken-clients} on a few lanes. */
final class ThirdPartyClients implements AutoCloseable {
    private static final Path FOLDER =
            Path.of("../testing/broken-clients/python").toAbsolutePath();
    private static final int LANES = 3;
    private static final String OPERATOR = "casino-1";

    private final Path secretFile;
    private final List<Lane> lanes = new ArrayList<>();

    ThirdPartyClients(Path folder) throws IOException {
        var text = UUID.randomUUID() + "-" + UUID.randomUUID();
        secretFile = Files.writeString(folder.resolve("operator.secret"), text + "\n");
        var secret = Secret.of(text);
        for (var i = 0; i < LANES; i++) {
            lanes.add(Lane.open(
                    ScenarioService::start,
                    new TestedOperator(OPERATOR, SecretKeys.fromFile(secretFile), secret),
                    "127.0.0.1",
                    0,
                    Clock.systemUTC()));
        }
    }

    /** Holds a row of {@code deviations.py}; {@code scenario} shows the fault, or is a star for the whole run. */
    record Fault(String name, List<String> rules, String scenario) {
        List<Scenario> scenarios() {
            return rules.isEmpty() || scenario.equals("*")
                    ? ScenarioCatalogue.scenarios()
                    : List.of(ScenarioCatalogue.named(scenario).orElseThrow());
        }
    }

    static List<Fault> faults() throws IOException {
        return rows("--list-faults")
                .map(cells -> new Fault(
                        cells[0], cells[1].isEmpty() ? List.of() : List.of(cells[1].split(" ", -1)), cells[2]))
                .toList();
    }

    static List<String> variants() throws IOException {
        return rows("--list-variants").map(cells -> cells[0]).toList();
    }

    private static Stream<String[]> rows(String option) throws IOException {
        var listing = new ProcessBuilder(
                        Python.executable(), FOLDER.resolve("client.py").toString(), option)
                .start();
        return new String(listing.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("\t", -1));
    }

    /** Runs the client in these scenarios; {@code options} choose a fault or a variant. */
    ClientRun.Outcome run(List<Scenario> scenarios, String... options) throws Exception {
        return newRun().play(
                        scenarios, driver(Stream.concat(Stream.of("--timeout", "5"), Stream.of(options))), any -> {});
    }

    /** Runs the client with one task while its calls are only watched. */
    SuiteResult watch(String task, String... options) throws Exception {
        return newRun().watch(driver(Stream.concat(Stream.of(options), Stream.of(task))), any -> {})
                .result();
    }

    private ClientRun newRun() {
        return new ClientRun(OPERATOR, lanes, Clock.systemUTC(), RunDescription.none());
    }

    private CommandDriver driver(Stream<String> options) {
        var command = Stream.of(Python.executable(), FOLDER.resolve("client.py").toString());
        return new CommandDriver(
                Stream.concat(command, options).toList(), OPERATOR, secretFile, Duration.ofSeconds(60));
    }

    @Override
    public void close() {
        lanes.forEach(Lane::close);
    }
}
