package dev.operatorkit.signing;

import static dev.operatorkit.signing.Evidence.bytes;
import static dev.operatorkit.signing.Evidence.join;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Generates the secrets, paths, queries and timestamps that are used by mistake, and other ways to join them. */
final class Variants {
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
    private static final int MAX_PERMUTED = 5;
    private static final int WINDOW_MILLIS = 2000;

    private Variants() {}

    static Stream<byte[]> hexDecoded(byte[] key) {
        try {
            return Stream.of(HexFormat.of().parseHex(new String(key, UTF_8)));
        } catch (IllegalArgumentException notHex) {
            return Stream.empty();
        }
    }

    static Stream<byte[]> base64Decoded(byte[] key) {
        try {
            return Stream.of(Base64.getDecoder()
                    .decode(new String(key, UTF_8).replace('-', '+').replace('_', '/')));
        } catch (IllegalArgumentException notBase64) {
            return Stream.empty();
        }
    }

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

    /** Returns every order of a few parameters; for many, only the sorted and the reversed order. */
    static Stream<String> reorderedQuery(String query) {
        var parameters = List.of(query.split("&", -1));
        if (parameters.size() <= MAX_PERMUTED) {
            return permutations(parameters).map(order -> String.join("&", order));
        }
        var reversed = new ArrayList<>(parameters);
        Collections.reverse(reversed);
        return Stream.of(parameters.stream().sorted().toList(), reversed).map(order -> String.join("&", order));
    }

    /** Returns the query with parameters that have no value written with {@code =}, without it, and left out. */
    static Stream<String> withoutEmpty(String query) {
        return Stream.of(
                query.replaceAll("=(?=&|$)", ""),
                query.replaceAll("(?<=^|&)([^=&]+)(?=&|$)", "$1="),
                query.replaceAll("(^|&)[^=&]*=?(?=&|$)", "").replaceFirst("^&", ""));
    }

    private static <T> Stream<List<T>> permutations(List<T> items) {
        if (items.isEmpty()) {
            return Stream.of(List.of());
        }
        return items.stream().distinct().flatMap(first -> {
            var others = new ArrayList<>(items);
            others.remove(first);
            return permutations(others).map(rest -> {
                var order = new ArrayList<T>();
                order.add(first);
                order.addAll(rest);
                return order;
            });
        });
    }

    static Stream<byte[]> reorderedParts(Evidence e) {
        var parts = List.of(bytes(e.path), bytes(e.timestamp), e.data);
        return permutations(parts)
                .skip(1)
                .map(order -> join(order.get(0), bytes("|"), order.get(1), bytes("|"), order.get(2)));
    }

    static Stream<byte[]> withMethod(Evidence e) {
        return Stream.of("|", " ", "\n", "", ":")
                .flatMap(by -> Stream.of(
                        join(bytes(e.method + by), e.expectedMessage()),
                        join(bytes(e.path + '|' + e.method + '|' + e.timestamp + '|'), e.data),
                        join(bytes(e.method + by + e.path + by + e.timestamp + by), e.data)));
    }

    static Stream<byte[]> queryAndBody(Evidence e, String by) {
        if (e.query == null) {
            return Stream.empty();
        }
        var query = bytes(e.query);
        return Stream.of(query, join(query, bytes(by), e.body), join(e.body, bytes(by), query), join(bytes(by), query));
    }

    /**
     * Returns milliseconds as seconds, with and without a fraction, microseconds and nanoseconds; and each of those as they are and as
     * milliseconds.
     */
    static Stream<String> inOtherUnits(Evidence e) {
        if (e.timestamp.matches("\\d{10}")) {
            var millis = Long.parseLong(e.timestamp) * 1000;
            return Stream.concat(
                    Stream.of(e.timestamp),
                    LongStream.range(millis, millis + 1000).mapToObj(String::valueOf));
        }
        if (!e.timestamp.matches("\\d{13}")) {
            return e.timestamp.matches("\\d{16}|\\d{19}")
                    ? Stream.of(e.timestamp, e.timestamp.substring(0, 13))
                    : Stream.empty();
        }
        var seconds = e.timestamp.substring(0, 10);
        return Stream.of(
                seconds,
                seconds + '.' + e.timestamp.substring(10),
                e.timestamp + "000",
                e.timestamp + "000000",
                e.timestamp + ".0");
    }

    static Stream<String> asDate(Evidence e) {
        return e.timestamp.matches("\\d{13}")
                ? Stream.of(Long.parseLong(e.timestamp))
                        .map(Instant::ofEpochMilli)
                        .flatMap(time -> Stream.of(
                                time.toString(),
                                time.toString().replace("Z", "+00:00"),
                                Instant.ofEpochSecond(time.getEpochSecond()).toString()))
                : Stream.empty();
    }

    /** Returns the milliseconds around the one that was sent, the nearest first, as many as the budget allows. */
    static Stream<String> nearby(Evidence e) {
        if (!e.timestamp.matches("\\d{13}")) {
            return Stream.empty();
        }
        var sent = Long.parseLong(e.timestamp);
        var window = Math.min(WINDOW_MILLIS, e.limitToBudget(e.expectedMessage().length) / 2 - 2);
        return Stream.concat(
                        Stream.of(sent / 1000 * 1000),
                        LongStream.rangeClosed(1, window).boxed().flatMap(off -> Stream.of(sent - off, sent + off)))
                .map(String::valueOf);
    }
}
