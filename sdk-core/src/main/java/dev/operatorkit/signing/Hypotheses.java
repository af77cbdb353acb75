package dev.operatorkit.signing;

import static dev.operatorkit.signing.Evidence.bytes;
import static dev.operatorkit.signing.Evidence.hash;
import static dev.operatorkit.signing.Evidence.join;
import static dev.operatorkit.signing.Hypothesis.algorithm;
import static dev.operatorkit.signing.Hypothesis.body;
import static dev.operatorkit.signing.Hypothesis.form;
import static dev.operatorkit.signing.Hypothesis.key;
import static dev.operatorkit.signing.Hypothesis.path;
import static dev.operatorkit.signing.Hypothesis.query;
import static dev.operatorkit.signing.Hypothesis.text;
import static dev.operatorkit.signing.Hypothesis.timestamp;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lists the mistakes that a {@link Diagnosis} tries, in this order; the first that explains the signature is reported.
 */
final class Hypotheses {
    static final String PREVIOUS_KEY =
            "the signature is valid but was made with a previous secret of the key set: switch the sender to the"
                    + " current one";
    static final String UNKNOWN =
            "no known mistake explains it: compare the secrets of both sides, then the signed string, byte by byte";
    static final String UNKNOWN_BODY = "; if requests without a body are accepted with this secret, only the body can"
            + " differ: it was parsed and written again on its way, so sign and verify the bytes sent (SIG-8)";

    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    static final List<Hypothesis> ALL = List.of(
            // The form of the signature.
            form(
                    "signature-upper-case",
                    "the signature is correct but in upper-case hex: send lowercase (SIG-1)",
                    (due, text) -> text.equalsIgnoreCase(HEX.formatHex(due))),
            form(
                    "signature-base64",
                    "the signature is correct but in Base64: send lowercase hex (SIG-1)",
                    (due, text) -> isBase64(text, due)),
            form(
                    "signature-hex-in-base64",
                    "the hex text of the signature was Base64-encoded once more: send the hex",
                    (due, text) -> isBase64(text, bytes(HEX.formatHex(due)))),
            form(
                    "signature-decorated",
                    "the signature is correct but has spaces, quotes or a prefix around it: send only the 128 hex"
                            + " digits",
                    (due, text) -> text.toLowerCase(Locale.ROOT).contains(HEX.formatHex(due))),
            form(
                    "signature-cut",
                    "the signature is correct but truncated: send all 128 hex digits",
                    (due, text) -> text.length() >= 32 && HEX.formatHex(due).startsWith(text)),

            // The form of the secret.
            key("key-hex-decoded", "the secret was hex-decoded: use its characters as they are", Variants::hexDecoded),
            key(
                    "key-base64-decoded",
                    "the secret was Base64-decoded: use its characters as they are",
                    Variants::base64Decoded),
            key(
                    "key-encoded",
                    "the secret was hex- or Base64-encoded before use: use its bytes as they are",
                    key -> Stream.of(
                            bytes(HEX.formatHex(key)), Base64.getEncoder().encode(key))),
            key(
                    "key-newline",
                    "the secret ends in a newline that was read with it: drop the newline",
                    key -> Stream.of(join(key, bytes("\n")), join(key, bytes("\r\n")))),
            key(
                    "key-trimmed",
                    "white space around the secret was cut off, or added: use it as it is",
                    key -> Stream.of(
                            bytes(new String(key, UTF_8).strip()), join(key, bytes(" ")), join(bytes(" "), key))),
            key(
                    "key-quoted",
                    "the quotes around the secret in a configuration file were taken as part of it",
                    key -> Stream.of(join(bytes("\""), key, bytes("\"")), join(bytes("'"), key, bytes("'")))),
            key(
                    "key-hashed",
                    "the secret was hashed before use: use it as it is",
                    key -> Stream.of("SHA-256", "SHA-512")
                            .map(name -> hash(name, key))
                            .flatMap(Hypotheses::withHexForm)),
            key(
                    "key-placeholder",
                    "a placeholder was used instead of the secret: the sender's configuration is not loaded",
                    key -> Stream.of("<SECRET_KEY>", "SECRET_KEY", "secret", "changeme", "null", "undefined", "\0")
                            .map(Evidence::bytes)),

            // The algorithm.
            algorithm("algorithm-sha256", "HMAC-SHA256 was used: use HMAC-SHA512", "HmacSHA256"),
            algorithm("algorithm-sha1", "HMAC-SHA1 or HMAC-MD5 was used: use HMAC-SHA512", "HmacSHA1", "HmacMD5"),
            algorithm(
                    "algorithm-other-sha",
                    "another SHA was used: use HMAC-SHA512, which is SHA-2 with 512 bits",
                    "HmacSHA384",
                    "HmacSHA512/256",
                    "HmacSHA3-512"),
            new Hypothesis(
                    "hash-of-key-and-string",
                    "the secret and the string were hashed together: use HMAC-SHA512",
                    Hypotheses::isHashWithKey),
            new Hypothesis(
                    "hash-without-key",
                    "the string was hashed without the secret: use HMAC-SHA512",
                    e -> Stream.of("SHA-512", "SHA-256", "SHA-1")
                            .anyMatch(name -> e.isHash(name, e.expectedMessage()))),
            new Hypothesis(
                    "key-and-string-swapped",
                    "the secret was signed with the string as the key: swap the two",
                    e -> e.keys().anyMatch(key -> e.isHmac(Hmac.ALGORITHM, e.expectedMessage(), key))),

            // The parts of the string.
            text(
                    "separator-missing",
                    "the '|' after the timestamp was left out: it is required even when no data follows (SIG-7)",
                    e -> Stream.of(join(bytes(e.path + '|' + e.timestamp), e.data))),
            text(
                    "separator-other",
                    "the parts were joined with something else: join them with '|'",
                    e -> Stream.of("", "\n", ":", ".", ",", ";", "&", "-", " ", "||", " | ")
                            .map(by -> join(bytes(e.path + by + e.timestamp + by), e.data))),
            text(
                    "separator-at-end",
                    "something was added after the data: nothing follows it",
                    e -> Stream.of("|", "\0", e.hasBody() ? "|" : "\n")
                            .map(end -> join(e.expectedMessage(), bytes(end)))),
            text(
                    "parts-reordered",
                    "the parts are in another order: path, timestamp, data (SIG-1)",
                    Variants::reorderedParts),
            text(
                    "timestamp-left-out",
                    "the timestamp is not in the string: sign path, timestamp, data",
                    e -> Stream.of(join(bytes(e.path + '|'), e.data), e.data, join(bytes(e.timestamp + '|'), e.data))),
            text(
                    "method-in-string",
                    "the method was signed: only path, timestamp and data are (SIG-1)",
                    Variants::withMethod),

            // The path.
            path(
                    "path-prefix-stripped",
                    "the path was signed without its prefix: sign the whole path as registered (SIG-3)",
                    e -> Variants.withoutPrefix(e.path)),
            path(
                    "path-prefix-added",
                    "the path was signed with a prefix that did not arrive: does a proxy strip it?"
                            + " Sign and pass on the path as registered (SIG-3)",
                    e -> Variants.withPrefix(e.path)),
            path(
                    "path-slash-added",
                    "the path was signed with a slash at its end that was not sent",
                    e -> Stream.of(e.path + '/')),
            path(
                    "path-slash-dropped",
                    "the path was sent with a slash at its end that was not signed",
                    e -> Stream.of(e.path.replaceAll("/+$", ""))),
            path(
                    "path-without-slash",
                    "the path was signed without its first slash",
                    e -> Stream.of(e.path.replaceFirst("^/+", ""))),
            path(
                    "path-with-query",
                    "the query was signed as part of the path: the path ends before the '?' (SIG-2)",
                    e -> Stream.ofNullable(e.query).map(query -> e.path + '?' + query)),
            text(
                    "path-with-query-alone",
                    "path and query were signed as one: the query is the data, after the timestamp (SIG-6)",
                    e -> Stream.ofNullable(e.query)
                            .flatMap(query -> Stream.of("", "|")
                                    .map(end -> bytes(e.path + '?' + query + '|' + e.timestamp + end)))),
            path(
                    "path-with-host",
                    "the host was signed as part of the path: sign only the path (SIG-2)",
                    e -> Variants.withHost(e.path)),
            path(
                    "path-decoded",
                    "the path was decoded before it was signed: sign it as it is sent (D-40)",
                    e -> Variants.decoded(e.path)),
            path(
                    "path-encoded-otherwise",
                    "the path was percent-encoded in another way than it was sent (D-40)",
                    e -> Stream.concat(Variants.encodedOtherwise(e.path), Variants.reencoded(e.path, "/"))),
            path(
                    "path-normalised",
                    "double slashes or dots in the path were resolved before it was signed",
                    e -> Variants.normalised(e.path)),
            path(
                    "path-lower-case",
                    "the path was signed in lower case",
                    e -> Stream.of(e.path.toLowerCase(Locale.ROOT))),
            path(
                    "path-of-another-callback",
                    "the signature was made for another endpoint: each request is signed for itself",
                    e -> Variants.ofOtherCallbacks(e.path)),
            path("path-left-out", "the path is not in the string", e -> Stream.of("", "/")),

            // The query, where there is no body.
            query(
                    "query-left-out",
                    "the query was not signed: without a body it is the data (SIG-6)",
                    query -> Stream.of("")),
            query(
                    "query-with-question-mark",
                    "the query was signed with its '?': sign what follows (SIG-6)",
                    query -> Stream.of('?' + query)),
            query(
                    "query-decoded",
                    "the query was decoded before it was signed: sign it as it is sent (SIG-6)",
                    Variants::decoded),
            query(
                    "query-encoded-otherwise",
                    "the query was percent-encoded in another way than it was sent (SIG-6)",
                    query -> Stream.concat(Variants.encodedOtherwise(query), Variants.reencoded(query, "&="))),
            query(
                    "query-reordered",
                    "the parameters were signed in another order than they were sent (SIG-6)",
                    Variants::reorderedQuery),
            query(
                    "query-empty-parameters",
                    "parameters without a value were signed in another form than they were sent",
                    Variants::withoutEmpty),

            // The body.
            body(
                    "body-left-out",
                    "the body was not signed, or what a program shows for an object in its place, such as {}: where"
                            + " there is one, it is the data (SIG-5)",
                    e -> Stream.of("", "{}", "null", "undefined", "[object Object]")
                            .map(Evidence::bytes)),
            body(
                    "query-signed-with-body",
                    "the query was signed, but if there is a body, only the body is the data (SIG-5, D-41)",
                    e -> Stream.of("", "?", "&", "|").flatMap(by -> Variants.queryAndBody(e, by))),
            body(
                    "body-trimmed",
                    "white space around the body was cut off before it was signed",
                    e -> Stream.of(
                            bytes(e.bodyText().strip()), bytes(e.bodyText().stripTrailing()))),
            body(
                    "body-newline-added",
                    "a newline was signed after the body that was not sent, or the other way round",
                    e -> Stream.of("\n", "\r\n").map(end -> join(e.body, bytes(end)))),
            body(
                    "body-line-ends",
                    "the line ends of the body were changed between signing and sending",
                    e -> Stream.of(
                                    e.bodyText().replace("\r\n", "\n"),
                                    e.bodyText().replaceAll("(?<!\r)\n", "\r\n"))
                            .map(Evidence::bytes)),
            body(
                    "body-bom",
                    "a byte order mark was signed and not sent, or sent and not signed: have none",
                    e -> Stream.of(join(BOM, e.body), bytes(e.bodyText().replaceFirst("^\uFEFF", "")))),
            body(
                    "body-latin1",
                    "the body was signed in Latin-1 and sent in UTF-8, or encoded twice: sign the bytes sent",
                    e -> Stream.of(e.bodyText().getBytes(ISO_8859_1), bytes(new String(e.body, ISO_8859_1)))),
            body(
                    "body-utf16",
                    "the body was signed in UTF-16: sign the bytes sent",
                    e -> Stream.of("", "\uFEFF")
                            .map(mark -> mark + e.bodyText())
                            .flatMap(text -> Stream.of(text.getBytes(UTF_16LE), text.getBytes(UTF_16BE)))),
            body(
                    "body-unicode-form",
                    "the letters of the body were signed in another Unicode form than they were sent",
                    e -> Stream.of(Normalizer.Form.values())
                            .map(form -> bytes(Normalizer.normalize(e.bodyText(), form)))),
            body(
                    "body-hashed",
                    "a hash of the body was signed: sign the body itself (SIG-5)",
                    e -> Stream.of("SHA-512", "SHA-256", "MD5")
                            .map(name -> hash(name, e.body))
                            .flatMap(Hypotheses::withHexForm)),
            body(
                    "body-base64",
                    "the body was signed in Base64 or hex: sign the body itself (SIG-5)",
                    e -> Stream.of(Base64.getEncoder().encode(e.body), bytes(HEX.formatHex(e.body)))),

            // The timestamp.
            timestamp(
                    "timestamp-unit",
                    "seconds, micro- or nanoseconds were signed: the timestamp is in milliseconds (GEN-4)",
                    Variants::inOtherUnits),
            text(
                    "timestamp-form",
                    "the signature is correct, but the timestamp must be Unix milliseconds: 13 digits (GEN-4)",
                    e -> Stream.of(e.expectedMessage())),
            timestamp(
                    "timestamp-iso",
                    "the timestamp was signed as a date: sign the digits that are sent (SIG-4)",
                    Variants::asDate),
            timestamp(
                    "timestamp-another",
                    "another timestamp was signed than the one sent: read the clock once (SIG-4)",
                    Variants::nearby),

            // This search comes last, since it costs the most.
            new Hypothesis("body-re-serialised", Hypotheses::findWritten));

    private Hypotheses() {}

    private static Optional<String> findWritten(Evidence e) {
        return BodyVariants.written(e.body)
                .filter(body -> !Arrays.equals(body, e.body))
                .takeWhile(body -> e.limitToBudget(body.length) > 0)
                .filter(body -> e.isSigned(Evidence.message(e.path, e.timestamp, body)))
                .findFirst()
                .map(body -> "the body was parsed and written again before it was signed, with other "
                        + BodyVariants.difference(body, e.body) + ": sign the bytes sent (SIG-8)");
    }

    private static boolean isBase64(String text, byte[] expected) {
        var bare = Base64.getEncoder().withoutPadding().encodeToString(expected);
        return text.strip()
                .replace('-', '+')
                .replace('_', '/')
                .replaceFirst("=+$", "")
                .equals(bare);
    }

    private static Stream<byte[]> withHexForm(byte[] hash) {
        return Stream.of(hash, bytes(HEX.formatHex(hash)));
    }

    private static boolean isHashWithKey(Evidence e) {
        return e.keys()
                .flatMap(key -> Stream.of(
                        join(key, e.expectedMessage()),
                        join(e.expectedMessage(), key),
                        join(key, bytes("|"), e.expectedMessage()),
                        join(e.expectedMessage(), bytes("|"), key)))
                .anyMatch(text -> e.isHash("SHA-512", text) || e.isHash("SHA-256", text));
    }
}
