package dev.operatorkit.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Generates the paths and percent-encodings that are signed by mistake. */
final class PathVariants {
    private static final List<String> PREFIXES = List.of(
            "/wallet",
            "/api",
            "/api/v1",
            "/v1",
            "/api/wallet",
            "/api/v1/wallet",
            "/callback",
            "/callbacks",
            "/casino",
            "/provider",
            "/integration",
            "/operator",
            "/seamless",
            "/prod",
            "/staging");
    private static final List<String> HOSTS =
            List.of("localhost", "localhost:8080", "localhost:9090", "127.0.0.1", "127.0.0.1:8080", "127.0.0.1:9090");
    private static final List<String> CALLBACKS = List.of("player", "debit", "credit", "rollback");
    private static final Pattern ESCAPE = Pattern.compile("%[0-9a-fA-F]{2}");

    private PathVariants() {}

    /** Removes leading segments: {@code /a/b/c} gives {@code /b/c} and {@code /c}. */
    static Stream<String> withoutPrefix(String path) {
        return Stream.iterate(path.indexOf('/', 1), at -> at > 0, at -> path.indexOf('/', at + 1))
                .map(path::substring);
    }

    static Stream<String> withPrefix(String path) {
        return PREFIXES.stream().map(prefix -> prefix + path);
    }

    static Stream<String> withHost(String path) {
        return HOSTS.stream()
                .flatMap(host -> Stream.of(host + path, "http://" + host + path, "https://" + host + path));
    }

    static Stream<String> ofOtherCallbacks(String path) {
        var parent = path.substring(0, path.lastIndexOf('/') + 1);
        return CALLBACKS.stream().map(last -> parent + last);
    }

    /** Merges double slashes and resolves {@code .} and {@code ..}. */
    static Stream<String> normalised(String path) {
        var single = path.replaceAll("/{2,}", "/");
        var resolved = single.replaceAll("/\\.(?=/|$)", "").replaceAll("/[^/]+/\\.\\.(?=/|$)", "");
        return Stream.of(single, resolved);
    }

    static Stream<String> decoded(String encoded) {
        try {
            var asForm = URLDecoder.decode(encoded, UTF_8);
            var asPath = URLDecoder.decode(encoded.replace("+", "%2B"), UTF_8);
            return Stream.of(asPath, asForm);
        } catch (IllegalArgumentException notEncoded) {
            return Stream.empty();
        }
    }

    /** Writes escapes in the other case, and encodes the whole text a second time. */
    static Stream<String> encodedOtherwise(String encoded) {
        return Stream.of(
                ESCAPE.matcher(encoded).replaceAll(escape -> escape.group().toUpperCase(Locale.ROOT)),
                ESCAPE.matcher(encoded).replaceAll(escape -> escape.group().toLowerCase(Locale.ROOT)),
                encoded.replace("%", "%25"));
    }

    /** Decodes each part between the separators and encodes it again, like forms, browsers and RFC 3986. */
    static Stream<String> reencoded(String encoded, String separators) {
        return Stream.of(
                reencoded(encoded, separators, "\\+", "%20", ""),
                reencoded(encoded, separators, "%20", "+", ""),
                reencoded(encoded, separators, "\\+", "%20", "~!*'()"),
                reencoded(encoded, separators, "\\+", "%20", ":@!$'(*),;"));
    }

    private static String reencoded(String encoded, String separators, String space, String as, String unescaped) {
        var kept = Pattern.compile("[^" + separators + "]+");
        return kept.matcher(encoded).replaceAll(part -> {
            var raw = decoded(part.group()).skip(1).findFirst().orElse(part.group());
            var again = URLEncoder.encode(raw, UTF_8).replaceAll(space, as);
            for (var i = 0; i < unescaped.length(); i++) {
                var plain = unescaped.substring(i, i + 1);
                again = again.replace(
                        HexFormat.of().withUpperCase().withPrefix("%").formatHex(plain.getBytes(UTF_8)), plain);
            }
            return Matcher.quoteReplacement(again);
        });
    }
}
