package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.conformance.CaseResult;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.SignedRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Writes the exchanges of a case as JSON: every byte that was sent and received, with the tokens masked. */
final class ExchangeFile {
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private ExchangeFile() {}

    /** Returns the name of the file in a bundle. */
    static String name(String caseId) {
        return "exchanges/" + caseId + ".json";
    }

    /** Returns the content of the file, one exchange a line. */
    static byte[] content(CaseResult result, TokenMask mask) {
        var text = new StringBuilder("[");
        try {
            for (var exchange : result.exchanges()) {
                text.append(text.length() == 1 ? "\n" : ",\n");
                text.append(JSON.writeValueAsString(node(exchange, mask)));
            }
        } catch (IOException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
        return text.append("\n]\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Adds these exchanges to an array. */
    static void addAll(ArrayNode array, List<Exchange> exchanges, TokenMask mask) {
        exchanges.forEach(exchange -> array.add(node(exchange, mask)));
    }

    /** Returns an exchange and its case as one line of JSON. */
    static String line(String caseId, Exchange exchange, TokenMask mask) throws IOException {
        var line = JSON.createObjectNode();
        line.put("case", caseId);
        line.setAll(node(exchange, mask));
        return JSON.writeValueAsString(line);
    }

    private static ObjectNode node(Exchange exchange, TokenMask mask) {
        var node = JSON.createObjectNode();
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
        bytes(node, "sent", exchange.sent(), mask);
        bytes(node, "received", exchange.received(), mask);
        if (!exchange.note().isEmpty()) {
            node.put("note", mask.of(exchange.note()));
        }
        return node;
    }

    /** Reads the content of a file. */
    static List<Exchange> read(byte[] content) throws IOException {
        var exchanges = new ArrayList<Exchange>();
        for (var node : JSON.readTree(content)) {
            var sent = bytes(node, "sent");
            exchanges.add(new Exchange(
                    Instant.parse(node.path("at").asText()),
                    SignedRequest.parse(
                            sent,
                            node.path("offset").asLong(),
                            node.path("literal").asBoolean(),
                            node.path("genuine").asBoolean(true)),
                    sent,
                    bytes(node, "received"),
                    node.path("micros").asLong(),
                    node.path("note").asText("")));
        }
        return List.copyOf(exchanges);
    }

    private static byte[] bytes(JsonNode node, String name) {
        return node.has(name)
                ? node.path(name).asText().getBytes(StandardCharsets.UTF_8)
                : Base64.getDecoder().decode(node.path(name + "Base64").asText());
    }

    /** Writes text where the bytes are UTF-8, and base64 where they are not. */
    private static void bytes(ObjectNode node, String name, byte[] bytes, TokenMask mask) {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            node.put(name, mask.of(text.toString()));
        } catch (CharacterCodingException e) {
            var masked = mask.of(new String(bytes, StandardCharsets.ISO_8859_1));
            node.put(name + "Base64", Base64.getEncoder().encodeToString(masked.getBytes(StandardCharsets.ISO_8859_1)));
        }
    }
}
