package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Excerpt;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.conformance.wire.Exchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes {@code report.html}, one page that needs no other file: {@code results.json} and what else the page shows are in it as JSON,
 * and its script shows them. The page allows no other script and no other style, also where a server shows it in a frame.
 */
final class ReportPage {
    static final String NAME = "report.html";

    /** A green run has megabytes of exchanges: the page has the first and the last of each case, and the bundle all. */
    private static final int FIRST = 3;

    private static final int LAST = 1;
    private static final int MAX_LENGTH = 1_000;

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");
    private static final Pattern CITED = Pattern.compile("(?<![\\w-])(?:[A-Z]{3}|D)-[0-9]{1,2}(?![\\w-])");
    private static final Pattern UNSAFE = Pattern.compile("[<\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\t\\n\\r]]");

    private ReportPage() {}

    static byte[] content(RunReport report, ObjectNode results, JsonNode environment) throws IOException {
        var run = report.run();
        var title = run.certificate().verdict().title()
                + Subject.of(run.plan()).words(": conformance of the wallet ")
                + run.wallet();
        var values = Map.of(
                "title", VisibleText.of(title).replace("&", "&amp;").replace("<", "&lt;"),
                "styleSource", InlineSource.of(resource("report.css")),
                "scriptSource", scriptSource(),
                "style", resource("report.css"),
                "script", resource("report.js"),
                "results", inline(ReportJson.write(results)),
                "context",
                        inline(ReportJson.writeLine(context(report, results, environment))
                                .getBytes(StandardCharsets.UTF_8)));
        return PLACEHOLDER
                .matcher(resource(NAME))
                .replaceAll(found -> Matcher.quoteReplacement(Objects.requireNonNull(values.get(found.group(1)))))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the source by which a Content-Security-Policy allows the script of the report and no other. */
    static String scriptSource() throws IOException {
        return InlineSource.of(resource("report.js"));
    }

    private static String resource(String name) throws IOException {
        try (var in = Objects.requireNonNull(ReportPage.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    /** Returns the same JSON without a character that would end its element or act on the text of the page. */
    private static String inline(byte[] json) {
        return UNSAFE.matcher(new String(json, StandardCharsets.UTF_8))
                .replaceAll(found -> Matcher.quoteReplacement(found.group()
                        .chars()
                        .mapToObj(unit -> String.format("\\u%04x", unit))
                        .collect(Collectors.joining())));
    }

    /** Returns what the page shows and {@code results.json} does not have. */
    private static ObjectNode context(RunReport report, ObjectNode results, JsonNode environment) {
        var run = report.run();
        var subject = Subject.of(run.plan());
        var context = ReportJson.object();
        context.put("subject", subject.key());
        var about = results.path("description");
        var version = about.path("walletVersion").asText();
        context.put("name", (about.path("walletName").asText() + " " + version).strip());
        context.set("environment", environment);
        context.put("outside", subject == Subject.WALLET ? outside(run.plan().cases()) : 0);
        var areas = context.putArray("areas");
        for (var group : subject.groups()) {
            var planned =
                    group.cases().stream().filter(run.plan().cases()::contains).toList();
            if (!planned.isEmpty()) {
                var area = areas.addObject().put("title", group.title());
                planned.forEach(each -> area.withArray("cases").add(each.id()));
            }
        }
        var notProvable = context.putObject("notProvable");
        subject.notProvable().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(rule -> notProvable.put(rule.getKey(), rule.getValue()));
        rules(context.putObject("rules"), subject, results);
        var exchanges = context.putObject("exchanges");
        var curl = context.putObject("curl");
        for (var result : run.results()) {
            if (result.verdict() == Verdict.FAILED) {
                curl(curl, report, result);
            } else {
                exchanges(exchanges, result, report.exchangesOf(result));
            }
        }
        var latencies = context.putArray("latencies");
        report.exchanges().values().stream()
                .flatMap(List::stream)
                .filter(each -> each.received().length > 0)
                .mapToLong(Exchange::micros)
                .sorted()
                .forEach(latencies::add);
        return context;
    }

    private static long outside(Collection<Case> planned) {
        return Plans.full().cases().stream()
                .filter(each -> !planned.contains(each))
                .count();
    }

    /** Adds the rules of the subject, those that results name, and those that the texts of all these rules name. */
    private static void rules(ObjectNode rules, Subject subject, ObjectNode results) {
        var ids = new LinkedHashSet<>(subject.rules().keySet());
        var texts = ReportJson.writeLine(results) + subject.notProvable() + subject.rules();
        for (var cited = cited(texts); ids.addAll(cited); cited = cited(texts)) {
            texts = cited.stream()
                    .map(id -> Rules.openPointOf(id) + " " + Rules.textOf(id))
                    .collect(Collectors.joining());
        }
        for (var id : ids) {
            var rule = rules.putObject(id).put("text", Rules.textOf(id));
            if (!Rules.openPointOf(id).isEmpty()) {
                rule.put("point", Rules.openPointOf(id));
            }
        }
    }

    private static Set<String> cited(String texts) {
        return CITED.matcher(texts)
                .results()
                .map(found -> found.group())
                .filter(id -> !Rules.textOf(id).isEmpty())
                .sorted(Rules::compare)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Adds how to repeat the exchange that shows a failure. */
    private static void curl(ObjectNode curl, RunReport report, CaseResult result) {
        var number = report.exchangeOfFailure(result);
        if (number > 0 && Subject.of(report.run().plan()) == Subject.WALLET) {
            var shown = report.exchangesOf(result).get(number - 1);
            curl.put(result.testCase().id(), CurlLine.of(shown, report.run().wallet()));
        }
    }

    private static void exchanges(ObjectNode exchanges, CaseResult result, List<Exchange> all) {
        var shown = IntStream.range(0, all.size())
                .filter(at -> at < FIRST || at >= all.size() - LAST)
                .mapToObj(all::get)
                .toList();
        for (var exchange : shown) {
            var node = ExchangeFile.node(exchange);
            node.remove(List.of("at", "literal", "offset", "misstatesLength"));
            for (var name : List.of("sent", "received")) {
                var text = node.path(name).asText();
                if (text.length() > MAX_LENGTH) {
                    node.put(name, Excerpt.of(text, MAX_LENGTH) + " (" + text.length() + " characters)");
                }
            }
            exchanges.withArray(result.testCase().id()).add(node);
        }
    }
}
