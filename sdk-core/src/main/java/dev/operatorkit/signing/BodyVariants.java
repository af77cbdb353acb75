package dev.operatorkit.signing;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Generates the bodies that are signed by mistake: the same JSON as other libraries write it. */
final class BodyVariants {
    private static final int LARGEST_SCALE = 30;

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

    /**
     * Lists styles of white space: those of {@code JSON.stringify}, of Python's {@code dumps}, and of pretty printers.
     */
    enum Spacing {
        COMPACT("", ",", ":", ""),
        SPACED("", ", ", ": ", ""),
        INDENTED_BY_2("  ", ",", ": ", "\n"),
        INDENTED_BY_4("    ", ",", ": ", "\n"),
        INDENTED_BY_TAB("\t", ",", ": ", "\n"),
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

    /** Lists how numbers are written: with the digits that were read, without trailing zeros, and as a floating-point number. */
    enum Numbers {
        AS_READ,
        SHORTEST,
        FLOATING
    }

    /**
     * Lists which characters are escaped: none, those outside ASCII (Python), slashes, both (PHP), those of HTML (Go, Gson), and those of
     * HTML and outside ASCII with upper-case digits (.NET).
     */
    enum Escapes {
        NONE("", false),
        ASCII("", true),
        SLASHES("/", false),
        SLASHES_AND_ASCII("/", true),
        HTML("<>&", false),
        HTML_AND_EQUALS("<>&='", false),
        HTML_AND_ASCII("<>&'+`", true);

        private final String plain;
        private final boolean ascii;

        Escapes(String plain, boolean ascii) {
            this.plain = plain;
            this.ascii = ascii;
        }

        private String escape(char c) {
            if (c == '/') {
                return plain.equals("/") ? "\\/" : "/";
            }
            var isEscaped = c < 0x20 || plain.indexOf(c) >= 0 || (ascii && c > 0x7e);
            return !isEscaped
                    ? String.valueOf(c)
                    : String.format(this == HTML_AND_ASCII ? "\\u%04X" : "\\u%04x", (int) c);
        }
    }

    /** Lists what a serialiser may do differently. */
    enum Change {
        SPACING,
        ORDER,
        NUMBERS,
        ESCAPES
    }

    private record Style(Spacing spacing, boolean sorted, Numbers numbers, Escapes escapes) {}

    /** Returns the same JSON in every style that differs from compact JSON in nothing but these changes. */
    static Stream<byte[]> written(byte[] body, Change... changes) {
        JsonNode tree;
        try {
            tree = MAPPER.readTree(body);
        } catch (JacksonException notJson) {
            return Stream.empty();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read bytes in memory", e);
        }
        return styles(Set.of(changes)).map(style -> write(tree, style));
    }

    private static Stream<Style> styles(Set<Change> changes) {
        var styles = new ArrayList<Style>();
        for (var spacing : choices(changes, Change.SPACING, List.of(Spacing.values()))) {
            for (var escapes : choices(changes, Change.ESCAPES, List.of(Escapes.values()))) {
                for (var sorted : choices(changes, Change.ORDER, List.of(false, true))) {
                    for (var numbers : choices(changes, Change.NUMBERS, List.of(Numbers.values()))) {
                        styles.add(new Style(spacing, sorted, numbers, escapes));
                    }
                }
            }
        }
        return styles.stream();
    }

    private static <T> List<T> choices(Set<Change> changes, Change change, List<T> all) {
        return all.subList(0, changes.contains(change) ? all.size() : 1);
    }

    private static byte[] write(JsonNode tree, Style style) {
        var out = new StringBuilder();
        write(tree, style, style.spacing.newline, out);
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void write(JsonNode node, Style style, String line, StringBuilder out) {
        if (node.isObject()) {
            var fields = new ArrayList<>(node.properties());
            if (style.sorted) {
                fields.sort(Map.Entry.comparingByKey());
            }
            enclose('{', fields, '}', style, line, out, (field, inner) -> {
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
        } else if (node.isNumber() && style.numbers != Numbers.AS_READ) {
            var shortest = shortest(node);
            // 7 is read as an integer, and 7.00 as a number with a fraction that is 0.
            var isWhole = node.isBigDecimal() && shortest.indexOf('.') < 0;
            out.append(shortest).append(style.numbers == Numbers.FLOATING && isWhole ? ".0" : "");
        } else {
            out.append(node.asText());
        }
    }

    private static String shortest(JsonNode number) {
        var value = number.decimalValue().stripTrailingZeros();
        // A large exponent would write an unbounded number of digits.
        return Math.abs((long) value.scale()) > LARGEST_SCALE ? number.asText() : value.toPlainString();
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
        text.chars().forEach(c -> out.append(escaped((char) c, style)));
        out.append('"');
    }

    private static String escaped(char c, Style style) {
        return switch (c) {
            case '"', '\\' -> "\\" + c;
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            default -> style.escapes.escape(c);
        };
    }
}
