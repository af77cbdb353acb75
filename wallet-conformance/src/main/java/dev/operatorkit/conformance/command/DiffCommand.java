package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.report.ReportDiff;
import dev.operatorkit.conformance.report.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares two reports: {@code simulator conformance diff}. */
@Command(
        name = "diff",
        description = "Compares the reports of two runs; exits 1 when a case fails that did not fail before, or was not"
                + " judged.")
final class DiffCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Parameters(index = "0", paramLabel = "EARLIER", description = "A results.json or its folder.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    Path earlier;

    @Parameters(index = "1", paramLabel = "LATER", description = "A results.json or its folder.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    Path later;

    @Override
    public Integer call() {
        try {
            var diff = ReportDiff.of(earlier, later);
            var out = command.commandLine().getOut();
            for (var kind : ReportDiff.Kind.values()) {
                diff.of(kind)
                        .forEach(line -> out.println(
                                String.format("%-8s ", kind.name().toLowerCase(Locale.ROOT)) + VisibleText.line(line)));
            }
            out.println(diff.summary());
            out.flush();
            return diff.hasNewFailures() ? 1 : 0;
        } catch (IOException e) {
            throw new ParameterException(command.commandLine(), "The reports cannot be compared: " + e.getMessage(), e);
        }
    }
}
