package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Request.Signing;
import dev.operatorkit.conformance.wire.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Lists ways of signing that a wallet must refuse, and secrets that can be guessed (SIG-1). */
final class WrongSignatures {
    private static final String ALGORITHM = "HmacSHA512";

    /** The secrets of documentation and of defaults. */
    private static final String PUBLISHED = "an-example-secret-not-for-use vector-secret-0123456789abcdef"
            + " vector-secret-before-the-rotation a-secret-for-tests <SECRET_KEY> SECRET_KEY changeme change-me secret"
            + " secret-key your-secret-key test test-secret password default admin operator key 0 null undefined";

    private WrongSignatures() {}

    /** Returns changes of the valid signature. */
    static Map<String, UnaryOperator<Request>> changes(Map<String, UnaryOperator<String>> ways) {
        var changes = new LinkedHashMap<String, UnaryOperator<Request>>();
        ways.forEach((name, way) -> changes.put(name, r -> r.signature(way)));
        return changes;
    }

    /** Returns parts of the valid signature. */
    static Map<String, UnaryOperator<Request>> cuts(int... lengths) {
        var cuts = new LinkedHashMap<String, UnaryOperator<String>>();
        for (var length : lengths) {
            cuts.put("the first " + length + " digits", s -> s.substring(0, length));
        }
        cuts.put("the last 64 digits", s -> s.substring(64));
        return changes(cuts);
    }

    /** Returns signatures of another algorithm or encoding. */
    static Map<String, UnaryOperator<Request>> kinds() {
        var kinds = new LinkedHashMap<String, BiFunction<Secret, byte[], String>>();
        for (var algorithm : new String[] {"HmacSHA256", "HmacSHA384", "HmacSHA1", "HmacMD5", "HmacSHA512/256"}) {
            kinds.put(algorithm, (secret, message) -> secret.hex(algorithm, message));
        }
        kinds.put("base64", (secret, message) -> Base64.getEncoder().encodeToString(secret.mac(ALGORITHM, message)));
        kinds.put("SHA-512 with no key", (secret, message) -> Secret.of(message).plainHash(new byte[0], true));
        kinds.put("SHA-512 of the secret and the text", (secret, message) -> secret.plainHash(message, true));
        kinds.put("SHA-512 of the text and the secret", (secret, message) -> secret.plainHash(message, false));
        kinds.put("an empty key", (secret, message) -> Secret.of("\0").hex(ALGORITHM, message));
        return signings(
                kinds, kind -> (secret, path, time, data) -> kind.apply(secret, Secret.message(path, time, data)));
    }

    /** Returns signatures over the same parts, composed in another way. */
    static Map<String, UnaryOperator<Request>> compositions() {
        var ways = new LinkedHashMap<String, Composition>();
        ways.put("no bars", (p, t, d) -> p + t + d);
        ways.put("colons", (p, t, d) -> p + ":" + t + ":" + d);
        ways.put("line feeds", (p, t, d) -> p + "\n" + t + "\n" + d);
        ways.put("timestamp first", (p, t, d) -> t + "|" + p + "|" + d);
        ways.put("data only", (p, t, d) -> d);
        ways.put("path and data", (p, t, d) -> p + "|" + d);
        ways.put("path and timestamp", (p, t, d) -> p + "|" + t + "|");
        ways.put("timestamp and data", (p, t, d) -> t + "|" + d);
        ways.put("the path left empty", (p, t, d) -> "|" + t + "|" + d);
        ways.put("the timestamp left empty", (p, t, d) -> p + "||" + d);
        ways.put("the method before", (p, t, d) -> "POST|" + p + "|" + t + "|" + d);
        ways.put("a bar at the end", (p, t, d) -> p + "|" + t + "|" + d + "|");
        ways.put("a line feed at the end", (p, t, d) -> p + "|" + t + "|" + d + "\n");
        return signings(ways, way -> (secret, path, time, data) -> way.sign(secret, path, time, data));
    }

    @FunctionalInterface
    private interface Composition {
        String compose(String path, String timestamp, String data);

        default String sign(Secret secret, String path, String time, byte[] data) {
            var text = compose(path, time, new String(data, StandardCharsets.UTF_8));
            return secret.hex(ALGORITHM, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static <T> Map<String, UnaryOperator<Request>> signings(Map<String, T> ways, Function<T, Signing> signing) {
        var signings = new LinkedHashMap<String, UnaryOperator<Request>>();
        ways.forEach((name, way) -> signings.put(name, r -> r.signing(signing.apply(way))));
        return signings;
    }

    /** Returns guessable secrets by their names in findings: published ones, and what a request shows; without the wallet's own. */
    static Map<String, Secret> listAllExcept(Secret own, CaseContext t) {
        var texts = new LinkedHashMap<String, String>();
        for (var text : PUBLISHED.split(" ", -1)) {
            texts.put("the secret \"" + text + "\"", text);
        }
        texts.put("the session token as the secret", t.player().token());
        texts.put("accountId as the secret", t.player().accountId());
        texts.put("gameId as the secret", t.game());
        texts.put("the path of debits as the secret", t.prefix() + "/debit");
        var secrets = new LinkedHashMap<String, Secret>();
        texts.forEach((name, text) -> {
            if (!text.isEmpty() && !Secret.of(text).isSame(own)) {
                secrets.put(name, Secret.of(text));
            }
        });
        return secrets;
    }
}
