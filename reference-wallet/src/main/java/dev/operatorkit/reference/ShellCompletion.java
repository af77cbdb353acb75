package dev.operatorkit.reference;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code wallet completion}: prints a script that completes the options in a shell. */
@Command(
        name = "completion",
        description = {
            "Prints a script that completes commands and options in bash and zsh. For this shell:",
            "  source <(bin/wallet completion)"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ShellCompletion implements Callable<Integer> {
    private static final List<String> SHELLS = List.of("bash", "zsh");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh. One script serves both.")
    @Nullable
    private String shell;

    @Override
    public Integer call() {
        if (shell != null && !SHELLS.contains(shell)) {
            throw new ParameterException(
                    command.commandLine(), "There is no completion for " + shell + ". Use bash or zsh.");
        }
        var root = command.root();
        var out = command.commandLine().getOut();
        out.print(AutoComplete.bash(root.name(), root.commandLine()));
        out.flush();
        return 0;
    }
}
