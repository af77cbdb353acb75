package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.wire.SecretMatcher;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.transcript.Transcript;
import dev.operatorkit.wire.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes exchanges as an HTTP archive 1.2, the newest first, without tokens and signatures. The time is real; the simulator's own is
 * next to it. Names that begin with an underscore are additions, which the format allows.
 */
final class HarExport {
    private static final int PAGE = 100;
    private static final ObjectMapper JSON = new ObjectMapper();

    private HarExport() {}

    /** Writes all matching exchanges up to the newest one at this moment, so that it ends while others are added. */
    static void write(Transcript transcript, Filter filter, OutputStream out) throws IOException {
        // An export that fails must not end as valid JSON.
        try (var json = JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT)) {
            json.writeStartObject();
            json.writeObjectFieldStart("log");
            json.writeStringField("version", "1.2");
            json.writePOJOField("creator", Map.of("name", "OperatorKit simulator", "version", "1"));
            json.writeArrayFieldStart("entries");
            var page = transcript.search(filter, transcript.newestId() + 1, PAGE);
            while (!page.isEmpty()) {
                for (var entry : page) {
                    json.writePOJO(entry(entry));
                }
                page = transcript.search(filter, page.getLast().id(), PAGE);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndObject();
        }
    }

    private static Map<String, Object> entry(Entry entry) {
        var mask = new ExchangeMask(entry);
        var millis = entry.micros() / 1000.0;
        return object(
                "startedDateTime", PageText.machine(entry.wallAt()),
                "time", millis,
                "request", request(RawMessage.of(entry.request()), mask),
                "response", response(entry, RawMessage.of(entry.response()), mask),
                "cache", Map.of(),
                "timings", object("send", 0, "wait", millis, "receive", 0),
                "comment", mask.of(entry.verdict()),
                "_number", entry.id(),
                "_simulatorTime", PageText.machine(entry.at()),
                "_kind", entry.kind(),
                "_verdict", entry.judgement().name(),
                "_round", entry.round(),
                "_transaction", entry.transaction());
    }

    private static Map<String, Object> object(@Nullable Object... namesAndValues) {
        var object = new LinkedHashMap<String, Object>();
        for (var i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null) {
                object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
            }
        }
        return object;
    }

    private static Map<String, Object> request(RawMessage sent, ExchangeMask mask) {
        var host = Objects.requireNonNullElse(sent.header("Host"), "unknown");
        var body = content(sent, mask);
        return object(
                "method", sent.method(),
                "url", mask.of("http://" + host + sent.target()),
                "httpVersion", "HTTP/1.1",
                "cookies", List.of(),
                "headers", headers(sent, mask),
                "queryString", query(sent, mask),
                "postData", sent.body().length == 0 ? null : body,
                "headersSize", -1,
                "bodySize", sent.body().length);
    }

    private static List<Map<String, Object>> query(RawMessage sent, ExchangeMask mask) {
        var query = sent.query();
        return query == null
                ? List.of()
                : Stream.of(query.split("&", -1))
                        .map(pair -> pair.split("=", 2))
                        .map(pair -> object(
                                "name", decode(pair[0]),
                                "value", mask.parameter(decode(pair[0]), pair.length > 1 ? decode(pair[1]) : "")))
                        .toList();
    }

    private static Map<String, Object> response(Entry entry, RawMessage answer, ExchangeMask mask) {
        var line = answer.startLine().split(" ", 3);
        return object(
                "status",
                entry.status(),
                "statusText",
                line.length > 2 ? mask.of(line[2]) : "",
                "httpVersion",
                "HTTP/1.1",
                "cookies",
                List.of(),
                "headers",
                headers(answer, mask),
                "content",
                content(answer, mask),
                "redirectURL",
                "",
                "headersSize",
                -1,
                "bodySize",
                answer.body().length,
                "_error",
                entry.status() == 0 ? mask.of(entry.verdict()) : null);
    }

    /** Returns a body as text, or in Base64 if it is not UTF-8. */
    private static Map<String, Object> content(RawMessage message, ExchangeMask mask) {
        var body = mask.of(message.body());
        var text = RawMessage.utf8(body);
        return object(
                "size",
                body.length,
                "mimeType",
                Objects.requireNonNullElse(message.header("Content-Type"), ""),
                "text",
                text == null ? Base64.getEncoder().encodeToString(body) : text,
                "encoding",
                text == null ? "base64" : null);
    }

    private static List<Map<String, Object>> headers(RawMessage message, ExchangeMask mask) {
        return message.fields().stream()
                .map(field -> object("name", field.name(), "value", mask.header(field.name(), field.value())))
                .toList();
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /**
     * Hides in an exported exchange what opens an account or signs in somebody's name: session tokens, signatures, and the credentials
     * of other systems. A token is hidden in each of its spellings wherever it occurs in its exchange, since a wallet may repeat it in a message.
     */
    private static final class ExchangeMask {
        private static final String TOKEN = "$TOKEN";
        private static final String SIGNATURE = "$SIGNATURE";
        private static final String CREDENTIALS = "$CREDENTIALS";

        /** Matches a token where its name stands before it: in a query, or in a JSON object. */
        private static final Pattern NAMED =
                Pattern.compile("([?&]token=|\"token\"\\s*:\\s*\")((?:[^&\\s\"\\\\]++|\\\\.)++)");
        /** Shorter tokens occur in ids and amounts by chance. */
        private static final int SHORTEST = 7;
        /** Longer ones are no tokens (D-36), and to look for one in each of its spellings could take long. */
        private static final int LONGEST = Limits.MAX_TOKEN_LENGTH;

        private static final Set<String> CREDENTIAL_HEADERS =
                Set.of("authorization", "proxy-authorization", "cookie", "set-cookie");
        private static final Set<String> SIGNATURE_HEADERS = Set.of("x-svc-signature");

        private final List<SecretMatcher> tokens;

        ExchangeMask(Entry entry) {
            var found = new LinkedHashSet<String>();
            if (entry.kind().equals(CallbackKind.PLAYER.name()) && entry.player() != null) {
                found.add(entry.player());
            }
            // Latin-1 keeps every byte, so that a token beside bytes that are no UTF-8 is found too.
            for (var message : List.of(entry.request(), entry.response())) {
                NAMED.matcher(new String(message, StandardCharsets.ISO_8859_1))
                        .results()
                        .forEach(match -> {
                            var token = new String(
                                    match.group(2).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
                            found.add(token);
                            found.add(decode(token));
                        });
            }
            tokens = found.stream()
                    .filter(token -> token.length() >= SHORTEST && token.length() <= LONGEST)
                    .sorted(Comparator.comparingInt(String::length).reversed())
                    .map(SecretMatcher::of)
                    .toList();
        }

        /** Returns the value of a parameter of a query, as one with this name. */
        String parameter(String name, String value) {
            return name.equals("token") ? TOKEN : of(value);
        }

        /** Returns a text without the tokens of its exchange. */
        String of(String text) {
            var masked = text;
            for (var token : tokens) {
                masked = token.mask(masked, TOKEN);
            }
            return NAMED.matcher(masked).replaceAll("$1" + Matcher.quoteReplacement(TOKEN));
        }

        /** Returns bytes without the tokens of their exchange. */
        byte[] of(byte[] bytes) {
            return of(new String(bytes, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1);
        }

        /** Returns the value of a header without what is secret in it. */
        String header(String name, String value) {
            var lower = name.toLowerCase(Locale.ROOT);
            return CREDENTIAL_HEADERS.contains(lower)
                    ? CREDENTIALS
                    : SIGNATURE_HEADERS.contains(lower) ? SIGNATURE : of(value);
        }
    }
}
