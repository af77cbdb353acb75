package dev.operatorkit.reference;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints one sentence about a wrong command line, without the usage text, which would hide it. */
final class UsageErrors implements IParameterExceptionHandler {
    private final Map<String, String> environment;

    UsageErrors(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Names the one option whose empty value means something: callbacks at the root of the server. */
    private static final String PREFIX = "--prefix";

    /** Runs a command unless an option has an empty value, as after {@code --db "$UNSET"}. */
    static int run(ParseResult parsed) {
        for (var each = parsed; each != null; each = each.subcommand()) {
            for (var option : each.matchedOptions()) {
                if (option.originalStringValues().contains("")
                        && !option.longestName().equals(PREFIX)) {
                    throw new ParameterException(
                            option.command().commandLine(),
                            option.longestName() + " is empty. Give it a value, or leave it out.");
                }
            }
        }
        return new RunLast().execute(parsed);
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        var line = e.getCommandLine();
        var err = line.getErr();
        err.println("wallet: " + message(e, arguments));
        UnmatchedArgumentException.printSuggestions(e, err);
        err.println("See " + line.getCommandSpec().qualifiedName() + " --help.");
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    private String message(ParameterException e, String... arguments) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched);
        }
        var message = String.valueOf(e.getMessage()).lines().collect(Collectors.joining(" "));
        return e.getArgSpec() instanceof OptionSpec option && isFromEnvironment(option, arguments)
                ? message + " (from " + variable(option) + " in the environment)"
                : message;
    }

    /** Names unknown options without the text after them, which may be a secret (SIG-17). */
    private static String unmatched(UnmatchedArgumentException e) {
        var options = e.getUnmatched().stream()
                .filter(word -> word.startsWith("-"))
                .map(word -> "'" + word.replaceFirst("=.*", "") + "'")
                .toList();
        return switch (options.size()) {
            case 0 -> String.valueOf(e.getMessage());
            case 1 -> "Unknown option: " + options.getFirst();
            default -> "Unknown options: " + String.join(", ", options);
        };
    }

    private boolean isFromEnvironment(OptionSpec option, String... arguments) {
        return environment.containsKey(variable(option))
                && Arrays.stream(arguments)
                        .map(word -> word.replaceFirst("=.*", ""))
                        .noneMatch(option.longestName()::equals);
    }

    /** Returns the name of the variable that sets an option: {@code WALLET_DEMO_PLAYERS} for {@code --demo-players}. */
    static String variable(OptionSpec option) {
        return "WALLET_"
                + option.longestName().substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
