package dev.operatorkit.simulator.command;

import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints what is wrong about a command line, without the usage text, which would hide it. */
final class WrongUsage {
    private WrongUsage() {}

    /** Prints at most three lines and returns the exit code. */
    static int report(ParameterException e, String... arguments) {
        var line = e.getCommandLine();
        var err = line.getErr();
        err.println(message(e, arguments));
        UnmatchedArgumentException.printSuggestions(e, err);
        err.println("See " + line.getCommandSpec().qualifiedName() + " --help.");
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String message(ParameterException e, String... arguments) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched);
        }
        var message = String.valueOf(e.getMessage())
                .lines()
                .collect(Collectors.joining(" "))
                .replaceFirst(" \\(java\\..*", "."); // picocli names the exception of a conversion
        return e.getArgSpec() instanceof OptionSpec option && isFromEnvironment(option, arguments)
                ? message + " (from " + OptionEnvironment.variable(option) + " in the environment)"
                : message;
    }

    /** Names unknown options without their values: a value may be a secret (SIG-17). */
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

    private static boolean isFromEnvironment(OptionSpec option, String... arguments) {
        return System.getenv(OptionEnvironment.variable(option)) != null
                && Arrays.stream(arguments)
                        .map(word -> word.replaceFirst("=.*", ""))
                        .noneMatch(option.longestName()::equals);
    }
}
