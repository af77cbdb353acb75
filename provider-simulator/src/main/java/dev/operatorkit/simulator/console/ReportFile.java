package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.report.Reports;
import io.helidon.common.media.type.MediaType;
import io.helidon.common.media.type.MediaTypes;
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
        response.headers().contentType(mediaType(name));
        response.header(
                PageRenderer.POLICY, PageRenderer.OWN_RESOURCES_ONLY + "; script-src " + Reports.scriptSource());
        response.send(Files.readAllBytes(folder.resolve(name)));
    }

    private static MediaType mediaType(String name) {
        return name.endsWith(".html")
                ? MediaTypes.TEXT_HTML
                : name.endsWith(".zip") ? MediaTypes.create("application/zip") : MediaTypes.TEXT_PLAIN;
    }
}
