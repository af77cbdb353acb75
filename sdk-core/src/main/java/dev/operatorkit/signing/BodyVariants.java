package dev.operatorkit.signing;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Generates the bodies that are signed by mistake: the same JSON as other libraries write it. */
final class BodyVariants {
    private static final int LARGEST_SCALE = 30;
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

    /**
     * Lists styles of white space: those of {@code JSON.stringify}, of Python's {@code dumps} and of pretty printers, and those of
     * {@code str(dict)} in Python, of {@code inspect} in Ruby and of a map's {@code toString} in Java, which are no JSON.
     */
    enum Spacing {
        COMPACT("", ",", ":", "", "\""),
        SPACED("", ", ", ": ", "", "\""),
        SPACED_AFTER_COLON("", ",", ": ", "", "\""),
        SPACED_AFTER_COMMA("", ", ", ":", "", "\""),
        PYTHON("", ", ", ": ", "", "'"),
        RUBY("", ", ", "=>", "", "\""),
        JAVA("", ", ", "=", "", ""),
        UNINDENTED("", ",", ": ", "\n", "\""),
        INDENTED_BY_2("  ", ",", ": ", "\n", "\""),
        INDENTED_BY_4("    ", ",", ": ", "\n", "\""),
        INDENTED_BY_TAB("\t", ",", ": ", "\n", "\""),
        JACKSON("  ", ",", " : ", "\n", "\""),
        PERL("   ", ",", " : ", "\n", "\"");

        private final String indent;
        private final String comma;
        private final String colon;
        private final String newline;
        private final String quote;

        Spacing(String indent, String comma, String colon, String newline, String quote) {
            this.indent = indent;
            this.comma = comma;
            this.colon = colon;
            this.newline = newline;
            this.quote = quote;
        }
    }

    /** Lists what ends a line, and whether the last line has an end: it has with Go's encoder, jq and Flask. */
    enum LineEnds {
        LF("\n", ""),
        LF_AT_END("\n", "\n"),
        CRLF("\r\n", ""),
        CRLF_AT_END("\r\n", "\r\n");

        private final String inside;
        private final String atEnd;

        LineEnds(String inside, String atEnd) {
            this.inside = inside;
            this.atEnd = atEnd;
        }
    }

    /**
     * Lists how numbers are written: with the digits that were read, without trailing zeros, as a floating-point number, with the decimals
     * of a column of a database, in cents, and as text.
     */
    enum Numbers {
        AS_READ,
        SHORTEST,
        FLOATING,
        TWO_DECIMALS,
        FOUR_DECIMALS,
        EIGHT_DECIMALS,
        CENTS,
        TEXT;

        private String write(JsonNode node) {
            var shortest = shortest(node);
            // 7 is read as an integer, and 7.00 as a number with a fraction that is 0.
            var isWhole = node.isBigDecimal() && shortest.indexOf('.') < 0;
            return switch (this) {
                case AS_READ -> node.asText();
                case SHORTEST -> shortest;
                case FLOATING -> shortest + (isWhole ? ".0" : "");
                case TWO_DECIMALS -> withDecimals(node, 2);
                case FOUR_DECIMALS -> withDecimals(node, 4);
                case EIGHT_DECIMALS -> withDecimals(node, 8);
                case CENTS -> shortest(DecimalNode.valueOf(node.decimalValue().movePointRight(2)));
                case TEXT -> '"' + node.asText() + '"';
            };
        }

        private static String shortest(JsonNode number) {
            var value = number.decimalValue().stripTrailingZeros();
            // A large exponent would write an unbounded number of digits.
            return Math.abs((long) value.scale()) > LARGEST_SCALE ? number.asText() : value.toPlainString();
        }

        private static String withDecimals(JsonNode number, int decimals) {
            var value = number.decimalValue().stripTrailingZeros();
            return Math.abs((long) value.scale()) > decimals
                    ? shortest(number)
                    : value.setScale(decimals, RoundingMode.UNNECESSARY).toPlainString();
        }
    }

    /** Lists the orders of keys: as read, sorted, reversed, and that of a hash table (Java). */
    enum Order {
        AS_READ,
        SORTED,
        REVERSED,
        HASHED;

        private List<Map.Entry<String, JsonNode>> arrange(JsonNode object) {
            var fields = new ArrayList<>(object.properties());
            switch (this) {
                case SORTED -> fields.sort(Map.Entry.comparingByKey());
                case REVERSED -> Collections.reverse(fields);
                case HASHED -> {
                    // Grows as it is filled: a copy of the map would have another capacity.
                    var table = new HashMap<String, JsonNode>();
                    fields.forEach(field -> table.put(field.getKey(), field.getValue()));
                    return new ArrayList<>(table.entrySet());
                }
                case AS_READ -> {}
            }
            return fields;
        }
    }

    /** Lists how the names of fields are spelled: as read, and as the properties of C# or the columns of a database. */
    enum Names {
        AS_READ,
        PASCAL_CASE,
        SNAKE_CASE;

        private String write(String name) {
            return switch (this) {
                case AS_READ -> name;
                case PASCAL_CASE ->
                    Pattern.compile("^.")
                            .matcher(name)
                            .replaceFirst(first -> first.group().toUpperCase(Locale.ROOT));
                case SNAKE_CASE -> name.replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
            };
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

    /** Lists what a serialiser may do differently, at last with the fields themselves: it leaves one out, or adds one that is null. */
    enum Change {
        SPACING,
        NUMBERS,
        ESCAPES,
        ORDER,
        NAMES,
        FIELDS
    }

    private record Style(
            Spacing spacing, LineEnds lineEnds, Names names, Order order, Numbers numbers, Escapes escapes) {
        static Style compact(Escapes escapes) {
            return new Style(Spacing.COMPACT, LineEnds.LF, Names.AS_READ, Order.AS_READ, Numbers.AS_READ, escapes);
        }
    }

    /** Returns the same JSON in every style that differs from compact JSON in nothing but these changes. */
    static Stream<byte[]> written(byte[] body, Change... changes) {
        try {
            var tree = MAPPER.readTree(body);
            var changed = Set.of(changes);
            var trees = changed.contains(Change.FIELDS) ? withOtherFields(tree) : Stream.of(tree);
            return trees.flatMap(each -> styles(each, changed).map(style -> Evidence.bytes(text(each, style))));
        } catch (JacksonException notJson) {
            return Stream.empty();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read bytes in memory", e);
        }
    }

    private static Stream<JsonNode> withOtherFields(JsonNode tree) {
        return tree instanceof ObjectNode object
                ? Stream.concat(
                        Stream.of(tree, object.deepCopy().putNull("freeRoundData")),
                        object.properties().stream()
                                .map(field -> object.deepCopy().without(field.getKey())))
                : Stream.of(tree);
    }

    private static Stream<Style> styles(JsonNode tree, Set<Change> changes) {
        // Most bodies have little to escape.
        var written = new HashSet<String>();
        var all = choices(changes, Change.ESCAPES, Escapes.values())
                .filter(escapes -> written.add(text(tree, Style.compact(escapes))))
                .toList();
        return choices(changes, Change.SPACING, Spacing.values())
                .flatMap(spacing -> choices(changes, Change.SPACING, LineEnds.values())
                        .limit(spacing.newline.isEmpty() ? 2 : LineEnds.values().length)
                        .flatMap(ends -> choices(changes, Change.NAMES, Names.values())
                                .flatMap(names -> choices(changes, Change.ORDER, Order.values())
                                        .flatMap(order -> choices(changes, Change.NUMBERS, Numbers.values())
                                                .flatMap(numbers -> all.stream()
                                                        .map(escapes -> new Style(
                                                                spacing, ends, names, order, numbers, escapes)))))));
    }

    private static <T> Stream<T> choices(Set<Change> changes, Change change, T[] all) {
        return Stream.of(all).limit(changes.contains(change) ? all.length : 1);
    }

    /** Returns a text as JSON in quotes. */
    static byte[] quote(byte[] text) {
        var out = new StringBuilder();
        quote(new String(text, StandardCharsets.UTF_8), Style.compact(Escapes.NONE), out);
        return Evidence.bytes(out.toString());
    }

    private static String text(JsonNode tree, Style style) {
        var out = new StringBuilder();
        write(tree, style, style.spacing.newline, out);
        // A line feed of a text is written as \\n.
        return out.toString().replace("\n", style.lineEnds.inside) + style.lineEnds.atEnd;
    }

    private static void write(JsonNode node, Style style, String line, StringBuilder out) {
        if (node.isObject()) {
            enclose('{', style.order.arrange(node), '}', style, line, out, (field, inner) -> {
                quote(style.names.write(field.getKey()), style, out);
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
        out.append(style.spacing.quote);
        text.chars().forEach(c -> write((char) c, style, out));
        out.append(style.spacing.quote);
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
