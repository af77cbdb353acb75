package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.io.IOException;

/** Writes JSON the same on every machine, and reads it strictly. */
final class ReportJson {
    private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");

    /** Keeps the zeros at the end of an amount, so that it is written unchanged. */
    private static final JsonMapper JSON = WalletResponse.exactJson()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    private ReportJson() {}

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    /** Writes a tree over several lines. */
    static byte[] write(JsonNode tree) {
        try {
            return JSON.writer(new DefaultPrettyPrinter().withObjectIndenter(INDENT))
                    .writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }

    /** Writes a tree on one line. */
    static String writeLine(JsonNode tree) {
        try {
            return JSON.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }

    /** Reads the content of a file; a key may occur only once, and nothing may follow. */
    static JsonNode read(String file, byte[] content) {
        try {
            return JSON.readTree(content);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    file + " is not valid JSON: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse("") + ".",
                    e);
        }
    }
}
