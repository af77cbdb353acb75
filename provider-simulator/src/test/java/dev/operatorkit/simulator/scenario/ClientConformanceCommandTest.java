package dev.operatorkit.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.command.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientConformanceCommandTest {
    private static final Path CLIENT =
            Path.of("../testing/broken-clients/python/client.py").toAbsolutePath();

    @TempDir
    Path folder = Path.of("");

    private final StringWriter out = new StringWriter();

    @Test
    void a_failed_scenario_is_exit_code_1_and_its_bundle_is_verified_and_holds_no_token() throws Exception {
        var code = run(
                "--report",
                folder + "/report",
                "--scenario",
                "real-money-launch",
                "--scenario",
                "demo-*",
                "--",
                "python3",
                CLIENT.toString(),
                "--fault",
                "demo-empty-parameters");

        assertThat(code).as(out.toString()).isEqualTo(1);
        assertThat(out.toString()).contains("demo-launch", "LAU-6", "NOT CERTIFIED for the plan client");
        var results = Files.readString(folder.resolve("report/results.json"));
        assertThat(results).contains("\"operator\" : \"casino-1\"", "\"verdict\" : \"NOT_CERTIFIED\"", "\"plan\"");
        assertThat(Files.readString(folder.resolve("report/report.html")))
                .contains("Client conformance report", "token=$TOKEN")
                .doesNotContain("the wallet");
        assertThat(execute("conformance", "verify", folder + "/report/bundle.zip"))
                .as(out.toString())
                .isZero();
    }

    @Test
    void a_part_of_the_scenarios_is_exit_code_3_unless_that_is_accepted() throws Exception {
        assertThat(run("--scenario", "demo-launch", "--", "python3", CLIENT.toString()))
                .isEqualTo(3);
        assertThat(run("--accept", "incomplete", "--scenario", "demo-launch", "--", "python3", CLIENT.toString()))
                .isZero();
        assertThat(out.toString()).contains("INCOMPLETE for the plan client");
    }

    @Test
    void a_command_that_calls_nothing_is_exit_code_3() throws Exception {
        assertThat(run("--accept", "incomplete", "--scenario", "catalogue-is-read", "--", "true"))
                .isEqualTo(3);
        assertThat(out.toString()).contains("No call arrived in any scenario");
    }

    @Test
    void a_command_that_does_not_exist_is_exit_code_3() throws Exception {
        assertThat(run("--scenario", "catalogue-is-read", "--", folder + "/no-such-program"))
                .isEqualTo(3);
        assertThat(out.toString()).contains("no-such-program");
    }

    @Test
    void a_wrong_scenario_is_a_usage_error() throws Exception {
        assertThat(run("--scenario", "no-such-scenario", "--", "true")).isEqualTo(2);
        assertThat(out.toString()).contains("No scenario matches no-such-scenario. See client-conformance --list.");
    }

    @Test
    void the_list_names_every_scenario_with_its_rules() throws Exception {
        assertThat(run("--list")).isZero();
        assertThat(out.toString()).contains("catalogue-is-read ", "CAT-1", "session-tokens-are-random");
    }

    private int run(String... arguments) throws Exception {
        var secret = Files.writeString(folder.resolve("operator.secret"), UUID.randomUUID() + "\n");
        return execute(Stream.concat(
                        Stream.of("client-conformance", "--operator", "casino-1", "--secret-file", secret.toString()),
                        Stream.of(arguments))
                .toArray(String[]::new));
    }

    private int execute(String... arguments) {
        var line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(out, true));
        return line.execute(List.of(arguments).toArray(String[]::new));
    }
}
