package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.CaseResult;
import dev.operatorkit.conformance.ExpectedFailures;
import dev.operatorkit.conformance.Plan;
import dev.operatorkit.conformance.ResumedRun;
import dev.operatorkit.conformance.Rules;
import dev.operatorkit.conformance.SuiteResult;
import dev.operatorkit.conformance.Verdict;
import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.cases.Plans;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Objects;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes {@code junit.xml} for build servers. A group is a class, an expected failure is a skipped test. */
final class JUnitReport {
    static final String NAME = "junit.xml";

    private JUnitReport() {}

    static byte[] content(SuiteResult outcome, TokenMask mask, ExpectedFailures expected) throws IOException {
        try (var out = new ByteArrayOutputStream()) {
            var xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out, "UTF-8");
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", SuiteVersion.SUITE);
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
            properties(xml, outcome, mask);
            for (var group : CaseCatalogue.groups()) {
                for (var result : outcome.results()) {
                    if (group.cases().contains(result.testCase())) {
                        one(xml, group.title(), result, mask, expected);
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

    private static void properties(XMLStreamWriter xml, SuiteResult outcome, TokenMask mask) throws XMLStreamException {
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
        texts.putAll(outcome.options());
        texts.putAll(outcome.description().given());
        xml.writeStartElement("properties");
        for (var text : texts.entrySet()) {
            xml.writeEmptyElement("property");
            xml.writeAttribute("name", text.getKey());
            xml.writeAttribute("value", legal(mask.of(text.getValue())));
        }
        for (var waiver : outcome.waivers().all()) {
            xml.writeEmptyElement("property");
            xml.writeAttribute("name", "waiver " + waiver.cases());
            xml.writeAttribute("value", legal(mask.of("until " + waiver.until() + ": " + waiver.reason())));
        }
        xml.writeEndElement();
    }

    private static boolean isSkipped(CaseResult result, ExpectedFailures expected) {
        return result.verdict() == Verdict.SKIPPED
                || (result.verdict() == Verdict.FAILED
                        && expected.covers(result.testCase().id()));
    }

    private static void one(
            XMLStreamWriter xml, String group, CaseResult result, TokenMask mask, ExpectedFailures expected)
            throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "conformance." + group);
        xml.writeAttribute("name", result.testCase().id());
        xml.writeAttribute("time", seconds(result.millis()));
        var detail = legal(mask.of(result.detail()));
        if (isSkipped(result, expected)) {
            xml.writeEmptyElement("skipped");
            xml.writeAttribute("message", result.verdict() == Verdict.SKIPPED ? detail : "expected failure: " + detail);
        } else if (result.verdict() == Verdict.FAILED) {
            xml.writeStartElement("failure");
            xml.writeAttribute("message", detail);
            xml.writeCharacters(legal(mask.of(explanation(result))));
            xml.writeEndElement();
        } else if (!detail.isEmpty()) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(detail);
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String explanation(CaseResult result) {
        var failure = Objects.requireNonNull(result.failure());
        var text = new StringBuilder(result.testCase().title()).append('\n');
        text.append("rule: ")
                .append(failure.rule())
                .append(' ')
                .append(Rules.textOf(failure.rule()))
                .append('\n');
        if (!failure.hint().isEmpty()) {
            text.append("hint: ").append(failure.hint()).append('\n');
        }
        var shown = failure.exchange();
        if (shown != null) {
            text.append("\n> ")
                    .append(new String(shown.sent(), StandardCharsets.UTF_8)
                            .strip()
                            .replace("\n", "\n> "));
            text.append("\n\n< ")
                    .append(new String(shown.received(), StandardCharsets.UTF_8)
                            .strip()
                            .replace("\n", "\n< "));
        }
        return text.toString();
    }

    private static String seconds(long millis) {
        return millis / 1000 + "." + String.format("%03d", millis % 1000);
    }

    /** Replaces control characters, which XML 1.0 does not allow. */
    private static String legal(String text) {
        return text.replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD]", "\uFFFD");
    }
}
