package dev.operatorkit.signing;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Generates the bodies that are signed by mistake: the same JSON as other libraries write it. */
final class BodyVariants {
    private static final int LARGEST_SCALE = 30;
    private static final String STRING = "\"[^\"]*+\"";
    private static final HexFormat LOWER_CASE = HexFormat.of();
    private static final HexFormat UPPER_CASE = LOWER_CASE.withUpperCase();

    /** Limits the depth to that of a callback (D-38): indenting deeper JSON takes time that grows with the square of its depth. */
    private static final int DEEPEST = 16;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private BodyVariants() {}

    /** Lists styles of white space: those of {@code JSON.stringify}, of Python's {@code dumps} and of pretty printers. */
    enum Spacing {
        COMPACT("", ",", ":", ""),
        SPACED("", ", ", ": ", ""),
        INDENTED_BY_2("  ", ",", ": ", "\n"),
        INDENTED_BY_4("    ", ",", ": ", "\n"),
        JACKSON("  ", ",", " : ", "\n");

        private final String indent;
        private final String comma;
        private final String colon;
        private final String newline;

        Spacing(String indent, String comma, String colon, String newline) {
            this.indent = indent;
            this.comma = comma;
            this.colon = colon;
            this.newline = newline;
        }
    }

    /** Lists whether the last line has an end: it has with Go's encoder, jq and Flask. */
    enum End {
        NONE,
        NEWLINE
    }

    /**
     * Lists how numbers are written: with the digits that were read, without trailing zeros, as a floating-point number, and with the
     * decimals of a column of a database.
     */
    enum Numbers {
        AS_READ,
        SHORTEST,
        FLOATING,
        TWO_DECIMALS;

        private String write(JsonNode node) {
            var value = node.decimalValue().stripTrailingZeros();
            // A large exponent would write an unbounded number of digits.
            var shortest = Math.abs((long) value.scale()) > LARGEST_SCALE ? node.asText() : value.toPlainString();
            // 7 is read as an integer, and 7.00 as a number with a fraction that is 0.
            var isWhole = node.isBigDecimal() && shortest.indexOf('.') < 0;
            return switch (this) {
                case AS_READ -> node.asText();
                case SHORTEST -> shortest;
                case FLOATING -> shortest + (isWhole ? ".0" : "");
                case TWO_DECIMALS ->
                    Math.abs((long) value.scale()) > 2
                            ? shortest
                            : value.setScale(2).toPlainString();
            };
        }
    }

    /** Lists the orders of keys. */
    enum Order {
        AS_READ,
        SORTED;

        private List<Map.Entry<String, JsonNode>> arrange(JsonNode object) {
            var fields = new ArrayList<>(object.properties());
            if (this == SORTED) {
                fields.sort(Map.Entry.comparingByKey());
            }
            return fields;
        }
    }

    /**
     * Lists which characters are escaped, and with which digits: none, those outside ASCII (Python, Jackson), slashes, both (PHP), those
     * of HTML (Go, Gson), and those of HTML and outside ASCII (.NET, PHP for pages).
     */
    enum Escapes {
        NONE("", false, ""),
        ASCII("", true, ""),
        UPPER_CASE_ASCII("", true, "all"),
        SLASHES("/", false, ""),
        SLASHES_AND_ASCII("/", true, ""),
        HTML("<>&", false, ""),
        HTML_AND_EQUALS("<>&='", false, ""),
        HTML_AND_ASCII("<>&'+`", true, "all"),
        HTML_SLASHES_AND_ASCII("/<>&'", true, "<>&'");

        private final String plain;
        private final boolean ascii;
        private final String upperCase;

        Escapes(String plain, boolean ascii, String upperCase) {
            this.plain = plain;
            this.ascii = ascii;
            this.upperCase = upperCase;
        }

        private void write(char c, StringBuilder out) {
            if (c == '/') {
                out.append(plain.startsWith("/") ? "\\/" : "/");
            } else if (c < 0x20 || plain.indexOf(c) >= 0 || (ascii && c > 0x7e)) {
                var isUpper = upperCase.equals("all") || upperCase.indexOf(c) >= 0;
                out.append("\\u").append((isUpper ? UPPER_CASE : LOWER_CASE).toHexDigits(c));
            } else {
                out.append(c);
            }
        }
    }

    private record Style(Spacing spacing, End end, Order order, Numbers numbers, Escapes escapes) {}

    /** Returns the same JSON in every style. */
    static Stream<byte[]> written(byte[] body) {
        var tree = read(body);
        return tree.isMissingNode() ? Stream.empty() : styles(tree).map(style -> Evidence.bytes(text(tree, style)));
    }

    /** Says in which parts two writings of the same JSON differ. */
    static String difference(byte[] one, byte[] other) {
        var parts = parts(one);
        parts.entrySet().removeAll(parts(other).entrySet());
        return String.join(" and other ", parts.keySet());
    }

    private static Map<String, List<String>> parts(byte[] json) {
        // Without escaped quotes, a quote ends a string.
        var text = new String(json, StandardCharsets.UTF_8).replaceAll("\\\\[\\\\\"]", "__");
        var structure = text.replaceAll(STRING, "\"");
        var parts = new LinkedHashMap<String, List<String>>();
        parts.put("white space", sorted("\\s+", structure));
        parts.put("key order", keys(read(json)).toList());
        parts.put("numbers, such as 1.0 or 1.5 for 1.00 or 1.50", sorted("[0-9.eE+-]+", structure));
        parts.put("escapes, such as \\u00e9 or \\/", sorted(STRING, text));
        return parts;
    }

    private static List<String> sorted(String pattern, String text) {
        var parts = Pattern.compile(pattern).matcher(text).results();
        return parts.map(MatchResult::group).sorted().toList();
    }

    private static Stream<String> keys(JsonNode node) {
        return node.isObject()
                ? node.properties().stream().flatMap(f -> Stream.concat(Stream.of(f.getKey()), keys(f.getValue())))
                : StreamSupport.stream(node.spliterator(), false).flatMap(BodyVariants::keys);
    }

    private static JsonNode read(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (JacksonException notJson) {
            return MissingNode.getInstance();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read bytes in memory", e);
        }
    }

    private static Stream<Style> styles(JsonNode tree) {
        // Most bodies have little to escape.
        var written = new HashSet<String>();
        var all = Stream.of(Escapes.values())
                .filter(escapes -> written.add(
                        text(tree, new Style(Spacing.COMPACT, End.NONE, Order.AS_READ, Numbers.AS_READ, escapes))))
                .toList();
        return Stream.of(Spacing.values())
                .flatMap(spacing -> Stream.of(End.values())
                        .flatMap(end -> Stream.of(Order.values())
                                .flatMap(order -> Stream.of(Numbers.values())
                                        .flatMap(numbers -> all.stream()
                                                .map(escapes -> new Style(spacing, end, order, numbers, escapes))))));
    }

    private static String text(JsonNode tree, Style style) {
        var out = new StringBuilder();
        write(tree, style, style.spacing.newline, out);
        return out + (style.end == End.NEWLINE ? "\n" : "");
    }

    private static void write(JsonNode node, Style style, String line, StringBuilder out) {
        if (node.isObject()) {
            enclose('{', style.order.arrange(node), '}', style, line, out, (field, inner) -> {
                quote(field.getKey(), style, out);
                out.append(style.spacing.colon);
                write(field.getValue(), style, inner, out);
            });
        } else if (node.isArray()) {
            var elements = new ArrayList<JsonNode>();
            node.forEach(elements::add);
            enclose('[', elements, ']', style, line, out, (element, inner) -> write(element, style, inner, out));
        } else if (node.isTextual()) {
            quote(node.textValue(), style, out);
        } else if (node.isNumber()) {
            out.append(style.numbers.write(node));
        } else {
            out.append(node.asText());
        }
    }

    private interface Element<T> {
        void write(T element, String line);
    }

    private static <T> void enclose(
            char open, List<T> elements, char close, Style style, String line, StringBuilder out, Element<T> writing) {
        var inner = line + style.spacing.indent;
        var separator = inner;
        out.append(open);
        for (var element : elements) {
            out.append(separator);
            writing.write(element, inner);
            separator = style.spacing.comma + inner;
        }
        out.append(elements.isEmpty() ? "" : line).append(close);
    }

    private static void quote(String text, Style style, StringBuilder out) {
        out.append('"');
        text.chars().forEach(c -> write((char) c, style, out));
        out.append('"');
    }

    private static void write(char c, Style style, StringBuilder out) {
        switch (c) {
            case '"', '\\' -> out.append('\\').append(c);
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            default -> style.escapes.write(c, out);
        }
    }
}
