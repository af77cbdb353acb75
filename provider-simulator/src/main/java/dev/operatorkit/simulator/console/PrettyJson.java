package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
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
 * @param text the indented text, or null if there is none to show
 * @param note what a reader has to know: why there is none, or which keys are repeated; or null
 */
record PrettyJson(@Nullable String text, @Nullable String note) {
    private static final int LONGEST = 256 * 1024;
    private static final int DEEPEST = 64;
    private static final JsonFactory JSON = new JsonFactory();

    static PrettyJson of(byte[] body) {
        if (body.length == 0) {
            return new PrettyJson(null, null);
        }
        if (body.length > LONGEST) {
            return new PrettyJson(null, "Bodies over " + LONGEST / 1024 + " KiB are shown only as they were sent.");
        }
        var text = ExchangeExport.utf8(body);
        if (text == null) {
            return new PrettyJson(null, "This body is not UTF-8.");
        }
        try {
            var repeated = repeatedKeys(text);
            var pretty = indent(text);
            return new PrettyJson(
                    pretty,
                    pretty == null
                            ? "This JSON is nested deeper than " + DEEPEST + " levels."
                            : repeated.isEmpty() ? null : "Repeated keys (D-38): " + String.join(", ", repeated) + ".");
        } catch (JsonProcessingException e) {
            return new PrettyJson(null, "This body is not JSON" + position(e.getLocation()) + ".");
        } catch (IOException e) {
            return new PrettyJson(null, "This body is not JSON.");
        }
    }

    private static String position(@Nullable JsonLocation location) {
        return location == null ? "" : ": see character " + Math.max(1, location.getCharOffset() + 1);
    }

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
                }
                note(json, open, repeated);
            }
        }
        if (values == 0) {
            throw new IOException("no value");
        }
        return repeated;
    }

    private static void note(JsonParser json, ArrayDeque<Set<String>> open, Set<String> repeated) throws IOException {
        if (json.currentToken() == JsonToken.FIELD_NAME && !open.element().add(json.currentName())) {
            repeated.add(json.currentName());
        }
    }

    /** Returns a valid JSON text with new white space, or null if it is nested too deeply. */
    private static @Nullable String indent(String text) {
        var pretty = new StringBuilder(text.length() * 2);
        var depth = 0;
        var inString = false;
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (inString) {
                pretty.append(c);
                if (c == '\\') {
                    pretty.append(text.charAt(++i));
                }
                inString = c != '"';
            } else if (c == '{' || c == '[') {
                depth++;
                var isEmpty = text.substring(i + 1).stripLeading().startsWith(c == '{' ? "}" : "]");
                pretty.append(c);
                if (!isEmpty) {
                    line(pretty, depth);
                }
            } else if (c == '}' || c == ']') {
                depth--;
                var last = pretty.charAt(pretty.length() - 1);
                if (last != '{' && last != '[') {
                    line(pretty, depth);
                }
                pretty.append(c);
            } else if (c == ',') {
                line(pretty.append(c), depth);
            } else if (c == ':') {
                pretty.append(": ");
            } else if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                pretty.append(c);
                inString = c == '"';
            }
            if (depth > DEEPEST) {
                return null;
            }
        }
        return pretty.toString();
    }

    private static void line(StringBuilder pretty, int depth) {
        pretty.append('\n').append("  ".repeat(depth));
    }
}
