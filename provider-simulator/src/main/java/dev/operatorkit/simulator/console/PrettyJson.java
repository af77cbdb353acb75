package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds a JSON text with line breaks and indentation. Only white space changes: numbers, escapes, the order of the fields and
 * repeated keys stay as they were sent (D-38).
 *
 * @param lines the lines of the indented text, or none if there is nothing to show
 * @param note what a reader has to know: why there is none, or which keys are repeated; or null
 */
record PrettyJson(List<Line> lines, @Nullable String note) {
    private static final int LONGEST = 256 * 1024;
    private static final int DEEPEST = 64;
    private static final int COPIED_LEVELS = 3;
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * Holds one line.
     *
     * @param field the path of the field that begins on this line, such as {@code stake.amount}, or empty
     * @param value its value as it was sent, a string without its quotes, or empty
     */
    record Line(String text, String field, String value) {}

    /** Returns the whole text, or null if there is none to show. */
    @Nullable
    String text() {
        return lines.isEmpty() ? null : lines.stream().map(Line::text).collect(Collectors.joining("\n"));
    }

    static PrettyJson of(byte[] body) {
        if (body.length == 0) {
            return none(null);
        }
        if (body.length > LONGEST) {
            return none("Bodies over " + LONGEST / 1024 + " KiB are shown only as they were sent.");
        }
        var text = RawMessage.utf8(body);
        if (text == null) {
            return none("This body is not UTF-8.");
        }
        try {
            var repeated = repeatedKeys(text);
            var pretty = indent(text);
            return new PrettyJson(
                    pretty,
                    pretty.isEmpty()
                            ? "This JSON is nested deeper than " + DEEPEST + " levels."
                            : repeated.isEmpty() ? null : "Repeated keys (D-38): " + String.join(", ", repeated) + ".");
        } catch (JsonProcessingException e) {
            return none("This body is not JSON" + position(e.getLocation()) + ".");
        } catch (IOException e) {
            return none("This body is not JSON.");
        }
    }

    private static PrettyJson none(@Nullable String note) {
        return new PrettyJson(List.of(), note);
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

    /** Returns the lines of a valid JSON text with new white space; none if it is nested too deeply. */
    private static List<Line> indent(String text) {
        var lines = new Lines(text);
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c == '"') {
                var end = endOfString(text, i);
                lines.append(text.substring(i, end));
                i = end - 1;
            } else if (c == '{' || c == '[') {
                lines.open(c, isEmpty(text, i));
            } else if (c == '}' || c == ']') {
                lines.close(c, i);
            } else if (c == ',') {
                lines.endField(i);
                lines.append(",");
                lines.breakLine();
            } else if (c == ':') {
                lines.beginField(i + 1);
            } else if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                lines.append(String.valueOf(c));
            }
            if (lines.depth > DEEPEST) {
                return List.of();
            }
        }
        return lines.all();
    }

    private static boolean isEmpty(String text, int bracket) {
        var at = bracket + 1;
        while (" \n\r\t".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return text.charAt(at) == (text.charAt(bracket) == '{' ? '}' : ']');
    }

    private static int endOfString(String text, int start) {
        var at = start + 1;
        while (text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    /** Collects the lines, and the value of each field as it was sent. */
    private static final class Lines {
        private record Field(String name, int line, int start, int depth) {}

        private final String json;
        private final List<StringBuilder> texts = new ArrayList<>(List.of(new StringBuilder()));
        private final Map<Integer, Line> fields = new HashMap<>();
        private final ArrayDeque<Field> open = new ArrayDeque<>();
        private int depth;

        Lines(String json) {
            this.json = json;
        }

        void append(String text) {
            texts.getLast().append(text);
        }

        void breakLine() {
            texts.add(new StringBuilder("  ".repeat(depth)));
        }

        void open(char bracket, boolean isEmpty) {
            append(String.valueOf(bracket));
            depth++;
            if (!isEmpty) {
                breakLine();
            }
        }

        void close(char bracket, int at) {
            endField(at);
            depth--;
            var last = texts.getLast().charAt(texts.getLast().length() - 1);
            if (last != '{' && last != '[') {
                breakLine();
            }
            append(String.valueOf(bracket));
        }

        void beginField(int start) {
            var name = content(texts.getLast().toString().strip());
            open.push(new Field(
                    open.isEmpty() ? name : open.element().name() + "." + name, texts.size() - 1, start, depth));
            append(": ");
        }

        void endField(int end) {
            if (open.isEmpty() || open.element().depth() < depth) {
                return;
            }
            var field = open.pop();
            var value = json.substring(field.start(), end).strip();
            // Otherwise a body would be written once for each level that it has.
            if (field.depth() <= COPIED_LEVELS || !(value.startsWith("{") || value.startsWith("["))) {
                fields.put(field.line(), new Line("", field.name(), content(value)));
            }
        }

        /** Returns what stands between the quotes of a string, and any other value as it is. */
        private static String content(String value) {
            return value.startsWith("\"") ? value.substring(1, value.length() - 1) : value;
        }

        List<Line> all() {
            var all = new ArrayList<Line>();
            for (var text : texts) {
                var field = fields.getOrDefault(all.size(), new Line("", "", ""));
                all.add(new Line(text.toString(), field.field(), field.value()));
            }
            return all;
        }
    }
}
