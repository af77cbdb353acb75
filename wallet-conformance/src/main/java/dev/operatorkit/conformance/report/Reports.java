package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Writes all reports of a run into one folder. */
public final class Reports {
    private Reports() {}

    /** Returns the source by which a Content-Security-Policy allows the script of {@code report.html}. */
    public static String scriptSource() throws IOException {
        return HtmlReport.scriptSource();
    }

    /**
     * Creates the folder and removes an earlier report from it: if this run is stopped, nobody may take the certificate of the
     * earlier one for its own.
     */
    public static void prepare(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (var name : List.of(ResultsFile.NAME, JUnitReport.NAME, HtmlReport.NAME, Bundle.NAME)) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }

    /** Returns whether the folder has a bundle with a signature. */
    public static boolean hasSignedBundle(Path folder) throws IOException {
        var bundle = folder.resolve(Bundle.NAME);
        if (!Files.isRegularFile(bundle)) {
            return false;
        }
        try (var zip = new ZipFile(bundle.toFile())) {
            return zip.getEntry(Bundle.SIGNATURE) != null;
        }
    }

    /** Writes {@code report.html}, {@code results.json}, {@code junit.xml} and an unsigned {@code bundle.zip}. */
    public static void write(Path folder, SuiteResult outcome, TokenMask mask, ExpectedFailures expected)
            throws IOException {
        write(folder, outcome, mask, expected, null);
    }

    /** Writes the reports, and signs the bundle when a key is given. */
    public static void write(
            Path folder, SuiteResult outcome, TokenMask mask, ExpectedFailures expected, @Nullable PrivateKey key)
            throws IOException {
        Files.createDirectories(folder);
        var report = new RunReport(SuiteVersion.SUITE, MaskedRun.of(outcome, mask), expected);
        var files = report.files();
        for (var name : List.of(ResultsFile.NAME, JUnitReport.NAME, HtmlReport.NAME)) {
            Files.write(folder.resolve(name), Objects.requireNonNull(files.get(name)));
        }
        Files.write(folder.resolve(Bundle.NAME), Bundle.of(report, files, key));
    }
}
