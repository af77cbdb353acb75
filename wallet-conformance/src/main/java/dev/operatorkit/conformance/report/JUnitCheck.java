package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.Verdict;
import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** Verifies that {@code junit.xml} tells of the same results as {@code results.json}. */
final class JUnitCheck {
    private JUnitCheck() {}

    static void run(Map<String, byte[]> files, JsonNode results, List<String> problems) {
        var content = files.get(JUnitReport.NAME);
        if (content == null) {
            problems.add("There is no " + JUnitReport.NAME + ".");
            return;
        }
        try {
            var told = outcomes(content);
            for (var node : results.path("cases")) {
                var id = node.path("id").asText();
                if (!expected(node).equals(told.remove(id))) {
                    problems.add("junit.xml and results.json differ about the case " + id + ".");
                }
            }
            told.keySet().forEach(id -> problems.add("junit.xml has the case " + id + ", and results.json has not."));
        } catch (XMLStreamException e) {
            problems.add("junit.xml is not valid XML: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse("") + ".");
        }
    }

    private static String expected(JsonNode node) {
        var result = node.path("result").asText();
        if (result.equals(Verdict.SKIPPED.name()) || node.path("expected").asBoolean()) {
            return "skipped";
        }
        return result.equals(Verdict.FAILED.name()) ? "failure" : "";
    }

    /** Returns for each case "failure", "skipped" or an empty text. */
    private static Map<String, String> outcomes(byte[] content) throws XMLStreamException {
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        var xml = factory.createXMLStreamReader(new ByteArrayInputStream(content), "UTF-8");
        var outcomes = new HashMap<String, String>();
        var id = "";
        while (xml.hasNext()) {
            if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                switch (xml.getLocalName()) {
                    case "testcase" -> {
                        id = xml.getAttributeValue(null, "name");
                        outcomes.put(id, "");
                    }
                    case "failure", "skipped" -> outcomes.put(id, xml.getLocalName());
                    default -> {}
                }
            }
        }
        return outcomes;
    }
}
