package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.CaseResult;
import dev.operatorkit.conformance.Cause;
import dev.operatorkit.conformance.ExpectedFailures;
import dev.operatorkit.conformance.Observation;
import dev.operatorkit.conformance.Plan;
import dev.operatorkit.conformance.ResumedRun;
import dev.operatorkit.conformance.Rules;
import dev.operatorkit.conformance.SuiteResult;
import dev.operatorkit.conformance.Verdict;
import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.wire.Exchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** Writes {@code report.html}, one file that needs no other, to be read, printed and filed. */
final class HtmlReport {
    static final String NAME = "report.html";

    private static final int LONGEST = 4000;
    private static final int SHOWN = 30;

    private final SuiteResult outcome;
    private final TokenMask mask;
    private final ExpectedFailures expected;
    private final String resultsHash;
    private final StringBuilder html = new StringBuilder();

    private HtmlReport(SuiteResult outcome, TokenMask mask, ExpectedFailures expected, String resultsHash) {
        this.outcome = outcome;
        this.mask = mask;
        this.expected = expected;
        this.resultsHash = resultsHash;
    }

    static byte[] content(SuiteResult outcome, TokenMask mask, ExpectedFailures expected, byte[] results)
            throws IOException {
        return new HtmlReport(outcome, mask, expected, Sha256.of(results))
                .render()
                .getBytes(StandardCharsets.UTF_8);
    }

    private String render() throws IOException {
        html.append("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Conformance of ")
                .append(text(outcome.wallet()))
                .append("</title><meta name=\"viewport\" content=\"width=device-width\"><style>")
                .append(resource("report.css"))
                .append("</style></head><body><main>");
        summary();
        coverage();
        untested();
        html.append("<section><h2>Latencies</h2>")
                .append(LatencyChart.of(outcome.results()))
                .append("</section>");
        for (var group : CaseCatalogue.groups()) {
            var ran = outcome.results().stream()
                    .filter(r -> group.cases().contains(r.testCase()))
                    .toList();
            if (!ran.isEmpty()) {
                html.append("<section><h2>").append(text(group.title())).append("</h2>");
                ran.forEach(this::one);
                html.append("</section>");
            }
        }
        annex();
        return html.append("</main></body></html>\n").toString();
    }

    private void summary() {
        var failed = outcome.failed().size();
        var certificate = outcome.certificate();
        html.append("<header><h1>Wallet conformance</h1><p class=\"wallet\">")
                .append(text(outcome.wallet()))
                .append("</p><p class=\"verdict ")
                .append(certificate.verdict())
                .append("\"><b>")
                .append(certificate.verdict().title())
                .append("</b> for the plan ")
                .append(outcome.plan())
                .append("</p>");
        if (!certificate.reasons().isEmpty()) {
            html.append("<ul class=\"reasons\">");
            certificate
                    .reasons()
                    .forEach(reason ->
                            html.append("<li>").append(text(mask.of(reason))).append("</li>"));
            html.append("</ul>");
        }
        html.append("<dl class=\"counts\">");
        outcome.summary()
                .forEach((verdict, count) -> html.append("<div class=\"")
                        .append(verdict)
                        .append("\"><dt>")
                        .append(verdict.name().toLowerCase(Locale.ROOT))
                        .append("</dt><dd>")
                        .append(count)
                        .append("</dd></div>"));
        html.append("</dl><table class=\"facts\">");
        var description = outcome.description();
        given("Wallet", (description.walletName() + " " + description.walletVersion()).strip());
        given("Environment", description.environment());
        given("Tested by", description.tester());
        fact("Suite", SuiteVersion.SUITE);
        fact("Specification", Plan.SPECIFICATION);
        fact(
                "Plan",
                outcome.plan() + ", " + outcome.plan().cases().size() + " cases, SHA-256 "
                        + outcome.plan().hash());
        fact(
                "Started",
                outcome.started().truncatedTo(ChronoUnit.SECONDS) + ", took "
                        + String.format(Locale.ROOT, "%.1f s", outcome.millis() / 1000.0));
        fact("Players", String.join(", ", outcome.players()));
        fact(
                "Options",
                outcome.options().entrySet().stream()
                        .map(option -> option.getKey() + " " + option.getValue())
                        .collect(Collectors.joining(", ")));
        for (var waiver : outcome.waivers().all()) {
            fact("Waiver", waiver.cases() + " until " + waiver.until() + ": " + waiver.reason());
        }
        fact("Results", "SHA-256 of results.json " + resultsHash);
        var unreturned = outcome.results().stream()
                .map(CaseResult::unreturnedBalance)
                .filter(u -> !u.isEmpty())
                .toList();
        if (!unreturned.isEmpty()) {
            fact("Not restored", String.join("; ", unreturned));
        }
        html.append("</table>");
        if (failed > 0) {
            html.append("<h2>Causes</h2><ol class=\"failures\">");
            outcome.causes().forEach(this::cause);
            html.append("</ol>");
        }
        html.append("</header>");
    }

    private void cause(Cause cause) {
        html.append("<li><b>")
                .append(cause.rule())
                .append("</b> ")
                .append(text(mask.of(String.valueOf(cause.failure().getMessage()))))
                .append("<br><small>")
                .append(text(Rules.textOf(cause.rule())))
                .append("</small><br>");
        links(cause.failed().size() == 1 ? "fails" : "fail", cause.failed());
        links(cause.blocked().size() == 1 ? "was not run" : "were not run", cause.blocked());
        html.append("</li>");
    }

    private void links(String what, List<CaseResult> results) {
        if (!results.isEmpty()) {
            html.append("<small>")
                    .append(results.size())
                    .append(results.size() == 1 ? " case " : " cases ")
                    .append(what)
                    .append(": ")
                    .append(results.stream()
                            .map(each -> "<a href=\"#" + each.testCase().id() + "\">"
                                    + each.testCase().id() + "</a>")
                            .collect(Collectors.joining(", ")))
                    .append("</small> ");
        }
    }

    private void given(String name, String value) {
        if (!value.isEmpty()) {
            fact(name, value);
        }
    }

    private void fact(String name, String value) {
        html.append("<tr><th>")
                .append(name)
                .append("</th><td>")
                .append(text(mask.of(value)))
                .append("</td></tr>");
    }

    /** A case that fails proves one rule broken, and says nothing about the others that it would have checked. */
    private static boolean isBrokenBy(CaseResult result, String rule) {
        var failure = result.failure();
        return failure != null && failure.rule().equals(rule);
    }

    private void coverage() {
        html.append("<section><h2>Coverage by rule</h2><table class=\"rules\"><tr><th>Rule</th><th>In"
                + " words</th><th>Cases</th></tr>");
        Rules.operatorRules().forEach((id, words) -> {
            var about = outcome.results().stream()
                    .filter(r -> r.testCase().rules().contains(id) || isBrokenBy(r, id))
                    .toList();
            html.append("<tr><th>").append(id).append("</th><td>").append(text(words));
            var reason = Rules.notProvable().get(id);
            if (reason != null) {
                html.append("<br><em>").append(text(reason)).append("</em>");
            }
            html.append("</td><td class=\"marks\">");
            about.forEach(r -> html.append("<a class=\"mark ")
                    .append(r.failure() == null || isBrokenBy(r, id) ? r.verdict() : "UNJUDGED")
                    .append("\" href=\"#")
                    .append(r.testCase().id())
                    .append("\" title=\"")
                    .append(r.testCase().id())
                    .append(": ")
                    .append(r.verdict())
                    .append("\"></a>"));
            html.append("</td></tr>");
        });
        html.append("</table></section>");
    }

    private void untested() {
        var untested = Plans.untested(outcome.plan());
        if (!untested.isEmpty()) {
            html.append("<section><h2>Not tested</h2><p>No single run can try these cases. Each ")
                    .append(ResumedRun.HOW_TO_ENABLE)
                    .append(".</p><ul>");
            untested.forEach(each -> html.append("<li><code>")
                    .append(each.id())
                    .append("</code> ")
                    .append(text(each.title()))
                    .append("</li>"));
            html.append("</ul></section>");
        }
    }

    private void one(CaseResult result) {
        var failed = result.verdict() == Verdict.FAILED;
        html.append("<details class=\"case ")
                .append(result.verdict())
                .append("\" id=\"")
                .append(result.testCase().id())
                .append(failed ? "\" open>" : "\">")
                .append("<summary><b>")
                .append(result.verdict())
                .append(failed && expected.covers(result.testCase().id()) ? " (expected)" : "")
                .append(outcome.waiverOf(result).isPresent() ? " (waived)" : "")
                .append("</b> <code>")
                .append(result.testCase().id())
                .append("</code> ")
                .append(text(result.testCase().title()))
                .append(" <small>")
                .append(String.join(" ", result.testCase().rules()))
                .append(" · ")
                .append(result.millis())
                .append(" ms</small></summary>");
        if (result.failure() != null) {
            failure(result);
        } else if (!result.detail().isEmpty()) {
            html.append("<p>").append(text(mask.of(result.detail()))).append("</p>");
        }
        var exchanges = result.exchanges();
        var middle = exchanges.size() - 2 * SHOWN;
        for (var i = 0; i < exchanges.size(); i++) {
            if (middle <= 0 || i < SHOWN || i >= exchanges.size() - SHOWN) {
                exchange(exchanges.get(i));
            } else if (i == SHOWN) {
                html.append("<p>").append(middle).append(" more exchanges are in bundle.zip.</p>");
            }
        }
        html.append("</details>");
    }

    private void failure(CaseResult result) {
        var failure = Objects.requireNonNull(result.failure());
        html.append("<dl class=\"failure\">");
        term("Rule", failure.rule() + ": " + Rules.textOf(failure.rule()));
        term("Expected", failure.expected());
        term("Actual", failure.actual());
        if (!failure.hint().isEmpty()) {
            term("Hint", failure.hint());
        }
        html.append("</dl>");
        var shown = failure.exchange();
        if (shown != null) {
            html.append("<p>The exchange that shows the failure. To repeat it, put the secret into"
                            + " <code>secret.txt</code> and the token into the variable"
                            + " <code>TOKEN</code>:</p><pre class=\"curl\">")
                    .append(text(CurlLine.of(shown.request(), outcome.wallet(), mask)))
                    .append("</pre>");
            exchange(shown);
        }
    }

    private void term(String name, String words) {
        html.append("<dt>")
                .append(name)
                .append("</dt><dd>")
                .append(text(mask.of(words)))
                .append("</dd>");
    }

    private void exchange(Exchange exchange) {
        var answer = shown(exchange.received());
        html.append("<details class=\"exchange\"><summary>")
                .append(text(mask.of(
                        exchange.request().method() + " " + exchange.request().target())))
                .append(" → ")
                .append(text(answer.lines().findFirst().orElse("no response")))
                .append(" <small>")
                .append(String.format(Locale.ROOT, "%.1f ms", exchange.micros() / 1000.0))
                .append("</small></summary><pre>")
                .append(text(mask.of(shown(exchange.sent()))))
                .append("</pre><pre>")
                .append(text(mask.of(answer)))
                .append("</pre>");
        if (!exchange.note().isEmpty()) {
            html.append("<p>").append(text(mask.of(exchange.note()))).append("</p>");
        }
        if (exchange.sent().length <= LONGEST) {
            html.append("<pre class=\"curl\">")
                    .append(text(CurlLine.of(exchange.request(), outcome.wallet(), mask)))
                    .append("</pre>");
        }
        html.append("</details>");
    }

    private void annex() {
        var observed = outcome.results().stream()
                .filter(r -> !r.observations().isEmpty())
                .toList();
        html.append("<section><h2>Annex: what the specification leaves open</h2><p>Nothing here counts against the"
                + " wallet.</p><table class=\"rules\"><tr><th>Point</th><th>What the wallet does</th><th>What"
                + " OperatorKit recommends</th></tr>");
        observed.stream()
                .flatMap(r -> r.observations().stream())
                .distinct()
                .sorted(Comparator.comparing(Observation::decision, HtmlReport::byNumber))
                .forEach(o -> html.append("<tr><th>")
                        .append(o.decision())
                        .append("</th><td>")
                        .append(text(mask.of(o.seen())))
                        .append("</td><td>")
                        .append(text(o.recommended()))
                        .append("</td></tr>"));
        html.append("</table></section>");
    }

    private static int byNumber(String one, String two) {
        var kind = one.replaceAll("[0-9]", "").compareTo(two.replaceAll("[0-9]", ""));
        return kind != 0 ? kind : Integer.compare(number(one), number(two));
    }

    private static int number(String id) {
        return Integer.parseInt(id.replaceAll("[^0-9]", ""));
    }

    private static String shown(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.UTF_8);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "… (" + bytes.length + " bytes)";
    }

    private static String text(String raw) {
        return raw.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f]", "\uFFFD");
    }

    private static String resource(String name) throws IOException {
        try (var in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
