package dev.operatorkit.simulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Verifies that a command line with one command alone executes it as the one with all commands does. */
class NamedCommandTest {
    static Stream<String> commands() {
        return Main.commandLine().getSubcommands().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void a_named_command_is_the_only_one_and_behaves_as_among_all(String name) {
        var line = Main.commandLineFor(name, "--help");
        assertThat(line.getSubcommands()).containsOnlyKeys(name);
        assertThat(execute(line, name, "--help")).isEqualTo(execute(Main.commandLine(), name, "--help"));
        assertThat(execute(line, name, "--no-such-option"))
                .isEqualTo(execute(Main.commandLine(), name, "--no-such-option"));
    }

    /** The list of commands shows the first line of each description. */
    @ParameterizedTest
    @MethodSource("commands")
    void the_first_line_of_a_description_is_a_whole_sentence(String name) {
        var command = Objects.requireNonNull(Main.commandLine().getSubcommands().get(name));
        assertThat(command.getCommandSpec().usageMessage().description()[0]).endsWith(".");
    }

    static Stream<Arguments> subcommands() {
        return Main.commandLine().getSubcommands().entrySet().stream()
                .flatMap(command -> command.getValue().getSubcommands().keySet().stream()
                        .map(subcommand -> Arguments.of(command.getKey(), subcommand)));
    }

    @ParameterizedTest
    @MethodSource("subcommands")
    void a_named_subcommand_is_the_only_one_and_behaves_as_among_all(String command, String subcommand) {
        for (var option : List.of("--help", "--no-such-option")) {
            var line = Main.commandLineFor(command, subcommand, option);
            var parent = Objects.requireNonNull(line.getSubcommands().get(command));
            assertThat(parent.getSubcommands()).containsOnlyKeys(subcommand);
            assertThat(execute(line, command, subcommand, option))
                    .isEqualTo(execute(Main.commandLine(), command, subcommand, option));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--help", "--no-color serve", "no-such-command", "@arguments"})
    void every_other_first_word_finds_all_commands(String words) {
        var line = words.isEmpty() ? Main.commandLineFor() : Main.commandLineFor(words.split(" "));
        assertThat(line.getSubcommands()).containsOnlyKeys(commands().toArray(String[]::new));
    }

    private static String execute(CommandLine line, String... words) {
        var output = new StringWriter();
        var printer = new PrintWriter(output, true);
        var code = line.setOut(printer).setErr(printer).execute(words);
        return code + "\n" + output;
    }
}
