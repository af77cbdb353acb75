package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.wire.SignedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/** Writes all reports of a run into one folder. */
public final class Reports {
    private Reports() {}

    /** Returns the source by which a Content-Security-Policy allows the script of {@code report.html}. */
    public static String scriptSource() throws IOException {
        return ReportPage.scriptSource();
    }

    /** Returns lines for a shell that send a request again, signed at that time, to a scheme and host. */
    public static String command(SignedRequest request, String origin) {
        return CurlLine.of(request, "", origin);
    }

    /**
     * Creates the folder and removes an earlier report from it: the certificate of the earlier run must not pass
     * for that of this run if it is stopped.
     */
    public static void prepare(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (var name : List.of(ResultsFile.NAME, JUnitReport.NAME, ReportPage.NAME, Bundle.NAME)) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }

    /** Writes the reports; the key of this user signs the bundle. */
    public static void write(Path folder, SuiteResult outcome, TokenMask mask, ExpectedFailures expected)
            throws IOException {
        write(folder, outcome, mask, expected, SigningKey.ofUser());
    }

    /** Writes {@code report.html}, {@code results.json}, {@code junit.xml} and a {@code bundle.zip} that this key signs. */
    public static void write(
            Path folder, SuiteResult outcome, TokenMask mask, ExpectedFailures expected, SigningKey key)
            throws IOException {
        var report = RunReport.of(outcome, expected, mask);
        var results = ResultsFile.tree(report);
        var environment = Bundle.environment();
        var files = new TreeMap<String, byte[]>();
        files.put(ResultsFile.NAME, ReportJson.write(results));
        files.put(JUnitReport.NAME, JUnitReport.content(report));
        files.put(ReportPage.NAME, ReportPage.content(report, results, environment));
        Files.createDirectories(folder);
        for (var file : files.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
        files.put(Bundle.ENVIRONMENT, ReportJson.write(environment));
        report.exchanges()
                .forEach((id, exchanges) -> files.put(ExchangeFile.name(id), ExchangeFile.content(exchanges)));
        Files.write(folder.resolve(Bundle.NAME), Bundle.of(results, files, key));
    }
}
