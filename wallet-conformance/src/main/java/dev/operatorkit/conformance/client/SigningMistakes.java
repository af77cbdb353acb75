package dev.operatorkit.conformance.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.operatorkit.conformance.client.SignatureJudge.Mistake;
import dev.operatorkit.conformance.wire.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tries the usual mistakes in signing, until one makes the signature that was sent. */
final class SigningMistakes {
    private static final ObjectMapper COMPACT = JsonMapper.builder().build();
    private static final ObjectMapper SORTED = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private final ClientCall call;
    private final String timestamp;
    private final String signature;
    private final Secret secret;

    private SigningMistakes(ClientCall call, String timestamp, String signature, Secret secret) {
        this.call = call;
        this.timestamp = timestamp;
        this.signature = signature;
        this.secret = secret;
    }

    /** Returns the mistake that explains this signature, if it is a usual one. */
    static Optional<Mistake> find(ClientCall call, String timestamp, String signature, Secret secret) {
        var search = new SigningMistakes(call, timestamp, signature, secret);
        return search.inPath().or(search::inData).or(search::inTimestamp).or(search::inForm);
    }

    private Optional<Mistake> inPath() {
        var host = call.header("Host").orElse("");
        var query = call.query();
        var paths = new LinkedHashMap<String, String>();
        paths.put(host + call.path(), "the host was signed with the path");
        paths.put("http://" + host + call.path(), "the whole URL was signed");
        paths.put("https://" + host + call.path(), "the whole URL was signed");
        paths.put("http://" + host + call.path() + "?" + query, "the whole URL was signed");
        paths.put(call.path() + "#", "a fragment was signed with the path");
        paths.put(call.path().replace("/api/v1", ""), "the path was signed without /api/v1");
        paths.put(utf8(Parameters.decode(call.path(), false).orElse("")), "the path was signed decoded");
        paths.put(escapes(call.path(), true), "the path was signed with its escapes in upper case");
        paths.put(escapes(call.path(), false), "the path was signed with its escapes in lower case");
        paths.put("/api/v1/free-rounds/campaigns/{code}", "the template of the route was signed");
        paths.put("/api/v1/games/{gameSlug}", "the template of the route was signed");
        if (query != null) {
            paths.put(call.path() + "?" + query, "the query was signed with the path");
        }
        paths.remove(call.path());
        for (var path : paths.entrySet()) {
            if (matches(path.getKey(), timestamp, call.data()) || matches(path.getKey(), timestamp, new byte[0])) {
                return Optional.of(new Mistake("SIG-2", path.getValue()));
            }
        }
        return Optional.empty();
    }

    /** Returns a text in which each character is a byte, as the signed text has it. */
    private static String utf8(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private Optional<Mistake> inData() {
        var rule = call.body().length > 0 ? "SIG-5" : call.query() != null ? "SIG-6" : "SIG-7";
        var candidates = call.body().length > 0 ? bodies() : call.query() != null ? queries() : nothing();
        for (var data : candidates.entrySet()) {
            if (matches(call.path(), timestamp, data.getKey().getBytes(StandardCharsets.UTF_8))) {
                return Optional.of(new Mistake(rule, data.getValue()));
            }
        }
        var conditions = call.header("If-None-Match").orElse("")
                + call.header("If-Modified-Since").orElse("");
        var text = new String(call.data(), StandardCharsets.ISO_8859_1);
        return !conditions.isEmpty()
                        && matches(call.path(), timestamp, (text + conditions).getBytes(StandardCharsets.ISO_8859_1))
                ? Optional.of(new Mistake("SIG-9", "a conditional header was signed"))
                : Optional.empty();
    }

    private Map<String, String> bodies() {
        var text = new String(call.body(), StandardCharsets.UTF_8);
        var bodies = new LinkedHashMap<String, String>();
        bodies.put(text.stripTrailing(), "the body was signed without the white space at its end");
        bodies.put(text + "\n", "the body was signed with a newline that was not sent");
        bodies.put("", "nothing was signed instead of the body");
        bodies.put(written(COMPACT), "the body was serialised twice: one text was signed and the other sent");
        bodies.put(written(SORTED), "the body was serialised again with its keys sorted");
        var query = call.query();
        if (query != null) {
            bodies.put(query, "the query was signed instead of the body");
        }
        return bodies;
    }

    private String written(ObjectMapper how) {
        try {
            var json = call.json();
            return json.isObject() ? how.writeValueAsString(sorted(json, how.equals(SORTED))) : "";
        } catch (IOException e) {
            return "";
        }
    }

    private static Object sorted(JsonNode json, boolean byKey) {
        if (!byKey) {
            return json;
        }
        var fields = new TreeMap<String, JsonNode>();
        json.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }

    private Map<String, String> queries() {
        var query = String.valueOf(call.query());
        var queries = new LinkedHashMap<String, String>();
        queries.put("", "nothing was signed instead of the query");
        queries.put("?" + query, "the query was signed with its question mark");
        queries.put(
                Arrays.stream(query.split("&", -1)).sorted().collect(Collectors.joining("&")),
                "the query was signed with its parameters in another order");
        queries.put(Parameters.decode(query, true).orElse(""), "the query was signed decoded");
        queries.put(query.replace("+", "%20"), "the query was signed in another encoding");
        queries.put(query.replace("%20", "+"), "the query was signed in another encoding");
        queries.put(escapes(query, false), "the query was signed with its escapes in lower case");
        queries.put(escapes(query, true), "the query was signed with its escapes in upper case");
        return queries;
    }

    private static String escapes(String query, boolean upper) {
        return Pattern.compile("%[0-9A-Fa-f]{2}")
                .matcher(query)
                .replaceAll(found -> upper
                        ? found.group().toUpperCase(Locale.ROOT)
                        : found.group().toLowerCase(Locale.ROOT));
    }

    private static Map<String, String> nothing() {
        return Map.of("{}", "{} was signed instead of nothing", "null", "the word null was signed instead of nothing");
    }

    private Optional<Mistake> inTimestamp() {
        if (!timestamp.matches("[0-9]{1,18}")) {
            return Optional.empty();
        }
        var sent = Long.parseLong(timestamp);
        for (var other : new long[] {sent, sent - 1, sent + 1, sent / 1000, sent * 1000}) {
            if (matches(call.path(), Long.toString(other), call.data())) {
                return Optional.of(
                        new Mistake("SIG-4", "the timestamp " + other + " was signed and " + timestamp + " was sent"));
            }
        }
        return Optional.empty();
    }

    private Optional<Mistake> inForm() {
        var text = new String(SignatureJudge.message(call.path(), timestamp, call.data()), StandardCharsets.ISO_8859_1);
        var bar = text.substring(0, text.length() - call.data().length - 1);
        if (call.data().length == 0 && signature.equals(hex(bar))) {
            return Optional.of(new Mistake("SIG-7", "the second | is missing"));
        }
        var data = text.substring(bar.length() + 1);
        var forms = Map.of(
                call.path() + "." + timestamp + "." + data, "the parts were joined with a dot",
                timestamp + "|" + call.path() + "|" + data, "the timestamp was signed before the path",
                call.method() + "|" + text, "the method was signed too");
        for (var form : forms.entrySet()) {
            if (signature.equals(hex(form.getKey()))) {
                return Optional.of(new Mistake("SIG-1", form.getValue()));
            }
        }
        var bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return signature.equals(secret.plainHash(bytes, true)) || signature.equals(secret.plainHash(bytes, false))
                ? Optional.of(new Mistake("SIG-1", "a hash was made in place of an HMAC"))
                : Optional.empty();
    }

    private String hex(String message) {
        return secret.hex("HmacSHA512", message.getBytes(StandardCharsets.ISO_8859_1));
    }

    private boolean matches(String path, String signed, byte[] data) {
        return signature.equals(secret.hex("HmacSHA512", SignatureJudge.message(path, signed, data)));
    }
}
