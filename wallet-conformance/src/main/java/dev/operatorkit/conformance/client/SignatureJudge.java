package dev.operatorkit.conformance.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.operatorkit.conformance.wire.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Judges the signature of every call, and names the likely mistake when one is wrong (SIG-1 to SIG-9). */
final class SignatureJudge {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{128}");
    private static final JsonMapper COMPACT = JsonMapper.builder().build();
    private static final JsonMapper SORTED = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private SignatureJudge() {}

    static void judge(Evidence evidence, Findings findings) {
        var earlier = new HashSet<String>();
        for (var call : evidence.calls()) {
            var signature = call.header(CallJudges.SIGNATURE);
            var timestamp = call.header(CallJudges.TIMESTAMP);
            if (signature.isEmpty() || timestamp.isEmpty()) {
                continue; // CallJudges reports it
            }
            var isReplayed = !earlier.add(signature.get());
            if (!call.isSignedBy(evidence.secret())) {
                var mistake = isReplayed
                        ? new Mistake(
                                "SIG-4", "the signature of an earlier call, sent again with another timestamp", "")
                        : find(call, timestamp.get(), signature.get(), evidence.secret());
                findings.fail(
                        mistake.rule(),
                        "lowercase hex of HMAC-SHA512 over path, timestamp and data as they are sent",
                        "another signature on " + call.describe() + ": " + mistake.what(),
                        "Compare with bin/simulator explain, or with docs/vectors.",
                        call);
            }
        }
    }

    /**
     * Holds a mistake in signing.
     *
     * @param rule the rule that it breaks
     * @param message the text that is signed by mistake, a character for each byte
     */
    private record Mistake(String rule, String what, String message) {}

    static String sign(ClientCall call, String timestamp, Secret secret) {
        return hex(secret, message(call.path(), timestamp, latin(call.data())));
    }

    private static String message(String path, String timestamp, String data) {
        return path + "|" + timestamp + "|" + data;
    }

    private static String hex(Secret secret, String message) {
        return secret.hex("HmacSHA512", bytes(message));
    }

    private static byte[] bytes(String message) {
        return message.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Returns the usual mistake that makes the signature that was sent, or else a guess. */
    private static Mistake find(ClientCall call, String timestamp, String signature, Secret secret) {
        return inForm(signature, sign(call, timestamp, secret))
                .or(() -> mistakes(call, timestamp).stream()
                        .filter(each -> signature.equals(hex(secret, each.message)))
                        .findFirst())
                .or(() -> inHash(signature, bytes(message(call.path(), timestamp, latin(call.data()))), secret))
                .orElseGet(() -> guess(call));
    }

    private static Optional<Mistake> inForm(String signature, String right) {
        var what = signature.toLowerCase(Locale.ROOT).equals(right)
                ? "the correct one in upper-case hex"
                : !right.isEmpty() && right.startsWith(signature)
                        ? "only its first " + signature.length() + " digits"
                        : signature.endsWith(right)
                                ? "the correct one after other characters"
                                : FORM.matcher(signature).matches() ? "" : "it is not 128 digits of lowercase hex";
        return what.isEmpty() ? Optional.empty() : Optional.of(new Mistake("SIG-1", what, ""));
    }

    private static Optional<Mistake> inHash(String signature, byte[] message, Secret secret) {
        return signature.equals(secret.plainHash(message, true)) || signature.equals(secret.plainHash(message, false))
                ? Optional.of(new Mistake("SIG-1", "a hash was made in place of an HMAC", ""))
                : Optional.empty();
    }

    /** Blames what was signed; that another secret signed it cannot be ruled out. */
    private static Mistake guess(ClientCall call) {
        return switch (ruleOfData(call)) {
            case "SIG-5" ->
                new Mistake("SIG-5", "other bytes were signed than the body that was sent, or with another secret", "");
            case "SIG-6" ->
                new Mistake(
                        "SIG-6", "another text was signed than the query that was sent, or with another secret", "");
            default -> new Mistake("SIG-1", "the cause is unknown; check the secret first", "");
        };
    }

    private static String ruleOfData(ClientCall call) {
        return call.body().length > 0 ? "SIG-5" : call.query() != null ? "SIG-6" : "SIG-7";
    }

    /** Collects the usual mistakes with one call. */
    private static final class Mistakes {
        private final List<Mistake> all = new ArrayList<>();
        private final String path;
        private final String timestamp;
        private final String data;
        private final String ruleOfData;

        Mistakes(ClientCall call, String timestamp) {
            this.path = call.path();
            this.timestamp = timestamp;
            this.data = latin(call.data());
            this.ruleOfData = ruleOfData(call);
        }

        void path(String other, String what) {
            if (!other.equals(path)) {
                all.add(new Mistake("SIG-2", what, message(other, timestamp, data)));
                all.add(new Mistake("SIG-2", what, message(other, timestamp, "")));
            }
        }

        void data(String other, String what) {
            all.add(new Mistake(ruleOfData, what, message(path, timestamp, other)));
        }

        void text(String rule, String message, String what) {
            all.add(new Mistake(rule, what, message));
        }
    }

    private static List<Mistake> mistakes(ClientCall call, String timestamp) {
        var mistakes = new Mistakes(call, timestamp);
        var path = call.path();
        var data = latin(call.data());
        var host = call.header("Host").orElse("") + path;
        mistakes.path(host, "the host was signed with the path");
        mistakes.path("http://" + host, "the whole URL was signed");
        mistakes.path("https://" + host, "the whole URL was signed");
        mistakes.path("http://" + host + "?" + call.query(), "the whole URL was signed");
        mistakes.path(path + "#", "a fragment was signed with the path");
        mistakes.path(path.replace("/api/v1", ""), "the path was signed without /api/v1");
        mistakes.path(
                latin(Parameters.decode(path, false).orElse("").getBytes(StandardCharsets.UTF_8)),
                "the path was signed decoded");
        mistakes.path(escapes(path, true), "the path was signed with its escapes in upper case");
        mistakes.path(escapes(path, false), "the path was signed with its escapes in lower case");
        mistakes.path("/api/v1/free-rounds/campaigns/{code}", "the template of the route was signed");
        mistakes.path("/api/v1/games/{gameSlug}", "the template of the route was signed");
        if (call.query() != null) {
            mistakes.path(path + "?" + call.query(), "the query was signed with the path");
        }
        if (call.body().length > 0) {
            bodies(call, data, mistakes);
        } else if (call.query() != null) {
            queries(call.query(), mistakes);
        } else {
            mistakes.data("{}", "{} was signed instead of nothing");
            mistakes.data("null", "the word null was signed instead of nothing");
        }
        var conditions = call.header("If-None-Match").orElse("")
                + call.header("If-Modified-Since").orElse("");
        mistakes.text("SIG-9", message(path, timestamp, data + conditions), "a conditional header was signed");
        if (timestamp.matches("[0-9]{1,18}")) {
            var sent = Long.parseLong(timestamp);
            LongStream.of(sent, sent - 1, sent + 1, sent / 1000, sent * 1000)
                    .forEach(other -> mistakes.text(
                            "SIG-4",
                            message(path, Long.toString(other), data),
                            "the timestamp " + other + " was signed and " + timestamp + " was sent"));
        }
        if (data.isEmpty()) {
            mistakes.text("SIG-7", path + "|" + timestamp, "the second | is missing");
        }
        mistakes.text("SIG-1", path + "." + timestamp + "." + data, "the parts were joined with a dot");
        mistakes.text("SIG-1", message(timestamp, path, data), "the timestamp was signed before the path");
        mistakes.text("SIG-1", call.method() + "|" + message(path, timestamp, data), "the method was signed too");
        return mistakes.all;
    }

    private static void bodies(ClientCall call, String text, Mistakes mistakes) {
        mistakes.data(text.stripTrailing(), "the body was signed without the white space at its end");
        mistakes.data(text + "\n", "the body was signed with a newline that was not sent");
        mistakes.data("", "nothing was signed instead of the body");
        mistakes.data(
                write(COMPACT, call.json()), "the body was serialised twice: one text was signed and the other sent");
        var sorted = new TreeMap<String, JsonNode>();
        call.json().properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
        mistakes.data(write(SORTED, sorted), "the body was serialised again with its keys sorted");
        if (call.query() != null) {
            mistakes.data(call.query(), "the query was signed instead of the body");
        }
    }

    private static String write(JsonMapper mapper, Object json) {
        try {
            return latin(mapper.writeValueAsBytes(json));
        } catch (IOException e) {
            return "";
        }
    }

    private static void queries(String query, Mistakes mistakes) {
        mistakes.data("", "nothing was signed instead of the query");
        mistakes.data("?" + query, "the query was signed with its question mark");
        mistakes.data(
                Arrays.stream(query.split("&", -1)).sorted().collect(Collectors.joining("&")),
                "the query was signed with its parameters in another order");
        mistakes.data(
                latin(Parameters.decode(query, true).orElse("").getBytes(StandardCharsets.UTF_8)),
                "the query was signed decoded");
        mistakes.data(query.replace("+", "%20"), "the query was signed in another encoding");
        mistakes.data(query.replace("%20", "+"), "the query was signed in another encoding");
        mistakes.data(escapes(query, false), "the query was signed with its escapes in lower case");
        mistakes.data(escapes(query, true), "the query was signed with its escapes in upper case");
    }

    private static String escapes(String text, boolean isUpper) {
        return Pattern.compile("%[0-9A-Fa-f]{2}")
                .matcher(text)
                .replaceAll(found -> isUpper
                        ? found.group().toUpperCase(Locale.ROOT)
                        : found.group().toLowerCase(Locale.ROOT));
    }
}
