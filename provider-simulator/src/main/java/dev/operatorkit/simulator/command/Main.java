package dev.operatorkit.simulator.command;

import dev.operatorkit.conformance.command.ConformanceCommand;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.play.PlayCommand;
import dev.operatorkit.simulator.signing.ExplainCommand;
import dev.operatorkit.simulator.signing.SignCommand;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** Runs the simulator's command line. Each command is a class of its own. */
@Command(
        name = "simulator",
        description = "Simulates the game provider's service, to develop and certify operator integrations.",
        subcommands = {
            ServeCommand.class,
            TriggerCommand.class,
            FaultsCommand.class,
            ClockCommand.class,
            LogCommand.class,
            PlayCommand.class,
            ConformanceCommand.class,
            ClientConformanceCommand.class,
            DocsCommand.class,
            SignCommand.class,
            ExplainCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
public final class Main {
    /** Holds the logger, because java.util.logging loses the level of a logger that is garbage-collected. */
    private static final Logger HELIDON = Logger.getLogger("io.helidon");

    private Main() {}

    /** Runs a command and exits with its exit code: 2 on wrong usage. */
    public static void main(String[] args) {
        HELIDON.setLevel(Level.WARNING);
        // Poller threads as in Java 21 make single calls some 5 % faster than the virtual ones of later versions; under
        // load there is no difference.
        System.getProperties().putIfAbsent("jdk.pollerMode", "1");
        System.exit(commandLine().execute(args));
    }

    /** Returns the command line with all commands. */
    public static CommandLine commandLine() {
        var line = new CommandLine(new Main()).setDefaultValueProvider(new Environment());
        line.setUsageHelpAutoWidth(true);
        line.setParameterExceptionHandler(Main::refuse);
        line.setExecutionExceptionHandler(Main::failed);
        line.setExecutionStrategy(Main::run);
        addHelp(line);
        return line;
    }

    private static int run(ParseResult parsed) {
        var help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return help;
        }
        try {
            CurrencyCode.requireSettings();
        } catch (IllegalStateException e) {
            throw new ParameterException(parsed.commandSpec().commandLine(), String.valueOf(e.getMessage()), e);
        }
        return new RunLast().execute(parsed);
    }

    /** Prints what is wrong without the usage text, in which nobody would find it. */
    private static int refuse(ParameterException e, String... args) {
        var line = e.getCommandLine();
        line.getErr().println(e.getMessage());
        UnmatchedArgumentException.printSuggestions(e, line.getErr());
        line.getErr().println("See " + line.getCommandSpec().qualifiedName() + " --help.");
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static int failed(Exception e, CommandLine line, ParseResult parsed) throws Exception {
        if (e instanceof ExitCodeException failed) {
            line.getErr().println(failed.getMessage());
            return failed.exitCode();
        }
        throw e;
    }

    private static void addHelp(CommandLine line) {
        line.getCommandSpec().mixinStandardHelpOptions(true).versionProvider(new SimulatorVersion());
        line.getSubcommands().values().forEach(Main::addHelp);
    }

    /** Reads options from the environment: {@code --allow-source} from {@code SIMULATOR_ALLOW_SOURCE}. */
    private static final class Environment implements IDefaultValueProvider {
        @Override
        public @Nullable String defaultValue(ArgSpec argument) {
            if (argument instanceof OptionSpec option && !option.usageHelp() && !option.versionHelp()) {
                var name = option.longestName().replaceFirst("^--", "").replace('-', '_');
                return System.getenv("SIMULATOR_" + name.toUpperCase(Locale.ROOT));
            }
            return null;
        }
    }
}
