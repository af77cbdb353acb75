package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
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
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes {@code junit.xml} for build servers. A group is a class, an expected failure is a skipped test. */
final class JUnitReport {
    static final String NAME = "junit.xml";

    /** The exchanges that are shown when no single one shows the failure; bundle.zip has all of them. */
    private static final int LAST = 8;

    private static final int MAX_LENGTH = 20_000;

    private final RunReport report;
    private final XMLStreamWriter xml;

    private JUnitReport(RunReport report, XMLStreamWriter xml) {
        this.report = report;
        this.xml = xml;
    }

    static byte[] content(RunReport report) throws IOException {
        try (var out = new ByteArrayOutputStream()) {
            var xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, "UTF-8");
            new JUnitReport(report, xml).write();
            xml.close();
            return out.toByteArray();
        } catch (XMLStreamException e) {
            throw new IOException("cannot write " + NAME, e);
        }
    }

    private void write() throws XMLStreamException {
        var results = report.run().results();
        var skipped = results.stream().filter(this::isSkipped).count();
        var failed = report.run().failed().stream()
                .filter(each -> !report.isExpected(each))
                .count();
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuite");
        attribute("name", ResultsFile.SUITE);
        attribute("tests", Integer.toString(results.size()));
        attribute("failures", Long.toString(failed));
        attribute("skipped", Long.toString(skipped));
        attribute("errors", "0");
        attribute("time", seconds(report.run().millis()));
        properties();
        for (var group : Subject.of(report.run().plan()).groups()) {
            for (var result : results) {
                if (group.cases().contains(result.testCase())) {
                    write(group.title(), result);
                }
            }
        }
        xml.writeCharacters("\n");
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private void properties() throws XMLStreamException {
        xml.writeStartElement("properties");
        for (var text : texts().entrySet()) {
            property(text.getKey(), text.getValue());
        }
        for (var waiver : report.run().waivers().all()) {
            var expired = report.run().isExpired(waiver) ? " (expired)" : "";
            property("waiver " + waiver.cases(), "until " + waiver.until() + expired + ": " + waiver.reason());
        }
        xml.writeEndElement();
    }

    private Map<String, String> texts() {
        var run = report.run();
        var texts = new LinkedHashMap<String, String>();
        texts.put("verdict", run.certificate().verdict().name());
        texts.put("reasons", String.join(" ", run.certificate().reasons()));
        texts.put("specification", Plan.SPECIFICATION);
        texts.put("planVersion", run.plan().version());
        texts.put("planSha256", run.plan().hash());
        var untested = Plans.untested(run.plan()).stream().map(Case::id).collect(Collectors.joining(" "));
        if (!untested.isEmpty()) {
            texts.put("notTested", untested + ": " + ResumedRun.HOW_TO_ENABLE);
        }
        texts.putAll(run.options());
        for (var verdict : Verdict.values()) {
            texts.put("legend " + verdict.name(), Subject.of(run.plan()).words(verdict.meaning()));
        }
        for (var agreement : Agreement.values()) {
            texts.put("legend " + agreement.title(), agreement.meaning());
        }
        texts.putAll(run.description().given());
        return texts;
    }

    private void property(String name, String value) throws XMLStreamException {
        xml.writeEmptyElement("property");
        attribute("name", name);
        attribute("value", value);
    }

    private boolean isSkipped(CaseResult result) {
        return result.verdict() == Verdict.SKIPPED || (result.verdict() == Verdict.FAILED && report.isExpected(result));
    }

    private void write(String group, CaseResult result) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        attribute("classname", "conformance." + group);
        attribute("name", result.testCase().id());
        attribute("time", seconds(result.millis()));
        var failure = result.failure();
        if (isSkipped(result)) {
            xml.writeEmptyElement("skipped");
            attribute("message", (failure == null ? "" : "expected failure: ") + result.detail());
        } else if (failure != null) {
            xml.writeStartElement("failure");
            attribute("message", result.detail());
            xml.writeCharacters(legal(explain(result, failure)));
            xml.writeEndElement();
        } else if (!result.observations().isEmpty()) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(legal(explain(result.observations())));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private String explain(CaseResult result, Failure failure) {
        var text = new StringBuilder(result.testCase().title()).append('\n');
        line(text, "rule", failure.rule() + " " + Rules.textOf(failure.rule()));
        line(text, "expected", failure.expected());
        line(text, "actual", failure.actual());
        failure.chain().ifPresent(chain -> line(text, "movements", chain.describe()));
        line(text, "hint", failure.advice());
        var exchanges = report.exchangesOf(result);
        var number = report.exchangeOfFailure(result);
        var shown = number > 0
                ? List.of(exchanges.get(number - 1))
                : exchanges.subList(Math.max(0, exchanges.size() - LAST), exchanges.size());
        shown.forEach(each -> exchange(text, each));
        return text.toString();
    }

    private static String explain(List<Observation> observations) {
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

    private static void line(StringBuilder text, String name, String words) {
        text.append(name).append(": ").append(words).append('\n');
    }

    private static void exchange(StringBuilder text, Exchange exchange) {
        var received = shorten(exchange.received());
        text.append("\n> ").append(shorten(exchange.sent()).replace("\n", "\n> "));
        text.append("\n\n< ").append(received.isEmpty() ? "no response" : received.replace("\n", "\n< "));
        text.append('\n');
    }

    private static String shorten(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.UTF_8).strip();
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "… (" + bytes.length + " bytes)";
    }

    private static String seconds(long millis) {
        return millis / 1000 + "." + String.format(Locale.ROOT, "%03d", millis % 1000);
    }

    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, legal(value));
    }

    /** Hides the tokens, shows control characters, and replaces what else XML 1.0 does not allow. */
    private String legal(String text) {
        return VisibleText.of(report.mask().of(text)).replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD]", "\uFFFD");
    }
}
