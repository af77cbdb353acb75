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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Judges the signature of every call, and names the likely mistake when one is wrong (SIG-1 to SIG-9). */
final class SignatureJudge {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{128}");
    private static final JsonMapper JSON = JsonMapper.builder()
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
                var actual = "another signature on " + call.describe() + ": " + mistake.what();
                findings.failRule(mistake.rule(), "signature", actual, call);
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

    /** Blames the signed data; that another secret signed it cannot be ruled out. */
    private static Mistake guess(ClientCall call) {
        var rule = ruleOfData(call);
        return switch (rule) {
            case "SIG-5" ->
                new Mistake(rule, "other bytes were signed than the body that was sent, or with another secret", "");
            case "SIG-6" ->
                new Mistake(rule, "another text was signed than the query that was sent, or with another secret", "");
            default -> new Mistake("SIG-1", "the cause is unknown; check the secret first", "");
        };
    }

    private static String ruleOfData(ClientCall call) {
        return call.body().length > 0 ? "SIG-5" : call.query() != null ? "SIG-6" : "SIG-7";
    }

    private static List<Mistake> mistakes(ClientCall call, String timestamp) {
        var path = call.path();
        var data = latin(call.data());
        var all = new ArrayList<Mistake>();
        paths(call).forEach((other, what) -> {
            if (!other.equals(path)) {
                all.add(new Mistake("SIG-2", what, message(other, timestamp, data)));
                all.add(new Mistake("SIG-2", what, message(other, timestamp, "")));
            }
        });
        data(call, data)
                .forEach(
                        (other, what) -> all.add(new Mistake(ruleOfData(call), what, message(path, timestamp, other))));
        var conditions = call.header("If-None-Match").orElse("")
                + call.header("If-Modified-Since").orElse("");
        all.add(new Mistake("SIG-9", "a conditional header was signed", message(path, timestamp, data + conditions)));
        if (timestamp.matches("[0-9]{1,18}")) {
            var sent = Long.parseLong(timestamp);
            for (var other : List.of(sent, sent - 1, sent + 1, sent / 1000, sent * 1000)) {
                var what = "the timestamp " + other + " was signed and " + timestamp + " was sent";
                all.add(new Mistake("SIG-4", what, message(path, Long.toString(other), data)));
            }
        }
        if (data.isEmpty()) {
            all.add(new Mistake("SIG-7", "the second | is missing", path + "|" + timestamp));
        }
        all.add(new Mistake("SIG-1", "the parts were joined with a dot", path + "." + timestamp + "." + data));
        all.add(new Mistake("SIG-1", "the timestamp was signed before the path", message(timestamp, path, data)));
        var withMethod = call.method() + "|" + message(path, timestamp, data);
        all.add(new Mistake("SIG-1", "the method was signed too", withMethod));
        return all;
    }

    /** Returns the paths that are signed by mistake. */
    private static Map<String, String> paths(ClientCall call) {
        var path = call.path();
        var host = call.header("Host").orElse("") + path;
        var paths = new LinkedHashMap<String, String>();
        paths.putIfAbsent(host, "the host was signed with the path");
        paths.putIfAbsent("http://" + host, "the whole URL was signed");
        paths.putIfAbsent("https://" + host, "the whole URL was signed");
        paths.putIfAbsent("http://" + host + "?" + call.query(), "the whole URL was signed");
        paths.putIfAbsent(path + "#", "a fragment was signed with the path");
        paths.putIfAbsent(path.replace("/api/v1", ""), "the path was signed without /api/v1");
        paths.putIfAbsent(decoded(path, false), "the path was signed decoded");
        paths.putIfAbsent(escapes(path, true), "the path was signed with its escapes in upper case");
        paths.putIfAbsent(escapes(path, false), "the path was signed with its escapes in lower case");
        paths.putIfAbsent("/api/v1/free-rounds/campaigns/{code}", "the template of the route was signed");
        paths.putIfAbsent("/api/v1/games/{gameSlug}", "the template of the route was signed");
        paths.putIfAbsent(path + "?" + call.query(), "the query was signed with the path");
        return paths;
    }

    /** Returns the data that are signed by mistake. */
    private static Map<String, String> data(ClientCall call, String sent) {
        var data = new LinkedHashMap<String, String>();
        var query = call.query();
        if (call.body().length > 0) {
            data.putIfAbsent(sent.stripTrailing(), "the body was signed without the white space at its end");
            data.putIfAbsent(sent + "\n", "the body was signed with a newline that was not sent");
            data.putIfAbsent("", "nothing was signed instead of the body");
            data.putIfAbsent(
                    write(call.json()), "the body was serialised twice: one text was signed and the other sent");
            var sorted = new TreeMap<String, JsonNode>();
            call.json().properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
            data.putIfAbsent(write(sorted), "the body was serialised again with its keys sorted");
            if (query != null) {
                data.putIfAbsent(query, "the query was signed instead of the body");
            }
        } else if (query != null) {
            data.putIfAbsent("", "nothing was signed instead of the query");
            data.putIfAbsent("?" + query, "the query was signed with its question mark");
            var sorted = Arrays.stream(query.split("&", -1)).sorted().collect(Collectors.joining("&"));
            data.putIfAbsent(sorted, "the query was signed with its parameters in another order");
            data.putIfAbsent(decoded(query, true), "the query was signed decoded");
            data.putIfAbsent(query.replace("+", "%20"), "the query was signed in another encoding");
            data.putIfAbsent(query.replace("%20", "+"), "the query was signed in another encoding");
            data.putIfAbsent(escapes(query, false), "the query was signed with its escapes in lower case");
            data.putIfAbsent(escapes(query, true), "the query was signed with its escapes in upper case");
        } else {
            data.putIfAbsent("{}", "{} was signed instead of nothing");
            data.putIfAbsent("null", "the word null was signed instead of nothing");
        }
        return data;
    }

    private static String write(Object json) {
        try {
            return latin(JSON.writeValueAsBytes(json));
        } catch (IOException e) {
            return "";
        }
    }

    private static String decoded(String text, boolean plusIsSpace) {
        return latin(Parameters.decode(text, plusIsSpace).orElse("").getBytes(StandardCharsets.UTF_8));
    }

    private static String escapes(String text, boolean isUpper) {
        return Pattern.compile("%[0-9A-Fa-f]{2}")
                .matcher(text)
                .replaceAll(found -> isUpper
                        ? found.group().toUpperCase(Locale.ROOT)
                        : found.group().toLowerCase(Locale.ROOT));
    }
}
