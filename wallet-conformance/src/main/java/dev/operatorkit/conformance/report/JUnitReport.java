package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.RerunSummary;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Observation.Agreement;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.ResumedRun;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.conformance.wire.Exchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes {@code junit.xml} for build servers. A group is a class, an expected failure is a skipped test. */
final class JUnitReport {
    static final String NAME = "junit.xml";

    /** The exchanges that are shown when no single one shows the failure; bundle.zip has all of them. */
    private static final int LAST = 8;

    private static final int LONGEST = 20_000;

    private JUnitReport() {}

    static byte[] content(RunReport report) throws IOException {
        var outcome = report.run();
        var expected = report.expected();
        try (var out = new ByteArrayOutputStream()) {
            var xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, "UTF-8");
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", report.suite());
            xml.writeAttribute("tests", Integer.toString(outcome.results().size()));
            xml.writeAttribute(
                    "failures",
                    Long.toString(outcome.failed().stream()
                            .filter(r -> !expected.covers(r.testCase().id()))
                            .count()));
            xml.writeAttribute(
                    "skipped",
                    Long.toString(outcome.results().stream()
                            .filter(r -> isSkipped(r, expected))
                            .count()));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute("time", seconds(outcome.millis()));
            properties(xml, outcome);
            for (var group : Subject.of(outcome.plan()).groups()) {
                for (var result : outcome.results()) {
                    if (group.cases().contains(result.testCase())) {
                        one(xml, group.title(), result, expected);
                    }
                }
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
            return out.toByteArray();
        } catch (XMLStreamException e) {
            throw new IOException("cannot write " + NAME, e);
        }
    }

    private static void properties(XMLStreamWriter xml, SuiteResult outcome) throws XMLStreamException {
        var texts = new LinkedHashMap<String, String>();
        texts.put("verdict", outcome.certificate().verdict().name());
        texts.put("reasons", String.join(" ", outcome.certificate().reasons()));
        texts.put("specification", Plan.SPECIFICATION);
        texts.put("planVersion", outcome.plan().version());
        texts.put("planSha256", outcome.plan().hash());
        var untested = Plans.untested(outcome.plan()).stream().map(Case::id).toList();
        if (!untested.isEmpty()) {
            texts.put("notTested", String.join(" ", untested) + ": " + ResumedRun.HOW_TO_ENABLE);
        }
        if (!outcome.reruns().isEmpty()) {
            texts.put(
                    "reruns",
                    String.join(
                            " ",
                            outcome.reruns().stream()
                                    .map(RerunSummary::describe)
                                    .toList()));
        }
        texts.putAll(outcome.options());
        for (var verdict : Verdict.values()) {
            texts.put("legend " + verdict.name(), Subject.of(outcome.plan()).words(verdict.meaning()));
        }
        for (var agreement : Agreement.values()) {
            texts.put("legend " + agreement.title(), agreement.meaning());
        }
        texts.putAll(outcome.description().given());
        xml.writeStartElement("properties");
        for (var text : texts.entrySet()) {
            xml.writeEmptyElement("property");
            xml.writeAttribute("name", legal(text.getKey()));
            xml.writeAttribute("value", legal(text.getValue()));
        }
        for (var waiver : outcome.waivers().all()) {
            xml.writeEmptyElement("property");
            xml.writeAttribute("name", "waiver " + waiver.cases());
            xml.writeAttribute(
                    "value",
                    legal("until " + waiver.until() + (outcome.isExpired(waiver) ? " (expired)" : "") + ": "
                            + waiver.reason()));
        }
        xml.writeEndElement();
    }

    private static boolean isSkipped(CaseResult result, ExpectedFailures expected) {
        return result.verdict() == Verdict.SKIPPED
                || (result.verdict() == Verdict.FAILED
                        && expected.covers(result.testCase().id()));
    }

    private static void one(XMLStreamWriter xml, String group, CaseResult result, ExpectedFailures expected)
            throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "conformance." + group);
        xml.writeAttribute("name", result.testCase().id());
        xml.writeAttribute("time", seconds(result.millis()));
        var detail = legal(result.detail());
        if (isSkipped(result, expected)) {
            xml.writeEmptyElement("skipped");
            xml.writeAttribute("message", result.verdict() == Verdict.SKIPPED ? detail : "expected failure: " + detail);
        } else if (result.verdict() == Verdict.FAILED) {
            xml.writeStartElement("failure");
            xml.writeAttribute("message", detail);
            xml.writeCharacters(legal(explanation(result)));
            xml.writeEndElement();
        } else if (!result.observations().isEmpty()) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(legal(explanation(result.observations())));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String explanation(CaseResult result) {
        var failure = Objects.requireNonNull(result.failure());
        var text = new StringBuilder(result.testCase().title()).append('\n');
        line(text, "rule", failure.rule() + " " + Rules.textOf(failure.rule()));
        line(text, "expected", failure.expected());
        line(text, "actual", failure.actual());
        failure.chain().ifPresent(chain -> line(text, "movements", chain.describe()));
        line(text, "hint", failure.advice());
        var shown = failure.exchange();
        var exchanges = shown == null ? result.exchanges() : List.of(shown);
        exchanges.stream().skip(Math.max(0, exchanges.size() - LAST)).forEach(each -> exchange(text, each));
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String words) {
        text.append(name).append(": ").append(words).append('\n');
    }

    private static void exchange(StringBuilder text, Exchange exchange) {
        text.append("\n> ").append(shown(exchange.sent()).replace("\n", "\n> ")).append('\n');
        var received = shown(exchange.received());
        text.append("\n< ")
                .append(received.isEmpty() ? "no response" : received.replace("\n", "\n< "))
                .append('\n');
    }

    private static String shown(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.UTF_8).strip();
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "… (" + bytes.length + " bytes)";
    }

    private static String explanation(List<Observation> observations) {
        var text = new StringBuilder();
        observations.stream().distinct().forEach(each -> {
            line(text, each.agreement().title(), each.decision() + ": " + each.seen());
            line(text, "  recommended", each.recommended());
            if (each.differs()) {
                line(text, "  decision", Rules.textOf(each.decision()));
            }
        });
        return text.toString();
    }

    private static String seconds(long millis) {
        return millis / 1000 + "." + String.format(Locale.ROOT, "%03d", millis % 1000);
    }

    /** Shows control characters, and replaces what else XML 1.0 does not allow. */
    private static String legal(String text) {
        return VisibleText.of(text).replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD]", "\uFFFD");
    }
}
