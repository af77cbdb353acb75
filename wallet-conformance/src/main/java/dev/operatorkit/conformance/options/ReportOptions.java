package dev.operatorkit.conformance.options;

import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.SigningKey;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.Certificate;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.suite.Case;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the options that say which reports are written, and which failures they count. */
public final class ReportOptions {
    /** The exit code of a run in which a case failed. */
    private static final int FAILED = 1;

    /** The exit code of a run that did not try its whole plan. */
    public static final int INCOMPLETE = 3;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Writes report.html, results.json, junit.xml and bundle.zip into this folder.")
    @Nullable
    Path folder;

    @Option(
            names = {"--sign-key", "--key"},
            paramLabel = "FILE",
            description =
                    "Signs bundle.zip with this Ed25519 private key (PEM); see conformance verify. Default: the key"
                            + " of this user, which is made at its first use.")
    @Nullable
    Path signKey;

    @Option(
            names = "--expected-failures",
            paramLabel = "FILE",
            description = "Lists what is known to fail, one id or glob per line; it does not count for the exit code.")
    @Nullable
    Path expectedFailures;

    private boolean acceptsIncomplete;

    /** Creates the options; picocli sets them. */
    public ReportOptions() {}

    @Option(
            names = "--accept",
            paramLabel = "VERDICT",
            description = "With incomplete, the exit code of a run that tried a part of its plan is 0 instead of 3.")
    void accept(String verdict) {
        if (!verdict.equals("incomplete")) {
            throw new ParameterException(
                    command.commandLine(), "--accept takes the verdict incomplete and no other, not " + verdict + ".");
        }
        acceptsIncomplete = true;
    }

    /**
     * Returns the exit code of a run: 1 after a failure that is not expected, 3 when part of the plan was not tried and that is not
     * accepted, when the run did not complete, or when no case could be tried, and otherwise 0.
     */
    public int exitCode(SuiteResult outcome, ExpectedFailures expected) {
        if (outcome.failed().stream()
                .anyMatch(each -> !expected.covers(each.testCase().id()))) {
            return FAILED;
        }
        return Certificate.isEnough(outcome, acceptsIncomplete) ? 0 : INCOMPLETE;
    }

    /** Returns the key that signs the bundle, or null without a report; prints where it is when it is made. */
    public @Nullable SigningKey key() throws IOException {
        if (folder == null) {
            return null;
        }
        var key = signKey == null ? SigningKey.ofUser() : SigningKey.in(signKey);
        if (!key.note().isEmpty()) {
            print(key.note());
        }
        return key;
    }

    /** Returns the failures of these cases that are known. */
    public ExpectedFailures expected(List<Case> cases) throws IOException {
        return expectedFailures == null ? ExpectedFailures.none() : ExpectedFailures.in(expectedFailures, cases);
    }

    /** Removes an earlier report before the run, whose results would be lost if the report could not be written. */
    public void prepare() throws IOException {
        if (folder != null) {
            Reports.prepare(folder);
        }
    }

    /** Writes the reports of a run, if they are wanted, and prints which key signed the bundle. */
    public void write(SuiteResult outcome, TokenMask mask, ExpectedFailures expected, @Nullable SigningKey key)
            throws IOException {
        if (folder != null && key != null) {
            Reports.write(folder, outcome, mask, expected, key);
            print("Signed " + folder.resolve("bundle.zip") + " with the key " + key + ".");
        }
    }

    private void print(String line) {
        command.commandLine().getOut().println(line);
        command.commandLine().getOut().flush();
    }
}
