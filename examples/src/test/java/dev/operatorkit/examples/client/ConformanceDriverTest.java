package dev.operatorkit.examples.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.command.Main;
import dev.operatorkit.simulator.testkit.ClientConformance;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Certifies the client SDK as any other client: by its own command, in a process for each scenario. */
class ConformanceDriverTest {
    private static final boolean LONG = Boolean.getBoolean("tests.long");

    @TempDir
    Path folder = Path.of("");

    /** Plays one scenario, or all with {@code -Dtests.long}: each is a process. */
    @Test
    void the_client_sdk_is_certified_by_its_command_and_the_bundle_is_verified() throws Exception {
        var secret = Files.writeString(folder.resolve("operator.secret"), UUID.randomUUID() + "\n");
        var arguments = new ArrayList<>(List.of(
                "client-conformance",
                "--operator",
                "casino-1",
                "--secret-file",
                secret.toString(),
                "--report",
                folder.resolve("report").toString()));
        if (!LONG) {
            arguments.addAll(List.of("--scenario", "real-money-launch", "--accept", "incomplete"));
        }
        arguments.add("--");
        arguments.addAll(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ConformanceDriver.class.getName()));
        var out = new StringWriter();

        var code = run(out, arguments.toArray(String[]::new));

        assertThat(code).as(out.toString()).isZero();
        assertThat(out.toString()).doesNotContain("FAILED");
        assertThat(folder.resolve("report/results.json"))
                .content()
                .contains("\"verdict\" : \"" + (LONG ? "CERTIFIED" : "INCOMPLETE") + "\"");
        assertThat(run(
                        out,
                        "conformance",
                        "verify",
                        folder.resolve("report/bundle.zip").toString()))
                .as(out.toString())
                .isZero();
    }

    @TestFactory
    Stream<DynamicTest> the_client_sdk_passes_every_scenario() throws Exception {
        var secret = Files.writeString(folder.resolve("operator.secret"), UUID.randomUUID() + "\n");
        var tests = ClientConformance.of("casino-1", secret, (service, task) -> {
                    try (var api = CustomerApi.of(service, "casino-1", SecretKeys.fromFile(secret))) {
                        ConformanceDriver.act(api, task);
                    }
                })
                .report(folder.resolve("report"))
                .tests();
        assertThat(folder.resolve("report/results.json")).exists();
        return tests;
    }

    private static int run(StringWriter out, String... arguments) {
        var line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(out, true));
        return line.execute(arguments);
    }
}
