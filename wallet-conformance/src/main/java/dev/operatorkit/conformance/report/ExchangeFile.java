package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.WireBytes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the exchanges of a case as JSON: every byte that was sent and received, with the tokens masked. */
final class ExchangeFile {
    private ExchangeFile() {}

    /** Returns the name of the file in a bundle. */
    static String name(String caseId) {
        return "exchanges/" + caseId + ".json";
    }

    /** Returns the content of the file, one exchange a line. */
    static byte[] content(List<Exchange> exchanges) {
        return exchanges.stream()
                .map(each -> ReportJson.writeLine(node(each)))
                .collect(Collectors.joining(",\n", "[\n", "\n]\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns an exchange as JSON. */
    static ObjectNode node(Exchange exchange) {
        var node = ReportJson.object();
        node.put("at", exchange.at().toString());
        node.put("micros", exchange.micros());
        var request = exchange.request();
        if (!request.genuine()) {
            node.put("genuine", false);
        }
        if (request.literal()) {
            node.put("literal", true);
        }
        if (request.offset() != 0) {
            node.put("offset", request.offset());
        }
        if (request.misstatesLength()) {
            node.put("misstatesLength", true);
        }
        bytes(node, "sent", exchange.sent());
        bytes(node, "received", exchange.received());
        if (!exchange.note().isEmpty()) {
            node.put("note", exchange.note());
        }
        return node;
    }

    /** Writes text where the bytes are UTF-8, and base64 where they are not. */
    private static void bytes(ObjectNode node, String name, byte[] bytes) {
        WireBytes.text(bytes)
                .ifPresentOrElse(
                        text -> node.put(name, text),
                        () -> node.put(name + "Base64", Base64.getEncoder().encodeToString(bytes)));
    }
}
