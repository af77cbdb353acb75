package dev.operatorkit.simulator.admin;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.time.Durations;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the JSON body of a change. Rejects unknown names, so that a misspelt one is not silently ignored. */
record AdminBody(JsonNode fields) {
    private static final int MAX_DEPTH = 8;

    private static final ObjectMapper JSON = JsonMapper.builder(com.fasterxml.jackson.core.JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Reads a body with the allowed names, or throws an IllegalArgumentException that names the mistake. */
    static AdminBody of(ServerRequest request, Set<String> names) {
        var body = new AdminBody(parse(bytes(request)));
        body.fields.fieldNames().forEachRemaining(name -> {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "Unknown field '" + name + "'. The fields are " + String.join(", ", sorted(names)) + ".");
            }
        });
        return body;
    }

    private static Iterable<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }

    private static byte[] bytes(ServerRequest request) {
        return request.content().hasEntity() ? request.content().as(byte[].class) : new byte[0];
    }

    private static JsonNode parse(byte[] bytes) {
        try {
            var node = JSON.readTree(bytes);
            if (node == null || !node.isObject()) {
                throw new IllegalArgumentException("The body must be a JSON object.");
            }
            return node;
        } catch (JacksonException e) {
            throw new IllegalArgumentException("The body is not JSON: " + message(e) + ". Send a JSON object.", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("The body cannot be read. Send it again.", e);
        }
    }

    /** Returns what is wrong, without what Jackson adds for those who configure it. */
    private static String message(JacksonException e) {
        return e.getOriginalMessage().replaceFirst("(?s)( for Object| for Array)? \\(start marker.*|\\R.*", "");
    }

    @Nullable
    String text(String name) {
        var field = fields.path(name);
        if (field.isMissingNode() || field.isNull()) {
            return null;
        }
        if (field.isTextual() || field.isNumber()) {
            return field.asText();
        }
        throw new IllegalArgumentException("'" + name + "' must be a string.");
    }

    String text(String name, String otherwise) {
        var text = text(name);
        return text == null ? otherwise : text;
    }

    String required(String name) {
        var text = text(name);
        if (text == null || text.isEmpty()) {
            throw new IllegalArgumentException("'" + name + "' is missing.");
        }
        return text;
    }

    Money money(String name, String otherwise, CurrencyCode currency) {
        try {
            return Amount.parse(text(name, otherwise)).toMoney(currency);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + name + "' " + e.getMessage() + ". Write it like 1.50: digits and a point, without plus sign,"
                            + " blank or comma.",
                    e);
        }
    }

    int integer(String name, int otherwise) {
        var field = fields.path(name);
        if (field.isMissingNode() || field.isNull()) {
            return otherwise;
        }
        if (!field.isInt()) {
            throw new IllegalArgumentException("'" + name + "' must be a whole number.");
        }
        return field.intValue();
    }

    @Nullable
    Duration span(String name) {
        var text = text(name);
        return text == null ? null : Durations.parse(text);
    }
}
