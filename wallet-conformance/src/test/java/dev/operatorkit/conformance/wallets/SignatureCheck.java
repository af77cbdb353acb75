package dev.operatorkit.conformance.wallets;

import static dev.operatorkit.conformance.wallets.Defect.*;

import com.sun.net.httpserver.HttpExchange;
import dev.operatorkit.conformance.wallets.Mutation.Place;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Verifies signatures for the {@link ConfigurableWallet}, and holds the defects of verification. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
final class SignatureCheck extends WalletPart {
    private static final int KILOBYTE = 1024;
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Set<String> used = ConcurrentHashMap.newKeySet();
    private final AtomicLong latest = new AtomicLong();

    SignatureCheck(WalletVariants variants, @Nullable Defect defect) {
        super(variants, defect);
    }

    boolean verify(HttpExchange exchange, String path, String route, byte[] body) {
        var signature = exchange.getRequestHeaders().get("X-Svc-Signature");
        var timestamp = exchange.getRequestHeaders().get("X-Svc-Timestamp");
        if (isSpared(exchange, route, body) || signature == null && is(ACCEPTS_MISSING_SIGNATURE)) {
            return true;
        }
        var isEmptyAllowed = timestamp == null && is(ACCEPTS_MISSING_TIMESTAMP_SIGNED_AS_EMPTY);
        var times = isEmptyAllowed ? List.of("") : timestamp;
        if (signature == null || times == null || signature.size() != 1 || times.size() != 1) {
            return false;
        }
        var given = changed(Place.SIGNATURE, signature.get(0));
        if (is(REFUSES_KNOWN_SIGNATURES) && !used.add(given)) {
            return false;
        }
        if (given.isEmpty() && is(ACCEPTS_EMPTY_SIGNATURE)) {
            return true;
        }
        var unchecked = is(SKIPS_TIMESTAMP_CHECK_ON_SETTLEMENTS) && route.matches("/(credit|rollback)")
                || is(SKIPS_TIMESTAMP_CHECK_ON_REPLAYS) && accepted.contains(id(body));
        return (unchecked || isEmptyAllowed || isFresh(times.get(0)))
                && fits(new Signed(given, path, times.get(0), data(exchange, body)), exchange, body);
    }

    private boolean isSpared(HttpExchange exchange, String route, byte[] body) {
        return switch (defect) {
            case SKIPS_SIGNATURE_CHECK -> true;
            case SKIPS_SIGNATURE_CHECK_ON_PLAYER -> route.equals("/player");
            case SKIPS_SIGNATURE_CHECK_ON_DEBIT -> route.equals("/debit");
            case SKIPS_SIGNATURE_CHECK_ON_CREDIT -> route.equals("/credit");
            case SKIPS_SIGNATURE_CHECK_ON_ROLLBACK -> route.equals("/rollback");
            case SKIPS_SIGNATURE_CHECK_ON_LOOKUP -> route.startsWith("/players/");
            case SKIPS_SIGNATURE_CHECK_FOR_LOCALHOST -> header(exchange, "Host").startsWith("localhost");
            case SKIPS_SIGNATURE_CHECK_FOR_HEALTH_CHECKS ->
                header(exchange, "User-Agent").startsWith("kube-probe");
            case SKIPS_SIGNATURE_CHECK_ON_ZERO_AMOUNTS ->
                RequestBody.text(body).matches("(?s).*\"amount\":0(\\.0+)?[,}].*");
            case SKIPS_SIGNATURE_CHECK_ON_FREE_ROUNDS -> RequestBody.text(body).contains("freeround");
            case SKIPS_SIGNATURE_CHECK_ON_REPLAYS -> accepted.contains(id(body));
            case SKIPS_SIGNATURE_CHECK_AFTER_FIRST_OF_CONNECTION ->
                accepted.contains(exchange.getRemoteAddress().toString());
            case TRUSTS_INTERNAL_HEADERS -> header(exchange, "X-Forwarded-For").equals("127.0.0.1");
            case null, default -> false;
        };
    }

    static String header(HttpExchange exchange, String name) {
        return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), "");
    }

    /** Returns the id of a movement, by which some wallets remember it. */
    private static String id(byte[] body) {
        var json = RequestBody.parse(body);
        return json == null ? "" : "id " + json.path("transactionId").asText();
    }

    boolean isFresh(String text) {
        if (is(SKIPS_TIMESTAMP_CHECK)) {
            return true;
        }
        if (!text.matches("-?[0-9]{1,18}|-9[0-9]{18}")) {
            return is(ACCEPTS_MALFORMED_TIMESTAMPS);
        }
        var time = Long.parseLong(text);
        var now = System.currentTimeMillis();
        if (is(STORES_TIME_IN_32_BITS)) {
            return Math.abs((int) (now - time)) <= 300_000;
        }
        if (time < 0) {
            return false;
        }
        var isSeconds = is(ACCEPTS_SECONDS) && time < 100_000_000_000L;
        var isMicroseconds = is(ACCEPTS_MICROSECONDS) && time > 1_000_000_000_000_000L;
        var sent = isSeconds ? time * 1000 : isMicroseconds ? time / 1000 : time;
        var age = now - sent;
        var window = switch (defect) {
            case USES_WINDOW_OF_10_MINUTES -> 700_000;
            case USES_WINDOW_OF_5_5_MINUTES -> 330_000;
            case USES_WINDOW_OF_1_MINUTE -> 60_000;
            case null, default -> 300_000;
        };
        if (is(REFUSES_EARLIER_TIMESTAMPS) && age <= window) {
            return latest.getAndUpdate(last -> Math.max(last, sent)) < sent;
        }
        return !(is(REFUSES_TIMES_AHEAD) && age < -1000)
                && (age <= window || is(ACCEPTS_PAST_TIMESTAMPS))
                && (age >= -window || is(ACCEPTS_FUTURE_TIMESTAMPS));
    }

    private byte[] data(HttpExchange exchange, byte[] body) {
        if (is(VERIFIES_CHUNKED_BODIES_AS_EMPTY) && exchange.getRequestHeaders().containsKey("Transfer-Encoding")) {
            return new byte[0];
        }
        var query = exchange.getRequestURI().getRawQuery();
        var data = body.length > 0
                ? signedBody(exchange.getRequestURI().getPath(), body)
                : RequestBody.utf8(query == null ? "" : signedQuery(query));
        return is(SIGNS_CONDITIONAL_HEADERS)
                ? RequestBody.utf8(RequestBody.text(data) + header(exchange, "If-None-Match"))
                : data;
    }

    /** Some change only what is no credit: the credit that begins a run would detect them before their cases do. */
    private byte[] signedBody(String path, byte[] body) {
        var isCredit = path.endsWith("/credit");
        return switch (isCredit && !is(REQUIRES_COMPACT_BODY) && !is(REQUIRES_SPACED_BODY) ? null : defect) {
            case REQUIRES_COMPACT_BODY -> reserialised(body);
            case REQUIRES_RESERIALISED_BODY -> reserialised(body);
            case REQUIRES_SPACED_BODY -> spaced(body);
            case READS_BODY_AS_ASCII -> RequestBody.utf8(new String(body, StandardCharsets.US_ASCII));
            case TRIMS_BODY -> RequestBody.utf8(RequestBody.text(body).strip());
            case SIGNS_FIRST_KILOBYTE -> Arrays.copyOf(body, Math.min(body.length, KILOBYTE));
            case null, default -> body;
        };
    }

    private static byte[] reserialised(byte[] body) {
        var json = RequestBody.parse(body);
        return json == null ? body : RequestBody.utf8(json.toString());
    }

    private String signedQuery(String query) {
        return switch (defect) {
            case REQUIRES_DECODED_QUERY -> URLDecoder.decode(query, StandardCharsets.UTF_8);
            case REQUIRES_SORTED_QUERY -> sorted(query);
            case null, default -> query;
        };
    }

    private static String sorted(String query) {
        return Arrays.stream(query.split("&", -1)).sorted().collect(Collectors.joining("&"));
    }

    private String signedPath(HttpExchange exchange, String path) {
        return switch (defect) {
            case REQUIRES_PATH_WITHOUT_PREFIX ->
                path.substring(variants.prefix().length());
            case REQUIRES_DECODED_PATH -> Mutation.decoded(path);
            case TRUSTS_FORWARDED_PREFIX -> header(exchange, "X-Forwarded-Prefix") + path;
            case null, default -> path;
        };
    }

    /** Holds a signature and the parts that it should cover. */
    private record Signed(String given, String path, String time, byte[] data) {
        String head() {
            return path + "|" + time + "|";
        }

        boolean covers(String otherPath, String otherTime, byte[] otherData) {
            return given.equals(hmac(otherPath + "|" + otherTime + "|", otherData));
        }

        boolean isOf(String otherPath) {
            return covers(otherPath, time, data);
        }

        boolean isOver(byte[] otherData) {
            return covers(path, time, otherData);
        }
    }

    private boolean fits(Signed s, HttpExchange exchange, byte[] body) {
        var bar = is(REQUIRES_NO_TRAILING_BAR) && s.data().length == 0 ? "" : "|";
        var right = hmac(signedPath(exchange, s.path()) + "|" + s.time() + bar, s.data());
        var expected = is(REQUIRES_UPPER_CASE_HEX) ? right.toUpperCase(Locale.ROOT) : right;
        var given = s.given();
        if (given.equals(expected)) {
            accepted.add(
                    switch (defect) {
                        case ACCEPTS_SIGNATURES_OF_EARLIER_TIMESTAMPS -> s.time();
                        case ACCEPTS_OTHER_TAILS -> given + beginning(body);
                        case SKIPS_SIGNATURE_CHECK_ON_REPLAYS, SKIPS_TIMESTAMP_CHECK_ON_REPLAYS -> id(body);
                        case SKIPS_SIGNATURE_CHECK_AFTER_FIRST_OF_CONNECTION ->
                            exchange.getRemoteAddress().toString();
                        case null, default -> given;
                    });
            return true;
        }
        var query = exchange.getRequestURI().getRawQuery();
        var empty = new byte[0];
        return switch (defect) {
            case REMEMBERS_SIGNATURES -> accepted.contains(given);
            case ACCEPTS_OTHER_TAILS -> body.length > KILOBYTE && accepted.contains(given + beginning(body));
            case ACCEPTS_PLAIN_HASHES -> given.equals(sha512(ConfigurableWallet.SECRET + s.head(), s.data()));
            case ACCEPTS_EMPTY_SECRETS -> given.equals(hmac("\0", "HmacSHA512", s.head(), s.data()));
            case ACCEPTS_DEFAULT_SECRET -> given.equals(hmac("changeme", "HmacSHA512", s.head(), s.data()));
            case ACCEPTS_SHA256 -> given.equals(hmac(ConfigurableWallet.SECRET, "HmacSHA256", s.head(), s.data()));
            case ACCEPTS_BASE64 ->
                given.equals(Base64.getEncoder().encodeToString(HexFormat.of().parseHex(right)));
            case ACCEPTS_SIGNATURES_OF_EARLIER_TIMESTAMPS ->
                accepted.stream().anyMatch(earlier -> s.covers(s.path(), earlier, s.data()));
            case IGNORES_LOOKUP_ACCOUNT_IN_SIGNATURE ->
                Stream.of("acc-1", "acc-2")
                        .anyMatch(a -> s.isOf(s.path().replaceFirst("/players/[^/]+", "/players/" + a)));
            case ACCEPTS_TRAILING_SLASH ->
                s.path().endsWith("/") && s.isOf(s.path().replaceFirst("/$", ""));
            case COMPARES_FIRST_8_DIGITS -> given.length() >= 8 && expected.startsWith(given.substring(0, 8));
            case COMPARES_FIRST_64_DIGITS -> given.length() == 128 && expected.startsWith(given.substring(0, 64));
            case IGNORES_LAST_DIGIT -> given.length() == 128 && expected.startsWith(given.substring(0, 127));
            case ACCEPTS_TRUNCATED_SIGNATURE -> !given.isEmpty() && expected.startsWith(given);
            case ACCEPTS_EXTENDED_SIGNATURE -> given.startsWith(expected);
            case ACCEPTS_SIGNATURE_WITHOUT_TIMESTAMP -> s.covers(s.path(), "", s.data());
            case ACCEPTS_PATH_WITHOUT_PREFIX ->
                s.isOf(s.path().substring(variants.prefix().length()));
            case ACCEPTS_ANY_PATH ->
                Stream.of("/debit", "/credit", "/rollback", "/elsewhere").anyMatch(p -> s.isOf(variants.prefix() + p));
            case ACCEPTS_UNSIGNED_QUERY -> query != null && s.isOver(empty);
            case ACCEPTS_SORTED_QUERY -> query != null && s.isOver(RequestBody.utf8(sorted(query)));
            case ACCEPTS_RESERIALISED_BODY -> s.isOver(reserialised(body));
            case ACCEPTS_UNSIGNED_BODY -> s.isOver(empty);
            case ACCEPTS_NO_TRAILING_BAR ->
                s.data().length == 0 && given.equals(hmac(s.path() + "|" + s.time(), empty));
            case null, default -> false;
        };
    }

    /** Writes a body as Python does, whose numbers are binary. */
    private static byte[] spaced(byte[] body) {
        return RequestBody.text(body)
                .replace(",\"", ", \"")
                .replaceAll("\":(?! )", "\": ")
                .replaceAll("(\\.[0-9]+?)0+(?=[,}])", "$1")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String beginning(byte[] body) {
        return RequestBody.text(Arrays.copyOf(body, Math.min(body.length, KILOBYTE)));
    }

    private static String sha512(String head, byte[] data) {
        try {
            var hash = MessageDigest.getInstance("SHA-512");
            hash.update(RequestBody.utf8(head));
            return HexFormat.of().formatHex(hash.digest(data));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hmac(String head, byte[] data) {
        return hmac(ConfigurableWallet.SECRET, "HmacSHA512", head, data);
    }

    private static String hmac(String secret, String algorithm, String head, byte[] data) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(RequestBody.utf8(secret), algorithm));
            mac.update(RequestBody.utf8(head));
            return HexFormat.of().formatHex(mac.doFinal(data));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
