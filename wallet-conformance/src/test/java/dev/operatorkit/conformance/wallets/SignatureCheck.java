package dev.operatorkit.conformance.wallets;

import com.sun.net.httpserver.HttpExchange;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Verifies signatures for the {@link ConfigurableWallet}, and holds the defects of verification. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
public record SignatureCheck(
        WalletVariants variants, @Nullable Defect defect, Set<String> accepted, Set<String> used, AtomicLong latest) {
    public SignatureCheck(WalletVariants variants, @Nullable Defect defect) {
        this(variants, defect, ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet(), new AtomicLong());
    }

    private boolean is(Defect one) {
        return defect == one;
    }

    public boolean verified(HttpExchange exchange, String path, String route, byte[] body) {
        var spared = switch (defect) {
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
                Pattern.compile("\"amount\":0(\\.0+)?[,}]")
                        .matcher(RequestBody.text(body))
                        .find();
            case SKIPS_SIGNATURE_CHECK_ON_FREE_ROUNDS -> RequestBody.text(body).contains("freeround");
            case SKIPS_SIGNATURE_CHECK_ON_REPLAYS -> accepted.contains(id(body));
            case SKIPS_SIGNATURE_CHECK_AFTER_FIRST_OF_CONNECTION ->
                accepted.contains(exchange.getRemoteAddress().toString());
            case null, default -> false;
        };
        var signature = exchange.getRequestHeaders().get("X-Svc-Signature");
        var timestamp = exchange.getRequestHeaders().get("X-Svc-Timestamp");
        var inside = "127.0.0.1".equals(exchange.getRequestHeaders().getFirst("X-Forwarded-For"));
        if (spared
                || (signature == null && is(Defect.ACCEPTS_MISSING_SIGNATURE))
                || (inside && is(Defect.TRUSTS_INTERNAL_HEADERS))) {
            return true;
        }
        if (timestamp == null && is(Defect.ACCEPTS_MISSING_TIMESTAMP_SIGNED_AS_EMPTY)) {
            timestamp = List.of("");
        }
        if (signature == null || timestamp == null || signature.size() != 1 || timestamp.size() != 1) {
            return false;
        }
        var given = Defect.changed(defect, Mutation.Place.SIGNATURE, signature.get(0));
        if (is(Defect.REFUSES_KNOWN_SIGNATURES) && !used.add(given)) {
            return false;
        }
        if (given.isEmpty() && is(Defect.ACCEPTS_EMPTY_SIGNATURE)) {
            return true;
        }
        var unchecked = is(Defect.SKIPS_TIMESTAMP_CHECK_ON_SETTLEMENTS) && route.matches("/(credit|rollback)")
                || is(Defect.SKIPS_TIMESTAMP_CHECK_ON_REPLAYS) && accepted.contains(id(body));
        return (unchecked
                        || fresh(timestamp.get(0))
                        || (timestamp.get(0).isEmpty() && is(Defect.ACCEPTS_MISSING_TIMESTAMP_SIGNED_AS_EMPTY)))
                && fits(given, path, timestamp.get(0), data(exchange, body), exchange, body);
    }

    private static String header(HttpExchange exchange, String name) {
        return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), "");
    }

    /** Returns the id of a movement, by which some wallets remember it. */
    private static String id(byte[] body) {
        var json = RequestBody.parse(body);
        return json == null ? "" : "id " + json.path("transactionId").asText();
    }

    public boolean fresh(String text) {
        if (is(Defect.SKIPS_TIMESTAMP_CHECK)) {
            return true;
        }
        if (!text.matches("-?[0-9]{1,19}")) {
            return is(Defect.ACCEPTS_MALFORMED_TIMESTAMPS);
        }
        long time;
        try {
            time = Long.parseLong(text);
        } catch (NumberFormatException e) {
            return is(Defect.ACCEPTS_MALFORMED_TIMESTAMPS);
        }
        var now = System.currentTimeMillis();
        if (is(Defect.STORES_TIME_IN_32_BITS)) {
            return Math.abs((int) (now - time)) <= 300_000;
        }
        if (time < 0) {
            return false;
        }
        if (is(Defect.ACCEPTS_SECONDS) && time < 100_000_000_000L) {
            time *= 1000;
        }
        if (is(Defect.ACCEPTS_MICROSECONDS) && time > 1_000_000_000_000_000L) {
            time /= 1000;
        }
        var age = now - time;
        if (is(Defect.REFUSES_TIMES_AHEAD) && age < -1000) {
            return false;
        }
        var window = is(Defect.USES_WINDOW_OF_10_MINUTES)
                ? 700_000
                : is(Defect.USES_WINDOW_OF_1_MINUTE)
                        ? 60_000
                        : is(Defect.USES_WINDOW_OF_5_5_MINUTES) ? 330_000 : 300_000;
        if (is(Defect.REFUSES_EARLIER_TIMESTAMPS) && age <= window) {
            var sent = time;
            return latest.getAndUpdate(last -> Math.max(last, sent)) < time;
        }
        return (age <= window || is(Defect.ACCEPTS_PAST_TIMESTAMPS))
                && (age >= -window || is(Defect.ACCEPTS_FUTURE_TIMESTAMPS));
    }

    private byte[] data(HttpExchange exchange, byte[] body) {
        if (is(Defect.VERIFIES_CHUNKED_BODIES_AS_EMPTY)
                && exchange.getRequestHeaders().containsKey("Transfer-Encoding")) {
            return new byte[0];
        }
        var data = data(exchange.getRequestURI().getRawQuery(), body);
        return is(Defect.SIGNS_CONDITIONAL_HEADERS)
                ? RequestBody.utf8(RequestBody.text(data) + header(exchange, "If-None-Match"))
                : data;
    }

    private byte[] data(@Nullable String query, byte[] body) {
        if (body.length > 0) {
            if (is(Defect.REQUIRES_RESERIALISED_BODY)) {
                var json = RequestBody.parse(body);
                return json == null ? body : RequestBody.utf8(json.toString());
            }
            if (is(Defect.READS_BODY_AS_ASCII)) {
                return RequestBody.utf8(new String(body, StandardCharsets.US_ASCII));
            }
            return is(Defect.TRIMS_BODY)
                    ? RequestBody.utf8(RequestBody.text(body).strip())
                    : is(Defect.SIGNS_FIRST_KILOBYTE) ? Arrays.copyOf(body, Math.min(body.length, 1024)) : body;
        }
        if (query == null) {
            return new byte[0];
        }
        if (is(Defect.REQUIRES_DECODED_QUERY)) {
            return RequestBody.utf8(URLDecoder.decode(query, StandardCharsets.UTF_8));
        }
        return RequestBody.utf8(is(Defect.REQUIRES_SORTED_QUERY) ? sorted(query) : query);
    }

    private static String sorted(String query) {
        return Arrays.stream(query.split("&", -1)).sorted().collect(Collectors.joining("&"));
    }

    private boolean fits(String given, String whole, String time, byte[] data, HttpExchange exchange, byte[] body) {
        var path = is(Defect.REQUIRES_PATH_WITHOUT_PREFIX)
                ? whole.substring(variants.prefix().length())
                : is(Defect.REQUIRES_DECODED_PATH)
                        ? Mutation.decoded(whole)
                        : is(Defect.TRUSTS_FORWARDED_PREFIX) ? header(exchange, "X-Forwarded-Prefix") + whole : whole;
        var query = exchange.getRequestURI().getRawQuery();
        var bar = is(Defect.REQUIRES_NO_TRAILING_BAR) && data.length == 0 ? "" : "|";
        var expected = hmac("HmacSHA512", path + "|" + time + bar, data);
        if (is(Defect.REQUIRES_UPPER_CASE_HEX)) {
            expected = expected.toUpperCase(Locale.ROOT);
        }
        if (MessageDigest.isEqual(RequestBody.utf8(given), RequestBody.utf8(expected))) {
            accepted.add(
                    switch (defect) {
                        case ACCEPTS_SIGNATURES_OF_EARLIER_TIMESTAMPS -> time;
                        case ACCEPTS_OTHER_TAILS -> given + beginning(body);
                        case SKIPS_SIGNATURE_CHECK_ON_REPLAYS, SKIPS_TIMESTAMP_CHECK_ON_REPLAYS -> id(body);
                        case SKIPS_SIGNATURE_CHECK_AFTER_FIRST_OF_CONNECTION ->
                            exchange.getRemoteAddress().toString();
                        case null, default -> given;
                    });
            return true;
        }
        return switch (defect) {
            case REMEMBERS_SIGNATURES -> accepted.contains(given);
            case ACCEPTS_OTHER_TAILS -> body.length > 1024 && accepted.contains(given + beginning(body));
            case ACCEPTS_PLAIN_HASHES ->
                given.equals(sha512(ConfigurableWallet.SECRET + path + "|" + time + "|", data));
            case ACCEPTS_EMPTY_SECRETS -> given.equals(hmac("\0", "HmacSHA512", path + "|" + time + "|", data));
            case ACCEPTS_SIGNATURES_OF_EARLIER_TIMESTAMPS ->
                accepted.stream()
                        .anyMatch(earlier -> given.equals(hmac("HmacSHA512", path + "|" + earlier + "|", data)));
            case IGNORES_LOOKUP_ACCOUNT_IN_SIGNATURE ->
                List.of("acc-1", "acc-2").stream()
                        .map(account -> path.replaceFirst("/players/[^/]+", "/players/" + account))
                        .anyMatch(other -> given.equals(hmac("HmacSHA512", other + "|" + time + "|", data)));
            case ACCEPTS_TRAILING_SLASH ->
                path.endsWith("/")
                        && given.equals(
                                hmac("HmacSHA512", path.substring(0, path.length() - 1) + "|" + time + "|", data));
            case COMPARES_FIRST_8_DIGITS -> given.length() >= 8 && expected.startsWith(given.substring(0, 8));
            case COMPARES_FIRST_64_DIGITS -> given.length() == 128 && expected.startsWith(given.substring(0, 64));
            case IGNORES_LAST_DIGIT -> given.length() == 128 && expected.startsWith(given.substring(0, 127));
            case ACCEPTS_TRUNCATED_SIGNATURE -> !given.isEmpty() && expected.startsWith(given);
            case ACCEPTS_EXTENDED_SIGNATURE -> given.startsWith(expected);
            case ACCEPTS_SHA256 -> given.equals(hmac("HmacSHA256", path + "|" + time + "|", data));
            case ACCEPTS_DEFAULT_SECRET -> given.equals(hmac("changeme", "HmacSHA512", path + "|" + time + "|", data));
            case ACCEPTS_BASE64 ->
                given.equals(Base64.getEncoder().encodeToString(HexFormat.of().parseHex(expected)));
            case ACCEPTS_SIGNATURE_WITHOUT_TIMESTAMP -> given.equals(hmac("HmacSHA512", path + "||", data));
            case ACCEPTS_PATH_WITHOUT_PREFIX ->
                given.equals(hmac("HmacSHA512", path.substring(variants.prefix().length()) + "|" + time + "|", data));
            case ACCEPTS_ANY_PATH ->
                List.of("/debit", "/credit", "/rollback", "/elsewhere").stream()
                        .anyMatch(
                                p -> given.equals(hmac("HmacSHA512", variants.prefix() + p + "|" + time + "|", data)));
            case ACCEPTS_UNSIGNED_QUERY ->
                query != null && given.equals(hmac("HmacSHA512", path + "|" + time + "|", new byte[0]));
            case ACCEPTS_SORTED_QUERY ->
                query != null
                        && given.equals(hmac("HmacSHA512", path + "|" + time + "|", RequestBody.utf8(sorted(query))));
            case ACCEPTS_RESERIALISED_BODY ->
                RequestBody.parse(body) != null
                        && given.equals(hmac(
                                "HmacSHA512",
                                path + "|" + time + "|",
                                RequestBody.utf8(String.valueOf(RequestBody.parse(body)))));
            case ACCEPTS_UNSIGNED_BODY -> given.equals(hmac("HmacSHA512", path + "|" + time + "|", new byte[0]));
            case ACCEPTS_NO_TRAILING_BAR ->
                data.length == 0 && given.equals(hmac("HmacSHA512", path + "|" + time, data));
            case null, default -> false;
        };
    }

    private static String beginning(byte[] body) {
        return RequestBody.text(Arrays.copyOf(body, Math.min(body.length, 1024)));
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

    private static String hmac(String algorithm, String head, byte[] data) {
        return hmac(ConfigurableWallet.SECRET, algorithm, head, data);
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
