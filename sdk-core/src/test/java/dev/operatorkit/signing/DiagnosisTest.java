package dev.operatorkit.signing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DiagnosisTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final String OLD_SECRET = "a-previous-secret-of-the-key-set";
    private static final SecretKeys KEYS = SecretKeys.of(SECRET, OLD_SECRET);
    private static final String NOW = "1760000000123";
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(Long.parseLong(NOW)), ZoneOffset.UTC);
    private static final HexFormat HEX = HexFormat.of();

    private static final String DEBIT = "/wallet/debit";
    private static final String BODY =
            "{\"transactionId\":\"tx/é\",\"stake\": {\"amount\":1.50},\n \"list\":[1,true,null]}";
    private static final String PLAYER = "/wallet/player";
    private static final String QUERY = "gameId=book+of&token=t%2B1&lang=";
    private static final String LOOKUP = "/wallet/players/p%2F1/transactions/tx%c3%a9";

    /** Holds a sender's mistake: the request as it arrives, with the signature of that mistake. */
    record Mistake(String name, ReceivedRequest received) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Mistake mistake(
            String name, String method, String path, @Nullable String query, String body, String signature) {
        return new Mistake(
                name,
                Vector.received(
                        method + " " + path + (query == null ? "" : "?" + query),
                        List.of(NOW),
                        List.of(signature),
                        body.getBytes(UTF_8)));
    }

    private static Mistake onDebit(String name, String signature) {
        return mistake(name, "POST", DEBIT, null, BODY, signature);
    }

    private static Mistake onDebitSigning(String name, String message) {
        return onDebit(name, hex(hmac("HmacSHA512", SECRET, message.getBytes(UTF_8))));
    }

    private static Mistake onBody(String name, String sent, byte[] signed) {
        return mistake(name, "POST", DEBIT, null, sent, signature(DEBIT, NOW, signed));
    }

    private static Mistake onBody(String name, String sent, String signed) {
        return onBody(name, sent, signed.getBytes(UTF_8));
    }

    private static Mistake rewritten(String sent, String signed) {
        return onBody("body-re-serialised", sent, signed);
    }

    private static Mistake onPath(String name, String sent, String signed) {
        return mistake(name, "GET", sent, null, "", signature(signed, NOW, new byte[0]));
    }

    private static Mistake onQuery(String name, String sent, String signed) {
        return mistake(name, "GET", PLAYER, sent, "", signature(PLAYER, NOW, signed.getBytes(UTF_8)));
    }

    private static Mistake onKey(String name, String secret, byte[] used) {
        var message = (DEBIT + '|' + NOW + '|' + BODY).getBytes(UTF_8);
        return onDebit(name + ' ' + secret.length(), hex(hmac("HmacSHA512", used, message)));
    }

    private static Mistake onTimestamp(String name, String sent, String signed) {
        return new Mistake(
                name,
                Vector.received(
                        "POST " + DEBIT,
                        List.of(sent),
                        List.of(signature(DEBIT, signed, BODY.getBytes(UTF_8))),
                        BODY.getBytes(UTF_8)));
    }

    static Stream<Mistake> mistakes() {
        var due = signature(DEBIT, NOW, BODY.getBytes(UTF_8));
        var message = DEBIT + '|' + NOW + '|' + BODY;
        var bytes = message.getBytes(UTF_8);
        var key = SECRET.getBytes(UTF_8);
        return Stream.of(
                onDebit("signature-upper-case", due.toUpperCase(Locale.ROOT)),
                onDebit("signature-base64", Base64.getEncoder().encodeToString(HEX.parseHex(due))),
                onDebit(
                        "signature-base64",
                        Base64.getUrlEncoder().withoutPadding().encodeToString(HEX.parseHex(due))),
                onDebit("signature-hex-in-base64", Base64.getEncoder().encodeToString(due.getBytes(UTF_8))),
                onDebit("signature-decorated", "sha512=" + due),
                onDebit("signature-decorated", "0x" + due.toUpperCase(Locale.ROOT)),
                onDebit("signature-decorated", ' ' + due),
                onDebit("signature-cut", due.substring(0, 127)),
                onDebit("signature-cut", due.substring(0, 32)),
                onKey("key-hex-decoded", SECRET, HEX.parseHex(SECRET)),
                onKey("key-base64-decoded", SECRET, Base64.getDecoder().decode(SECRET)),
                onKey("key-encoded", SECRET, hex(key).getBytes(UTF_8)),
                onKey("key-encoded", SECRET, Base64.getEncoder().encode(key)),
                onKey("key-newline", SECRET, (SECRET + "\n").getBytes(UTF_8)),
                onKey("key-newline", SECRET, (SECRET + "\r\n").getBytes(UTF_8)),
                onKey("key-trimmed", SECRET, (SECRET + " ").getBytes(UTF_8)),
                onKey("key-trimmed", SECRET, (" " + SECRET).getBytes(UTF_8)),
                onKey("key-quoted", SECRET, ('"' + SECRET + '"').getBytes(UTF_8)),
                onKey("key-quoted", SECRET, ("'" + SECRET + "'").getBytes(UTF_8)),
                onKey("key-hashed", SECRET, hash("SHA-256", key)),
                onKey("key-hashed", SECRET, hex(hash("SHA-512", key)).getBytes(UTF_8)),
                onKey("key-placeholder", SECRET, "<SECRET_KEY>".getBytes(UTF_8)),
                onKey("key-placeholder", SECRET, new byte[1]),
                onDebit("algorithm-sha256", hex(hmac("HmacSHA256", SECRET, bytes))),
                onDebit("algorithm-sha256", Base64.getUrlEncoder().encodeToString(hmac("HmacSHA256", SECRET, bytes))),
                onDebit("algorithm-sha1", hex(hmac("HmacSHA1", SECRET, bytes))),
                onDebit("algorithm-sha1", hex(hmac("HmacMD5", SECRET, bytes))),
                onDebit("algorithm-other-sha", hex(hmac("HmacSHA384", SECRET, bytes))),
                onDebit("algorithm-other-sha", hex(hmac("HmacSHA3-512", SECRET, bytes))),
                onDebit("algorithm-other-sha", hex(hmac("HmacSHA512/256", SECRET, bytes))),
                onDebit("hash-of-key-and-string", hex(hash("SHA-512", (SECRET + message).getBytes(UTF_8)))),
                onDebit("hash-of-key-and-string", hex(hash("SHA-512", (message + SECRET).getBytes(UTF_8)))),
                onDebit("hash-of-key-and-string", hex(hash("SHA-256", (SECRET + '|' + message).getBytes(UTF_8)))),
                onDebit("hash-of-key-and-string", hex(hash("SHA-512", (message + '|' + SECRET).getBytes(UTF_8)))),
                onDebit("hash-without-key", hex(hash("SHA-512", bytes))),
                onDebit("hash-without-key", hex(hash("SHA-256", bytes))),
                onDebit("hash-without-key", hex(hash("SHA-1", bytes))),
                onDebit("key-and-string-swapped", hex(hmac("HmacSHA512", bytes, key))),
                mistake("separator-missing", "GET", LOOKUP, null, "", sign(LOOKUP + '|' + NOW)),
                onDebitSigning("separator-other", DEBIT + '\n' + NOW + '\n' + BODY),
                onDebitSigning("separator-other", DEBIT + NOW + BODY),
                onDebitSigning("separator-at-end", message + '|'),
                mistake("separator-at-end", "GET", LOOKUP, null, "", sign(LOOKUP + '|' + NOW + "|\n")),
                onDebitSigning("parts-reordered", NOW + '|' + DEBIT + '|' + BODY),
                onDebitSigning("parts-reordered", BODY + '|' + DEBIT + '|' + NOW),
                onDebitSigning("timestamp-left-out", DEBIT + '|' + BODY),
                onDebitSigning("timestamp-left-out", BODY),
                onDebitSigning("timestamp-left-out", NOW + '|' + BODY),
                onDebitSigning("method-in-string", "POST|" + message),
                onDebitSigning("method-in-string", "POST " + message),
                onDebitSigning("method-in-string", DEBIT + "|POST|" + NOW + '|' + BODY),
                onDebitSigning("method-in-string", "POST\n" + DEBIT + '\n' + NOW + '\n' + BODY),
                onPath("path-prefix-stripped", "/a/b/player", "/player"),
                onPath("path-prefix-stripped", "/a/b/player", "/b/player"),
                onPath("path-prefix-added", "/debit", "/wallet/debit"),
                onPath("path-slash-added", DEBIT, DEBIT + '/'),
                onPath("path-slash-dropped", DEBIT + '/', DEBIT),
                onPath("path-without-slash", DEBIT, "wallet/debit"),
                mistake(
                        "path-with-query",
                        "GET",
                        PLAYER,
                        QUERY,
                        "",
                        signature(PLAYER + '?' + QUERY, NOW, QUERY.getBytes(UTF_8))),
                mistake(
                        "path-with-query-alone",
                        "GET",
                        PLAYER,
                        QUERY,
                        "",
                        sign(PLAYER + '?' + QUERY + '|' + NOW + '|')),
                mistake("path-with-query-alone", "GET", PLAYER, QUERY, "", sign(PLAYER + '?' + QUERY + '|' + NOW)),
                onPath("path-with-host", DEBIT, "localhost:8080" + DEBIT),
                onPath("path-with-host", DEBIT, "https://localhost" + DEBIT),
                onPath("path-decoded", LOOKUP, "/wallet/players/p/1/transactions/txé"),
                onPath(
                        "path-decoded",
                        "/wallet/players/a+b%20c/transactions/1",
                        "/wallet/players/a b c/transactions/1"),
                onPath("path-encoded-otherwise", LOOKUP, "/wallet/players/p%2F1/transactions/tx%C3%A9"),
                onPath("path-encoded-otherwise", LOOKUP, LOOKUP.replace("%", "%25")),
                onPath(
                        "path-encoded-otherwise",
                        LOOKUP.replace("%2F", "%2f"),
                        LOOKUP.replace("%2F", "%2f").replace("%c3%a9", "%C3%A9").replace("%2f", "%2F")),
                onPath(
                        "path-encoded-otherwise",
                        "/wallet/players/a@b/transactions/1",
                        "/wallet/players/a%40b/transactions/1"),
                onPath(
                        "path-encoded-otherwise",
                        "/wallet/players/a%40b/transactions/1%2F",
                        "/wallet/players/a@b/transactions/1%2F"),
                onPath("path-normalised", "/wallet//debit", "/wallet/debit"),
                onPath("path-normalised", "/wallet/x/.././debit", "/wallet/debit"),
                onPath("path-lower-case", "/Wallet/Debit", "/wallet/debit"),
                onPath("path-of-another-callback", DEBIT, "/wallet/credit"),
                onPath("path-left-out", DEBIT, ""),
                onQuery("query-left-out", QUERY, ""),
                onQuery("query-with-question-mark", QUERY, '?' + QUERY),
                onQuery("query-decoded", QUERY, "gameId=book of&token=t+1&lang="),
                onQuery("query-decoded", QUERY, "gameId=book+of&token=t+1&lang="),
                onQuery("query-encoded-otherwise", QUERY, "gameId=book%20of&token=t%2B1&lang="),
                onQuery("query-encoded-otherwise", "a=b%20c", "a=b+c"),
                onQuery("query-encoded-otherwise", "a=b%2fc", "a=b%2Fc"),
                onQuery("query-encoded-otherwise", "a=b%21c%26", "a=b!c%26"),
                onQuery("query-reordered", QUERY, "token=t%2B1&lang=&gameId=book+of"),
                onQuery("query-reordered", "f=1&e=2&d=3&c=4&b=5&a=6", "a=6&b=5&c=4&d=3&e=2&f=1"),
                onQuery("query-reordered", "a=1&f=2&d=3&c=4&b=5&e=6", "e=6&b=5&c=4&d=3&f=2&a=1"),
                onQuery("query-reordered", "a=1&b=2&c=3&d=4&e=5", "b=2&a=1&e=5&c=3&d=4"),
                onQuery("query-empty-parameters", QUERY, "gameId=book+of&token=t%2B1"),
                onQuery("query-empty-parameters", QUERY, "gameId=book+of&token=t%2B1&lang"),
                onQuery("query-empty-parameters", "a&b=1", "a=&b=1"),
                onBody("body-left-out", BODY, ""),
                onBody("body-left-out", BODY, "[object Object]"),
                mistake(
                        "query-signed-with-body",
                        "POST",
                        DEBIT,
                        "a=1",
                        BODY,
                        signature(DEBIT, NOW, "a=1".getBytes(UTF_8))),
                mistake(
                        "query-signed-with-body",
                        "POST",
                        DEBIT,
                        "a=1",
                        BODY,
                        signature(DEBIT, NOW, ("a=1" + BODY).getBytes(UTF_8))),
                mistake(
                        "query-signed-with-body",
                        "POST",
                        DEBIT,
                        "a=1",
                        BODY,
                        signature(DEBIT, NOW, (BODY + "?a=1").getBytes(UTF_8))),
                onBody("body-trimmed", ' ' + BODY + "\n", BODY),
                onBody("body-trimmed", BODY + "\n", BODY),
                onBody("body-trimmed", ' ' + BODY + "\n", ' ' + BODY),
                onBody("body-newline-added", BODY, BODY + "\n"),
                onBody("body-newline-added", BODY, BODY + "\r\n"),
                onBody("body-line-ends", BODY, BODY.replace("\n", "\r\n")),
                onBody("body-line-ends", BODY.replace("\n", "\r\n"), BODY),
                onBody("body-bom", BODY, '\uFEFF' + BODY),
                onBody("body-bom", '\uFEFF' + BODY, BODY),
                onBody("body-latin1", BODY, BODY.getBytes(ISO_8859_1)),
                onBody("body-latin1", BODY, new String(BODY.getBytes(UTF_8), ISO_8859_1)),
                onBody("body-utf16", BODY, BODY.getBytes(UTF_16LE)),
                onBody("body-utf16", BODY, BODY.getBytes(UTF_16)),
                onBody("body-unicode-form", BODY, Normalizer.normalize(BODY, Normalizer.Form.NFD)),
                onBody("body-hashed", BODY, hash("SHA-512", BODY.getBytes(UTF_8))),
                onBody("body-hashed", BODY, hex(hash("SHA-256", BODY.getBytes(UTF_8)))),
                onBody("body-base64", BODY, Base64.getEncoder().encode(BODY.getBytes(UTF_8))),
                onBody("body-base64", BODY, hex(BODY.getBytes(UTF_8))),
                rewritten(BODY, "{\"transactionId\":\"tx/é\",\"stake\":{\"amount\":1.50},\"list\":[1,true,null]}"),
                rewritten(
                        BODY,
                        "{\"transactionId\": \"tx/é\", \"stake\": {\"amount\": 1.50}, \"list\": [1, true, null]}"),
                rewritten(BODY, """
                    {
                      "transactionId": "tx/é",
                      "stake": {
                        "amount": 1.50
                      },
                      "list": [
                        1,
                        true,
                        null
                      ]
                    }\
                    """),
                rewritten("{\"a\":{},\"b\":[]}", "{\n    \"a\": {},\n    \"b\": []\n}"),
                rewritten(BODY, "{\"list\":[1,true,null],\"stake\":{\"amount\":1.50},\"transactionId\":\"tx/é\"}"),
                rewritten("{\"amount\":0.00}", "{\"amount\":0}"),
                // Java with Gson.
                rewritten(STAKE, "{\"b\": {\"amount\": 1.0, \"n\": 7}, \"a\": \"<é/'>\"}"),
                rewritten(STAKE, "{\"b\":{\"amount\":1.0,\"n\":7},\"a\":\"<\\u00e9\\/'>\"}"),
                rewritten(STAKE, "{\"a\":\"\\u003cé/'\\u003e\",\"b\":{\"amount\":1,\"n\":7}}"),
                rewritten(STAKE, "{\"b\":{\"amount\":1.00,\"n\":7},\"a\":\"\\u003C\\u00E9/\\u0027\\u003E\"}"),
                rewritten(STAKE, "{\"b\":{\"amount\":1.0,\"n\":7},\"a\":\"\\u003cé/\\u0027\\u003e\"}"),
                rewritten("{\"a\":1.0E-30}", "{\"a\":0." + "0".repeat(29) + "1}"),
                rewritten("{\"a\":\" ~é\"}", "{\"a\":\" ~\\u00e9\"}"),
                rewritten(
                        BODY,
                        "{\"transactionId\":\"tx\\/\\u00e9\",\"stake\":{\"amount\":1.50},\"list\":[1,true,null]}"),
                rewritten(
                        BODY,
                        "{\"transactionId\": \"tx/\\u00e9\", \"stake\": {\"amount\": 1.5}, \"list\": [1, true, null]}"),
                rewritten(
                        "{\"a\":\"\\u000a\\u000d\\u0009\\u0008\\u000c\\u0022\\u005c\\u002f\\u0001\"}",
                        "{\"a\":\"\\n\\r\\t\\b\\f\\\"\\\\\\/\\u0001\"}"),
                rewritten(BODY, "{\"list\":[1,true,null],\"stake\":{\"amount\":1.5},\"transactionId\":\"tx/é\"}"),
                rewritten(STAKE, "{\"b\":{\"amount\":1,\"n\":7},\"a\":\"\\u003C\\u00e9\\/\\u0027\\u003E\"}"),
                onTimestamp("timestamp-unit", "1760000000", NOW),
                onTimestamp("timestamp-unit", "1760000000", "1760000000"),
                onTimestamp("timestamp-form", '+' + NOW, '+' + NOW),
                onTimestamp("timestamp-iso", NOW, "2025-10-09T08:53:20.123Z"),
                onTimestamp("timestamp-another", NOW, "1760000002123"));
    }

    private static final String STAKE = "{\"b\":{\"amount\":1.00,\"n\":7},\"a\":\"<é/'>\"}";

    @ParameterizedTest
    @MethodSource("mistakes")
    void each_mistake_is_diagnosed_without_a_secret_or_a_signature(Mistake mistake) {
        assertThat(new Verifier(KEYS, CLOCK).verify(mistake.received)).isInstanceOf(Verification.Rejected.class);
        assertThat(Diagnosis.of(KEYS, CLOCK, mistake.received).hypothesis())
                .isEqualTo(mistake.name.split(" ", 2)[0]);
        var diagnosis = Diagnosis.of(KEYS, CLOCK, mistake.received).toString();
        var data = SignedData.of(mistake.received.rawQuery(), mistake.received.body());
        assertThat(diagnosis)
                .doesNotContain(SECRET)
                .doesNotContain(OLD_SECRET)
                .doesNotContain(signature(mistake.received.rawPath(), NOW, data).substring(0, 16))
                .doesNotContain(mistake.received.signatures().get(0))
                .doesNotContain("t%2B1");
    }

    @Test
    void every_hypothesis_has_a_unique_name_and_a_test() {
        var names = Hypotheses.ALL.stream().map(Hypothesis::name).toList();
        assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(25);
        assertThat(mistakes().map(mistake -> mistake.name.split(" ", 2)[0]).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(names);
    }

    private static String signature(String path, String timestamp, byte[] data) {
        return new Signer(SecretKeys.of(SECRET)).sign(path, timestamp, data);
    }

    private static String sign(String message) {
        return hex(hmac("HmacSHA512", SECRET, message.getBytes(UTF_8)));
    }

    private static byte[] hmac(String algorithm, String key, byte[] message) {
        return hmac(algorithm, key.getBytes(UTF_8), message);
    }

    private static byte[] hmac(String algorithm, byte[] key, byte[] message) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] hash(String algorithm, byte[] message) {
        try {
            return MessageDigest.getInstance(algorithm).digest(message);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String hex(byte[] bytes) {
        return HEX.formatHex(bytes);
    }
}
