package dev.operatorkit.simulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the version that the commands print. */
class VersionTest {
    @Test
    void every_command_prints_its_version() {
        for (var line : List.of(
                "",
                "serve",
                "trigger",
                "faults",
                "faults on",
                "clock",
                "log",
                "play",
                "conformance",
                "conformance verify",
                "sign",
                "explain")) {
            var command =
                    Stream.concat(Stream.of(line.split(" ")).filter(word -> !word.isEmpty()), Stream.of("--version"));
            var output = new StringWriter();
            var code = Main.commandLine().setOut(new PrintWriter(output, true)).execute(command.toArray(String[]::new));
            assertThat(code).as(line).isZero();
            assertThat(output.toString()).as(line).startsWith("OperatorKit simulator ");
        }
    }

    /** The list of commands shows the first line of each description. */
    @Test
    void the_first_line_of_a_description_is_a_whole_sentence() {
        assertThat(Main.commandLine().getSubcommands().values())
                .allSatisfy(command -> assertThat(
                                command.getCommandSpec().usageMessage().description()[0])
                        .endsWith("."));
    }

    @Test
    void faults_kinds_lists_every_kind() {
        var output = new StringWriter();
        assertThat(Main.commandLine().setOut(new PrintWriter(output, true)).execute("faults", "kinds"))
                .isZero();
        assertThat(output.toString())
                .contains("connection-reset", "stale-timestamp    the signed timestamp is six minutes old (6m)");
    }
}
