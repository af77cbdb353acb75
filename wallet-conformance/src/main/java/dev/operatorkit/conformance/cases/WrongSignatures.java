package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.CaseContext;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Lists ways of signing that a wallet must refuse (SIG-1). */
final class WrongSignatures {
    private WrongSignatures() {}

    /** Returns parts of the valid signature. */
    static Map<String, UnaryOperator<Request>> cuts(int... lengths) {
        var cuts = new LinkedHashMap<String, UnaryOperator<Request>>();
        for (var length : lengths) {
            cuts.put("the first " + length + " digits", r -> r.signature(s -> s.substring(0, length)));
        }
        cuts.put("the last 64 digits", r -> r.signature(s -> s.substring(64)));
        return cuts;
    }

    /** Returns signatures of another algorithm or encoding. */
    static Map<String, UnaryOperator<Request>> kinds() {
        var kinds = new LinkedHashMap<String, UnaryOperator<Request>>();
        for (var algorithm : new String[] {"HmacSHA256", "HmacSHA384", "HmacSHA1", "HmacMD5", "HmacSHA512/256"}) {
            kinds.put(
                    algorithm,
                    r -> r.signing((secret, path, time, data) -> secret.hex(algorithm, message(path, time, data))));
        }
        kinds.put(
                "base64",
                r -> r.signing((secret, path, time, data) ->
                        Base64.getEncoder().encodeToString(secret.mac("HmacSHA512", message(path, time, data)))));
        kinds.put(
                "SHA-512 with no key", r -> r.signing((secret, path, time, data) -> sha512(message(path, time, data))));
        kinds.put(
                "SHA-512 of the secret and the text",
                r -> r.signing((secret, path, time, data) -> secret.plainHash(message(path, time, data), true)));
        kinds.put(
                "SHA-512 of the text and the secret",
                r -> r.signing((secret, path, time, data) -> secret.plainHash(message(path, time, data), false)));
        kinds.put(
                "an empty key",
                r -> r.signing((secret, path, time, data) -> Secret.of("\0").sign(path, time, data)));
        return kinds;
    }

    /** Returns signatures over the same parts, composed in another way. */
    static Map<String, UnaryOperator<Request>> compositions() {
        var made = new LinkedHashMap<String, UnaryOperator<Request>>();
        BiFunction<String, Composition, UnaryOperator<Request>> way = (name, c) -> r ->
                r.signing((secret, path, time, data) -> secret.hex("HmacSHA512", utf8(c.of(path, time, text(data)))));
        Map<String, Composition> ways = new LinkedHashMap<>();
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
        ways.forEach((name, c) -> made.put(name, way.apply(name, c)));
        return made;
    }

    @FunctionalInterface
    private interface Composition {
        String of(String path, String timestamp, String data);
    }

    private static byte[] message(String path, String time, byte[] data) {
        return Secret.message(path, time, data);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String sha512(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final List<String> PUBLISHED = List.of(
            "an-example-secret-not-for-use",
            "vector-secret-0123456789abcdef",
            "vector-secret-before-the-rotation",
            "a-secret-for-tests",
            "<SECRET_KEY>",
            "SECRET_KEY",
            "changeme",
            "change-me",
            "secret",
            "secret-key",
            "your-secret-key",
            "test",
            "test-secret",
            "password",
            "default",
            "admin",
            "operator",
            "key",
            "0",
            "null",
            "undefined");

    /** Returns the secrets by their names in findings, without the one that the wallet has. */
    static Map<String, Secret> listAllExcept(Secret own, CaseContext t) {
        var texts = new LinkedHashMap<String, String>();
        PUBLISHED.forEach(text -> texts.put("the secret \"" + text + "\"", text));
        texts.put("the session token as the secret", t.player().token());
        texts.put("accountId as the secret", t.player().accountId());
        texts.put("gameId as the secret", t.game());
        texts.put("the path of debits as the secret", t.prefix() + "/debit");
        var secrets = new LinkedHashMap<String, Secret>();
        texts.forEach((name, text) -> {
            if (!text.isEmpty() && !isSame(Secret.of(text), own)) {
                secrets.put(name, Secret.of(text));
            }
        });
        return secrets;
    }

    private static boolean isSame(Secret one, Secret other) {
        return one.sign("", "", new byte[0]).equals(other.sign("", "", new byte[0]));
    }
}
