package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.wire.SecretMatcher;
import dev.operatorkit.conformance.wire.WireBytes;
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
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes exchanges as an HTTP archive 1.2, the newest first, without tokens, signatures and credentials of other systems. The time is
 * real; the simulator's own is next to it. Names that begin with an underscore are additions, which the format allows.
 */
final class HarExport {
    private static final int PAGE = 100;
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String TOKEN = "$TOKEN";
    /** Matches a token after its name: in a query, or in a JSON object. */
    private static final Pattern NAMED =
            Pattern.compile("([?&]token=|\"token\"\\s*:\\s*\")((?:[^&\\s\"\\\\]++|\\\\.)++)");

    private static final Pattern SIGNATURE = Pattern.compile("(?im)^(x-svc-signature):.*$");
    private static final Pattern CREDENTIALS =
            Pattern.compile("(?im)^(authorization|proxy-authorization|cookie|set-cookie):.*$");
    /** Shorter tokens occur in ids and amounts by chance. */
    private static final int MIN_TOKEN_LENGTH = 7;

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
        var tokens = tokens(entry);
        var millis = entry.micros() / 1000.0;
        return object(
                "startedDateTime", PageText.machine(entry.wallAt()),
                "time", millis,
                "request", request(masked(entry.request(), tokens)),
                "response", response(entry.status(), masked(entry.response(), tokens)),
                "cache", Map.of(),
                "timings", object("send", 0, "wait", millis, "receive", 0),
                "comment", mask(entry.verdict(), tokens),
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

    private static Map<String, Object> request(RawMessage sent) {
        return object(
                "method",
                sent.method(),
                "url",
                "http://" + Objects.requireNonNullElse(sent.header("Host"), "unknown") + sent.target(),
                "httpVersion",
                "HTTP/1.1",
                "cookies",
                List.of(),
                "headers",
                headers(sent),
                "queryString",
                query(sent),
                "postData",
                sent.body().length == 0 ? null : content(sent),
                "headersSize",
                -1,
                "bodySize",
                sent.body().length);
    }

    private static List<Map<String, Object>> query(RawMessage sent) {
        var query = sent.query();
        return query == null
                ? List.of()
                : Stream.of(query.split("&", -1))
                        .map(pair -> pair.split("=", 2))
                        .map(pair -> object("name", decode(pair[0]), "value", pair.length > 1 ? decode(pair[1]) : ""))
                        .toList();
    }

    private static Map<String, Object> response(int status, RawMessage answer) {
        var line = answer.startLine().split(" ", 3);
        return object(
                "status",
                status,
                "statusText",
                line.length > 2 ? line[2] : "",
                "httpVersion",
                "HTTP/1.1",
                "cookies",
                List.of(),
                "headers",
                headers(answer),
                "content",
                content(answer),
                "redirectURL",
                "",
                "headersSize",
                -1,
                "bodySize",
                answer.body().length);
    }

    /** Returns a body as text, or in Base64 if it is not UTF-8. */
    private static Map<String, Object> content(RawMessage message) {
        var text = WireBytes.text(message.body()).orElse(null);
        return object(
                "size",
                message.body().length,
                "mimeType",
                message.text("Content-Type"),
                "text",
                text == null ? Base64.getEncoder().encodeToString(message.body()) : text,
                "encoding",
                text == null ? "base64" : null);
    }

    private static List<Map<String, Object>> headers(RawMessage message) {
        return message.fields().stream()
                .map(field -> object("name", field.name(), "value", field.value()))
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
     * Returns the session tokens of an exchange, in each of their spellings: a wallet may repeat one in a message. Longer texts are no
     * tokens (D-36), and their spellings could take long to find.
     */
    private static List<SecretMatcher> tokens(Entry entry) {
        var found = new LinkedHashSet<String>();
        if (entry.kind().equals(CallbackKind.PLAYER.name()) && entry.player() != null) {
            found.add(entry.player());
        }
        for (var message : List.of(entry.request(), entry.response())) {
            NAMED.matcher(new String(message, StandardCharsets.ISO_8859_1))
                    .results()
                    .map(match ->
                            new String(match.group(2).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
                    .flatMap(token -> Stream.of(token, decode(token)))
                    .forEach(found::add);
        }
        return found.stream()
                .filter(token -> token.length() >= MIN_TOKEN_LENGTH && token.length() <= Limits.MAX_TOKEN_LENGTH)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(SecretMatcher::of)
                .toList();
    }

    private static String mask(String text, List<SecretMatcher> tokens) {
        var masked = text;
        for (var token : tokens) {
            masked = token.mask(masked, TOKEN);
        }
        return NAMED.matcher(masked).replaceAll("$1\\" + TOKEN);
    }

    /** Masks the bytes of a message as Latin-1, which keeps every byte, so that a token next to bytes that are no UTF-8 is found. */
    private static RawMessage masked(byte[] message, List<SecretMatcher> tokens) {
        var text = mask(new String(message, StandardCharsets.ISO_8859_1), tokens);
        var end = text.indexOf("\r\n\r\n");
        var bodyAt = end < 0 ? text.length() : end;
        var head = SIGNATURE.matcher(text.substring(0, bodyAt)).replaceAll("$1: \\$SIGNATURE");
        head = CREDENTIALS.matcher(head).replaceAll("$1: \\$CREDENTIALS");
        return RawMessage.of((head + text.substring(bodyAt)).getBytes(StandardCharsets.ISO_8859_1));
    }
}
