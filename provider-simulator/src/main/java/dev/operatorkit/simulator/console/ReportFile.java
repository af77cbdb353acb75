package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.report.Reports;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Sends the files of a report. */
final class ReportFile {
    /** Lists the files of every report. */
    static final List<String> NAMES = List.of("report.html", "results.json", "junit.xml", "bundle.zip");

    private ReportFile() {}

    /** Sends a file from the folder of a run, once the run is over. */
    static void send(ServerResponse response, boolean isOver, Path folder, String name) throws IOException {
        if (!isOver) {
            throw new IllegalArgumentException("The report is not written yet. Open it when the run is over.");
        }
        if (!Files.exists(folder.resolve(name))) {
            throw new IllegalArgumentException("The file " + folder.resolve(name) + " does not exist any more.");
        }
        response.header(HeaderNames.CONTENT_TYPE, mediaType(name));
        // The lengths of its bars are styles within elements, and a report of an earlier version has other styles.
        response.header(
                PageRenderer.POLICY,
                PageRenderer.OWN_RESOURCES_ONLY + "; style-src 'unsafe-inline'; script-src " + Reports.scriptSource());
        response.send(Files.readAllBytes(folder.resolve(name)));
    }

    private static String mediaType(String name) {
        return name.endsWith(".html")
                ? "text/html; charset=utf-8"
                : name.endsWith(".zip") ? "application/zip" : "text/plain; charset=utf-8";
    }
}
