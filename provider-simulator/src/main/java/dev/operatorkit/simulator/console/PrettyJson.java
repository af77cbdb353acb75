package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds a JSON text with line breaks and indentation. Only white space changes: numbers, escapes, the order of the fields and
 * repeated keys stay as they were sent (D-38).
 *
 * @param text the indented text, or null if there is nothing to show
 * @param note what a reader has to know: why there is none, or which keys are repeated; or null
 */
record PrettyJson(@Nullable String text, @Nullable String note) {
    private static final int MAX_BYTES = 256 * 1024;
    private static final int MAX_DEPTH = 64;
    private static final JsonFactory JSON = new JsonFactory();

    static PrettyJson of(byte[] body) {
        if (body.length == 0) {
            return new PrettyJson(null, null);
        }
        if (body.length > MAX_BYTES) {
            return new PrettyJson(null, "Bodies over " + MAX_BYTES / 1024 + " KiB are shown only as they were sent.");
        }
        var text = RawMessage.utf8(body);
        if (text == null) {
            return new PrettyJson(null, "This body is not UTF-8.");
        }
        try {
            var repeated = repeatedKeys(text);
            return new PrettyJson(
                    indent(text),
                    repeated.isEmpty() ? null : "Repeated keys (D-38): " + String.join(", ", repeated) + ".");
        } catch (JsonProcessingException e) {
            var at = e.getLocation() == null ? 0 : e.getLocation().getCharOffset();
            return new PrettyJson(null, "This body is not JSON: see character " + Math.max(1, at + 1) + ".");
        } catch (IOException e) {
            return new PrettyJson(null, "This body " + e.getMessage() + ".");
        }
    }

    /** Returns the keys that an object has twice, or throws an IOException if the text is not one JSON value of a usual depth. */
    private static Set<String> repeatedKeys(String text) throws IOException {
        var repeated = new LinkedHashSet<String>();
        var open = new ArrayDeque<Set<String>>();
        var values = 0;
        try (var json = JSON.createParser(text)) {
            for (var token = json.nextToken(); token != null; token = json.nextToken()) {
                if (open.isEmpty() && ++values > 1) {
                    throw new JsonParseException(json, "a second value", json.currentTokenLocation());
                }
                if (token.isStructStart()) {
                    open.push(new HashSet<>());
                } else if (token.isStructEnd()) {
                    open.pop();
                } else if (token == JsonToken.FIELD_NAME && !open.element().add(json.currentName())) {
                    repeated.add(json.currentName());
                }
                if (open.size() > MAX_DEPTH) {
                    throw new IOException("is nested deeper than " + MAX_DEPTH + " levels");
                }
            }
        }
        if (values == 0) {
            throw new IOException("is not JSON");
        }
        return repeated;
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
