package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.report.ReportDiff;
import dev.operatorkit.conformance.report.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
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
            diff.newlyFailing().forEach(line -> out.println("broken   " + VisibleText.line(line)));
            diff.firstFailing().forEach(line -> out.println("failed   " + VisibleText.line(line)));
            diff.fixed().forEach(line -> out.println("fixed    " + VisibleText.line(line)));
            diff.unjudged().forEach(line -> out.println("unjudged " + VisibleText.line(line)));
            diff.changed().forEach(line -> out.println("changed  " + VisibleText.line(line)));
            var notRun = diff.describeNotRun();
            out.println(diff.newlyFailing().size() + " broken, "
                    + (diff.firstFailing().isEmpty()
                            ? ""
                            : diff.firstFailing().size() + " failed and not judged before, ")
                    + diff.fixed().size() + " fixed, "
                    + diff.changed().size() + " changed" + (notRun.isEmpty() ? "" : ", " + notRun));
            out.flush();
            return diff.hasNewFailures() ? 1 : 0;
        } catch (IOException e) {
            throw new ParameterException(command.commandLine(), "The reports cannot be compared: " + e.getMessage(), e);
        }
    }
}
