package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.ExpectedFailures;
import dev.operatorkit.conformance.SuiteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes all reports of a run into one folder. */
public final class Reports {
    private Reports() {}

    /** Writes {@code report.html}, {@code results.json} and {@code junit.xml}. */
    public static void write(Path folder, SuiteResult outcome, TokenMask mask, ExpectedFailures expected)
            throws IOException {
        Files.createDirectories(folder);
        ResultsFile.write(folder.resolve(ResultsFile.NAME), outcome, mask, expected);
        JUnitReport.write(folder.resolve("junit.xml"), outcome, mask, expected);
        HtmlReport.write(folder.resolve("report.html"), outcome, mask, expected);
    }
}
