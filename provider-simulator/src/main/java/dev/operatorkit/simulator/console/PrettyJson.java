package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.operatorkit.conformance.wire.WireBytes;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Holds a JSON text with line breaks and indentation. Only white space changes: numbers, escapes and the order of the fields do not.
 *
 * @param text the indented text, or null if there is nothing to show
 * @param note the reason why there is no text, such as a repeated key (D-38); or null
 */
record PrettyJson(@Nullable String text, @Nullable String note) {
    private static final int MAX_BYTES = 256 * 1024;
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    static PrettyJson of(byte[] body) {
        if (body.length == 0) {
            return new PrettyJson(null, null);
        }
        var text = WireBytes.text(body).orElse(null);
        if (text == null || body.length > MAX_BYTES) {
            return new PrettyJson(null, "This body is not UTF-8, or larger than " + MAX_BYTES / 1024 + " KiB.");
        }
        try (var json = JSON.createParser(text)) {
            if (json.nextToken() == null || json.skipChildren().nextToken() != null) {
                return new PrettyJson(null, "This body is not one JSON value.");
            }
            return new PrettyJson(indent(text), null);
        } catch (JsonProcessingException e) {
            return new PrettyJson(null, "This body is not valid JSON: " + e.getOriginalMessage() + ".");
        } catch (IOException e) {
            throw new IllegalStateException("a text in memory", e);
        }
    }

    private static String indent(String text) {
        var out = new StringBuilder();
        var depth = 0;
        var before = ' ';
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (" \n\r\t".indexOf(c) >= 0) {
                continue;
            }
            var isEnd = c == '}' || c == ']';
            var isBegun = before == '{' || before == '[';
            depth -= isEnd ? 1 : 0;
            if (isEnd != isBegun || before == ',') {
                out.append('\n').append("  ".repeat(depth));
            }
            depth += c == '{' || c == '[' ? 1 : 0;
            var end = c == '"' ? endOfString(text, i) : i + 1;
            out.append(text, i, end).append(c == ':' ? " " : "");
            i = end - 1;
            before = c;
        }
        return out.toString();
    }

    private static int endOfString(String text, int quote) {
        var at = quote + 1;
        while (text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }
}
