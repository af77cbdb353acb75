package dev.operatorkit.simulator.command;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Reads options from the environment: {@code --allow-source} from {@code SIMULATOR_ALLOW_SOURCE}. */
final class OptionEnvironment implements IDefaultValueProvider {
    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        return argument instanceof OptionSpec option && !option.usageHelp() && !option.versionHelp()
                ? System.getenv(variable(option))
                : null;
    }

    /** Returns the name of the variable that sets an option. */
    static String variable(OptionSpec option) {
        var name = option.longestName().replaceFirst("^--", "").replace('-', '_');
        return "SIMULATOR_" + name.toUpperCase(Locale.ROOT);
    }
}
