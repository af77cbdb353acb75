package dev.operatorkit.conformance.options;

import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.SigningKeys;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.suite.Case;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Holds the options that say which reports are written, and which failures they count. */
public final class ReportOptions {
    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Writes report.html, results.json, junit.xml and bundle.zip into this folder.")
    @Nullable
    Path folder;

    @Option(
            names = "--sign-key",
            paramLabel = "FILE",
            description = "Signs bundle.zip with this Ed25519 private key (PEM); see conformance verify.")
    @Nullable
    Path signKey;

    @Option(
            names = "--expected-failures",
            paramLabel = "FILE",
            description = "Lists what is known to fail, one id or glob per line; it does not count for the exit code.")
    @Nullable
    Path expectedFailures;

    /** Creates the options; picocli sets them. */
    public ReportOptions() {}

    /** Returns the folder of the reports, if they are written. */
    public Optional<Path> folder() {
        return Optional.ofNullable(folder);
    }

    /** Writes the reports into this folder, whatever the options say. */
    public void writeInto(Path other) {
        folder = other;
    }

    /** Returns the key that signs the bundle, or null. */
    public @Nullable PrivateKey key() throws IOException {
        return signKey == null ? null : SigningKeys.privateKey(signKey);
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

    /** Writes the reports of a run, if they are wanted. */
    public void write(SuiteResult outcome, TokenMask mask, ExpectedFailures expected, @Nullable PrivateKey key)
            throws IOException {
        if (folder != null) {
            Reports.write(folder, outcome, mask, expected, key);
        }
    }
}
