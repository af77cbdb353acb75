package dev.operatorkit.simulator.command;

import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Adds {@code --no-color} to a command. */
final class ColourOption {
    private static final String MIXIN = "colour";

    @Option(
            names = "--no-color",
            description =
                    "Prints without colours. So do NO_COLOR=1 and TERM=dumb in the environment, and a pipe or file.")
    boolean off;

    /** Adds the option to a command. */
    static void addTo(CommandSpec command) {
        command.addMixin(MIXIN, CommandSpec.forAnnotatedObject(new ColourOption()));
    }

    /** Switches all colours off if one of the given commands has the option. */
    static void apply(ParseResult parsed) {
        for (var each : parsed.asCommandLineList()) {
            var mixin = each.getCommandSpec().mixins().get(MIXIN);
            if (mixin != null && mixin.userObject() instanceof ColourOption option && option.off) {
                root(each).setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
            }
        }
    }

    private static CommandLine root(CommandLine line) {
        return line.getCommandSpec().root().commandLine();
    }
}
