package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.SuiteResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Writes {@code report.html}, one file that needs no other, to be read, printed and filed. The first page is for readers who
 * decide, the rest for developers.
 */
final class HtmlReport {
    static final String NAME = "report.html";

    private HtmlReport() {}

    static byte[] content(RunReport report, byte[] results) throws IOException {
        var html = new Html();
        var run = report.run();
        new SummarySection(html, report).write(Sha256.of(results));
        new CaseSection(html, run, report.expected()).write();
        new ObservationSection(html, run).write();
        new RuleSection(html, run).write();
        if (Subject.of(run.plan()) == Subject.WALLET) {
            html.open("section", "id", "latencies").element("h2", "Latencies");
            new LatencyChart(html).write(run.results());
            html.close("section");
        }
        return resource("report.html")
                .replace("{{title}}", new Html().plain(title(run)).toString())
                .replace("{{scriptSource}}", scriptSource())
                .replace("{{style}}", resource("report.css"))
                .replace("{{script}}", resource("report.js"))
                .replace("{{content}}", html.toString())
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String title(SuiteResult run) {
        return run.certificate().verdict().title() + ": conformance of " + run.wallet();
    }

    /** Returns the source by which a Content-Security-Policy allows the script of the report and no other. */
    static String scriptSource() throws IOException {
        return InlineSource.of(resource("report.js"));
    }

    private static String resource(String name) throws IOException {
        try (var in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
