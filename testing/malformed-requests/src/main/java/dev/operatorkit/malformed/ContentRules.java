package dev.operatorkit.malformed;

import static dev.operatorkit.malformed.Rule.content;
import static dev.operatorkit.malformed.Rule.pick;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Makes content types, JSON and its encoding malformed (D-37, D-38; RFC 8259, RFC 3629). */
final class ContentRules {
    private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");
    private static final Pattern NUMBER = Pattern.compile("(?<=\":)[0-9][0-9.]*(?=[,}])");
    private static final Pattern PUNCTUATION = Pattern.compile("[{}:,\"]");

    private ContentRules() {}

    static final List<Rule> ALL = List.of(
            content(
                    "another content type",
                    (draft, random) -> draft.withType(pick(
                            random,
                            "text/json",
                            "text/plain",
                            "application/x-www-form-urlencoded",
                            "multipart/form-data; boundary=a",
                            "application/jsonp",
                            "application/problem+json",
                            "*/*",
                            "application",
                            "application/",
                            "/json",
                            ";",
                            "application/json, text/html",
                            "application/ json"))),
            content("no content type", (draft, random) -> draft.withType(null)),
            content(
                    "another charset",
                    (draft, random) -> draft.withType("application/json; charset="
                            + pick(random, "utf-16", "iso-8859-1", "utf-7", "x", "\"utf-16\"", "utf-32"))),
            content(
                    "two content types",
                    (draft, random) -> draft.withType(
                            "application/json\r\nContent-Type: " + pick(random, "text/plain", "application/json"))),
            content(
                    "JSON that ends too soon",
                    (draft, random) -> draft.withText(draft.text()
                            .substring(0, random.nextInt(1, draft.text().length())))),
            content("JSON without a mark", (draft, random) -> draft.withText(replace(PUNCTUATION, draft, random, ""))),
            content(
                    "JSON with another mark",
                    (draft, random) -> draft.withText(replace(
                            PUNCTUATION, draft, random, pick(random, ";", "'", "(", "=", "\\", "\u2028", "\u00a0")))),
            content(
                    "bytes after the JSON",
                    (draft, random) -> draft.withText(
                            draft.text() + pick(random, "}", "x", ",", "{}", "\0", "null", "]", "\f", "\u00a0"))),
            content(
                    "a request after the JSON",
                    (draft, random) -> draft.withText(draft.text() + "\r\n\r\nPOST " + draft.path()
                            + " HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}")),
            content(
                    "bytes before the JSON",
                    (draft, random) ->
                            draft.withText(pick(random, "\ufeff", "x", ",", "[]", "/**/", "//\n", "\0", "\f", ")]}'\n")
                                    + draft.text())),
            content(
                    "a key twice",
                    (draft, random) ->
                            draft.withText("{\"a\":1,\"a\":2," + draft.text().substring(1))),
            content(
                    "a key twice, once escaped",
                    (draft, random) -> draft.withText(
                            "{\"abc\":1,\"\\u0061bc\":1," + draft.text().substring(1))),
            content("deep nesting", (draft, random) -> {
                var depth = random.nextInt(100, 10_000);
                var open = pick(random, "[", "{\"a\":");
                var close = open.equals("[") ? "]" : "}";
                return draft.withText("{\"a\":" + open.repeat(depth) + (open.equals("[") ? "" : "1")
                        + close.repeat(random.nextBoolean() ? depth : 0) + ","
                        + draft.text().substring(1));
            }),
            content(
                    "an invalid number",
                    (draft, random) -> draft.withText(replace(
                            NUMBER,
                            draft,
                            random,
                            pick(
                                    random,
                                    "NaN",
                                    "Infinity",
                                    "-Infinity",
                                    "01",
                                    "1.",
                                    ".5",
                                    "+1",
                                    "0x1",
                                    "1e",
                                    "1e+",
                                    "--1",
                                    "1_0",
                                    "1,5",
                                    "\uff11",
                                    "1.2.3",
                                    "nul",
                                    "True",
                                    "undefined",
                                    "-")))),
            content(
                    "a number of another type",
                    (draft, random) -> draft.withText(replace(
                            NUMBER,
                            draft,
                            random,
                            pick(
                                    random,
                                    "\"1\"",
                                    "true",
                                    "[]",
                                    "{}",
                                    "[1]",
                                    "-0.000000001",
                                    "-1",
                                    "1e1000000000",
                                    "1e-100000000",
                                    "0.0000000001",
                                    "9".repeat(1001))))),
            content(
                    "an invalid escape",
                    (draft, random) -> draft.withText(replace(
                            STRING,
                            draft,
                            random,
                            "\"" + pick(random, "\\x", "\\u12g4", "\\u123", "\\", "\\'", "\\0", "\\U0041") + "\""))),
            content(
                    "a control character in a string",
                    (draft, random) ->
                            draft.withText(replace(STRING, draft, random, "\"a" + pick(random, 0, 31) + "\""))),
            content(
                    "half a surrogate pair",
                    (draft, random) -> draft.withText(
                            "{\"a\":\"" + pick(random, "\\ud800", "\\udc00\\ud800", "\\ud800\\u0041", "\\uDFFF") + "\","
                                    + draft.text().substring(1))),
            content("bytes that are not UTF-8", ContentRules::breakEncoding),
            content(
                    "another encoding",
                    (draft, random) ->
                            draft.withBody(draft.text().getBytes(random.nextBoolean() ? UTF_16BE : UTF_16LE))),
            content(
                    "UTF-32",
                    (draft, random) -> draft.withBody(
                            draft.text().getBytes(Charset.forName(pick(random, "UTF-32LE", "UTF-32BE"))))),
            content(
                    "no object",
                    (draft, random) -> draft.withText(pick(
                            random, "[]", "\"a\"", "1", "null", "true", " ", "\n", "[{}]", "[" + draft.text() + "]"))),
            content("random bytes as a body", (draft, random) -> {
                var noise = new byte[random.nextInt(1, 500)];
                random.nextBytes(noise);
                noise[0] = 0;
                return draft.withBody(noise);
            }),
            content(
                    "strings without quotes",
                    (draft, random) -> draft.withText(draft.text().replace("\"", pick(random, "'", "", "`")))));

    /** Replaces one random match. */
    private static String replace(Pattern pattern, Draft draft, RandomGenerator random, String replacement) {
        var text = draft.text();
        var found = pattern.matcher(text).results().toList();
        var chosen = found.get(random.nextInt(found.size()));
        return text.substring(0, chosen.start()) + replacement + text.substring(chosen.end());
    }

    private static Draft breakEncoding(Draft draft, RandomGenerator random) {
        var invalid = pick(
                        random,
                        "\u0080",
                        "\u00c3",
                        "\u00ff",
                        "\u00fe",
                        "\u00c0\u00af",
                        "\u00e0\u0080\u0080",
                        "\u00ed\u00a0\u0080",
                        "\u00f4\u0090\u0080\u0080",
                        "\u00e2\u0082",
                        "\u00f8\u0088\u0080\u0080\u0080")
                .getBytes(ISO_8859_1);
        var body = draft.text();
        var at = body.indexOf('"') + 1;
        var rest = body.substring(at).getBytes(UTF_8);
        var start = body.substring(0, at).getBytes(UTF_8);
        var bytes = Arrays.copyOf(start, start.length + invalid.length + rest.length);
        System.arraycopy(invalid, 0, bytes, start.length, invalid.length);
        System.arraycopy(rest, 0, bytes, start.length + invalid.length, rest.length);
        return draft.withBody(bytes);
    }
}
