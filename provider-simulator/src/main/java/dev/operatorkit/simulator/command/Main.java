package dev.operatorkit.simulator.command;

import dev.operatorkit.conformance.command.ConformanceCommand;
import dev.operatorkit.conformance.terminal.Terminal;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.play.PlayCommand;
import dev.operatorkit.simulator.signing.ExplainCommand;
import dev.operatorkit.simulator.signing.SignCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;

/** Runs the simulator's command line. */
@Command(
        name = "simulator",
        description = "Simulates the game provider's service, to develop and certify operator integrations.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:success",
            "1:failure: the wallet refused, the game did not start, the settlement is queued, or the round is not open",
            "2:wrong usage",
            "3:no simulator responds, or it rejects the token",
            "130:stopped with Ctrl-C",
            "143:stopped with SIGTERM"
        },
        synopsisSubcommandLabel = "COMMAND")
public final class Main {
    /** Holds the logger, because java.util.logging loses the level of a logger that is garbage-collected. */
    private static final Logger HELIDON = Logger.getLogger("io.helidon");

    private static final List<Class<?>> COMMANDS = List.of(
            ServeCommand.class,
            TriggerCommand.class,
            FaultsCommand.class,
            ClockCommand.class,
            LogCommand.class,
            ConsoleCommand.class,
            PlayCommand.class,
            ConformanceCommand.class,
            ClientConformanceCommand.class,
            SignCommand.class,
            ExplainCommand.class,
            CompletionCommand.class);

    @Option(
            names = "--no-color",
            scope = ScopeType.INHERIT,
            description =
                    "Prints without colours. So do NO_COLOR=1 and TERM=dumb in the environment, and a pipe or file.")
    boolean isWithoutColours;

    private Main() {}

    /** Runs a command and exits with its exit code: 2 on wrong usage. */
    public static void main(String[] args) {
        HELIDON.setLevel(Level.WARNING);
        // Poller threads as in Java 21 make single calls some 5 % faster than the virtual ones of later versions; under
        // load there is no difference.
        System.getProperties().putIfAbsent("jdk.pollerMode", "1");
        System.exit(commandLine().execute(args));
    }

    public static CommandLine commandLine() {
        var main = new Main();
        var line = new CommandLine(main);
        COMMANDS.forEach(line::addSubcommand);
        line.setDefaultValueProvider(new OptionEnvironment());
        line.setColorScheme(Help.defaultColorScheme(Terminal.ansi()));
        line.setUsageHelpAutoWidth(true);
        line.setParameterExceptionHandler(WrongUsage::report);
        line.setExecutionExceptionHandler(Main::failed);
        line.setExecutionStrategy(main::run);
        addStandardOptions(line);
        return line;
    }

    private int run(ParseResult parsed) {
        if (isWithoutColours) {
            parsed.commandSpec().root().commandLine().setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
        }
        var help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return help;
        }
        requireValues(parsed);
        requireCandidates(parsed);
        try {
            CurrencyCode.requireSettings();
        } catch (IllegalStateException e) {
            throw new ParameterException(parsed.commandSpec().commandLine(), String.valueOf(e.getMessage()), e);
        }
        return new RunLast().execute(parsed);
    }

    /** Refuses an empty value, as after {@code --data "$UNSET"}. Only a query may be empty. */
    private static void requireValues(ParseResult parsed) {
        for (var each = parsed; each != null; each = each.subcommand()) {
            for (var option : each.matchedOptions()) {
                if (option.originalStringValues().contains("")
                        && !option.longestName().equals("--query")) {
                    throw new ParameterException(
                            option.command().commandLine(),
                            option.longestName() + " is empty. Give it a value, or leave it out.");
                }
            }
        }
    }

    /** Refuses what is not among the values that are completed, before a simulator is asked. */
    private static void requireCandidates(ParseResult parsed) {
        for (var each = parsed; each != null; each = each.subcommand()) {
            for (var argument : each.matchedArgs()) {
                if (argument.completionCandidates() == null) {
                    continue;
                }
                var known = new ArrayList<String>();
                argument.completionCandidates().forEach(known::add);
                for (var value : argument.originalStringValues()) {
                    if (known.stream().noneMatch(value.replace('_', '-')::equalsIgnoreCase)) {
                        throw new ParameterException(
                                each.commandSpec().commandLine(),
                                argument.paramLabel() + " must be one of " + String.join(", ", known) + ", not '"
                                        + value + "'.");
                    }
                }
            }
        }
    }

    private static int failed(Exception e, CommandLine line, ParseResult parsed) throws Exception {
        if (e instanceof IllegalArgumentException wrong) {
            return WrongUsage.report(new ParameterException(line, String.valueOf(wrong.getMessage()), wrong));
        }
        if (e instanceof ExitCodeException failed) {
            line.getErr().println(failed.getMessage());
            return failed.exitCode();
        }
        throw e;
    }

    private static void addStandardOptions(CommandLine line) {
        var version = Main.class.getPackage().getImplementationVersion();
        line.getCommandSpec()
                .mixinStandardHelpOptions(true)
                .version("OperatorKit simulator " + Objects.requireNonNullElse(version, "(not packaged)"));
        line.getSubcommands().values().forEach(Main::addStandardOptions);
    }
}
