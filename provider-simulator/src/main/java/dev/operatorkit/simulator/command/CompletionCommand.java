package dev.operatorkit.simulator.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code simulator completion}: prints a script that completes the commands in a shell. */
@Command(
        name = "completion",
        description = {
            "Prints a script that completes commands, options and values in bash and zsh.",
            "For this shell:",
            "  source <(bin/simulator completion)"
        })
final class CompletionCommand implements Callable<Integer> {
    private static final List<String> SHELLS = List.of("bash", "zsh");

    @Spec
    CommandSpec command;

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh. One script serves both.")
    @Nullable
    String shell;

    @Override
    public Integer call() {
        if (shell != null && !SHELLS.contains(shell)) {
            throw new ParameterException(
                    command.commandLine(), "There is no completion for " + shell + ". Use bash or zsh.");
        }
        // The command line that executes this one may know no other command.
        var all = Main.commandLine();
        var out = command.commandLine().getOut();
        out.print(AutoComplete.bash(all.getCommandName(), all));
        out.flush();
        return 0;
    }
}
