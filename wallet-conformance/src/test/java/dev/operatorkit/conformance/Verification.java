package dev.operatorkit.conformance;

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
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** How the wallet that the tests break judges a signature, with a place for every defect of that. */
record Verification(WalletVariants manners, @Nullable Defect defect, Set<String> accepted) {
    Verification(WalletVariants manners, @Nullable Defect defect) {
        this(manners, defect, ConcurrentHashMap.newKeySet());
    }

    private boolean is(Defect one) {
        return defect == one;
    }

    boolean verified(HttpExchange exchange, String path, String route, byte[] body) {
        var spared = switch (defect) {
            case CHECKS_NO_SIGNATURE -> true;
            case CHECKS_NO_SIGNATURE_ON_PLAYER -> route.equals("/player");
            case CHECKS_NO_SIGNATURE_ON_DEBIT -> route.equals("/debit");
            case CHECKS_NO_SIGNATURE_ON_CREDIT -> route.equals("/credit");
            case CHECKS_NO_SIGNATURE_ON_ROLLBACK -> route.equals("/rollback");
            case CHECKS_NO_SIGNATURE_ON_LOOKUP -> route.startsWith("/players/");
            case SKIPS_THE_CHECK_FOR_LOCALHOST -> header(exchange, "Host").startsWith("localhost");
            case SKIPS_THE_CHECK_FOR_HEALTH_CHECKS ->
                header(exchange, "User-Agent").startsWith("kube-probe");
            case null, default -> false;
        };
        var signature = exchange.getRequestHeaders().get("X-Svc-Signature");
        var timestamp = exchange.getRequestHeaders().get("X-Svc-Timestamp");
        var inside = "127.0.0.1".equals(exchange.getRequestHeaders().getFirst("X-Forwarded-For"));
        if (spared
                || (signature == null && is(Defect.TAKES_A_MISSING_SIGNATURE))
                || (inside && is(Defect.TRUSTS_INTERNAL_HEADERS))) {
            return true;
        }
        if (timestamp == null && is(Defect.TAKES_A_MISSING_TIMESTAMP_SIGNED_AS_EMPTY)) {
            timestamp = List.of("");
        }
        if (signature == null || timestamp == null || signature.size() != 1 || timestamp.size() != 1) {
            return false;
        }
        var given = signature.get(0);
        if (given.isEmpty() && is(Defect.TAKES_AN_EMPTY_SIGNATURE)) {
            return true;
        }
        return (fresh(timestamp.get(0))
                        || (timestamp.get(0).isEmpty() && is(Defect.TAKES_A_MISSING_TIMESTAMP_SIGNED_AS_EMPTY)))
                && fits(given, path, timestamp.get(0), data(exchange, body), exchange, body);
    }

    private static String header(HttpExchange exchange, String name) {
        return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), "");
    }

    private boolean fresh(String text) {
        if (is(Defect.CHECKS_NO_TIMESTAMP)) {
            return true;
        }
        if (!text.matches("-?[0-9]{1,19}")) {
            return is(Defect.TAKES_UNREADABLE_TIMESTAMPS);
        }
        long time;
        try {
            time = Long.parseLong(text);
        } catch (NumberFormatException e) {
            return is(Defect.TAKES_UNREADABLE_TIMESTAMPS);
        }
        var now = System.currentTimeMillis();
        if (is(Defect.COUNTS_TIME_IN_32_BITS)) {
            return Math.abs((int) (now - time)) <= 300_000;
        }
        if (time < 0) {
            return false;
        }
        if (is(Defect.TAKES_SECONDS) && time < 100_000_000_000L) {
            time *= 1000;
        }
        var age = now - time;
        var window = is(Defect.WINDOW_OF_TEN_MINUTES)
                ? 700_000
                : is(Defect.WINDOW_OF_ONE_MINUTE)
                        ? 60_000
                        : is(Defect.WINDOW_OF_FIVE_AND_A_HALF_MINUTES) ? 330_000 : 300_000;
        return (age <= window || is(Defect.CHECKS_NO_PAST)) && (age >= -window || is(Defect.CHECKS_NO_FUTURE));
    }

    private byte[] data(HttpExchange exchange, byte[] body) {
        var data = data(exchange.getRequestURI().getRawQuery(), body);
        return is(Defect.SIGNS_CONDITIONAL_HEADERS)
                ? Body.utf8(Body.text(data) + header(exchange, "If-None-Match"))
                : data;
    }

    private byte[] data(@Nullable String query, byte[] body) {
        if (body.length > 0) {
            if (is(Defect.WANTS_THE_BODY_WRITTEN_ANEW)) {
                var json = Body.parse(body);
                return json == null ? body : Body.utf8(json.toString());
            }
            if (is(Defect.READS_THE_BODY_AS_ASCII)) {
                return Body.utf8(new String(body, StandardCharsets.US_ASCII));
            }
            return is(Defect.TRIMS_THE_BODY)
                    ? Body.utf8(Body.text(body).strip())
                    : is(Defect.SIGNS_THE_FIRST_KILOBYTE) ? Arrays.copyOf(body, Math.min(body.length, 1024)) : body;
        }
        if (query == null) {
            return new byte[0];
        }
        if (is(Defect.WANTS_THE_QUERY_DECODED)) {
            return Body.utf8(URLDecoder.decode(query, StandardCharsets.UTF_8));
        }
        return Body.utf8(is(Defect.WANTS_THE_QUERY_SORTED) ? sorted(query) : query);
    }

    private static String sorted(String query) {
        return Arrays.stream(query.split("&", -1)).sorted().collect(Collectors.joining("&"));
    }

    private boolean fits(String given, String whole, String time, byte[] data, HttpExchange exchange, byte[] body) {
        var path = is(Defect.WANTS_THE_PATH_WITHOUT_PREFIX)
                ? whole.substring(manners.prefix().length())
                : is(Defect.TRUSTS_A_FORWARDED_PREFIX) ? header(exchange, "X-Forwarded-Prefix") + whole : whole;
        var query = exchange.getRequestURI().getRawQuery();
        var bar = is(Defect.WANTS_NO_TRAILING_BAR) && data.length == 0 ? "" : "|";
        var expected = hmac("HmacSHA512", path + "|" + time + bar, data);
        if (is(Defect.SIGNS_WITH_UPPER_CASE)) {
            expected = expected.toUpperCase(Locale.ROOT);
        }
        if (MessageDigest.isEqual(Body.utf8(given), Body.utf8(expected))) {
            accepted.add(is(Defect.TAKES_SIGNATURES_OF_EARLIER_TIMESTAMPS) ? time : given);
            return true;
        }
        return switch (defect) {
            case REMEMBERS_SIGNATURES -> accepted.contains(given);
            case TAKES_SIGNATURES_OF_EARLIER_TIMESTAMPS ->
                accepted.stream()
                        .anyMatch(earlier -> given.equals(hmac("HmacSHA512", path + "|" + earlier + "|", data)));
            case LEAVES_THE_ACCOUNT_OF_A_LOOKUP_UNSIGNED ->
                List.of("acc-1", "acc-2").stream()
                        .map(account -> path.replaceFirst("/players/[^/]+", "/players/" + account))
                        .anyMatch(other -> given.equals(hmac("HmacSHA512", other + "|" + time + "|", data)));
            case TAKES_A_SLASH_AT_THE_END ->
                path.endsWith("/")
                        && given.equals(
                                hmac("HmacSHA512", path.substring(0, path.length() - 1) + "|" + time + "|", data));
            case COMPARES_EIGHT_DIGITS -> given.length() >= 8 && expected.startsWith(given.substring(0, 8));
            case COMPARES_SIXTY_FOUR_DIGITS -> given.length() == 128 && expected.startsWith(given.substring(0, 64));
            case IGNORES_THE_LAST_DIGIT -> given.length() == 128 && expected.startsWith(given.substring(0, 127));
            case TAKES_A_CUT_SIGNATURE -> !given.isEmpty() && expected.startsWith(given);
            case TAKES_AN_EXTENDED_SIGNATURE -> given.startsWith(expected);
            case TAKES_SHA256_TOO -> given.equals(hmac("HmacSHA256", path + "|" + time + "|", data));
            case TAKES_BASE64_TOO ->
                given.equals(Base64.getEncoder().encodeToString(HexFormat.of().parseHex(expected)));
            case TAKES_A_SIGNATURE_WITHOUT_TIMESTAMP -> given.equals(hmac("HmacSHA512", path + "||", data));
            case TAKES_THE_PATH_WITHOUT_PREFIX ->
                given.equals(hmac("HmacSHA512", path.substring(manners.prefix().length()) + "|" + time + "|", data));
            case TAKES_ANY_PATH ->
                List.of("/debit", "/credit", "/rollback", "/elsewhere").stream()
                        .anyMatch(p -> given.equals(hmac("HmacSHA512", manners.prefix() + p + "|" + time + "|", data)));
            case TAKES_AN_UNSIGNED_QUERY ->
                query != null && given.equals(hmac("HmacSHA512", path + "|" + time + "|", new byte[0]));
            case TAKES_THE_QUERY_SORTED ->
                query != null && given.equals(hmac("HmacSHA512", path + "|" + time + "|", Body.utf8(sorted(query))));
            case TAKES_THE_BODY_WRITTEN_ANEW ->
                Body.parse(body) != null
                        && given.equals(hmac(
                                "HmacSHA512", path + "|" + time + "|", Body.utf8(String.valueOf(Body.parse(body)))));
            case TAKES_AN_UNSIGNED_BODY -> given.equals(hmac("HmacSHA512", path + "|" + time + "|", new byte[0]));
            case TAKES_NO_TRAILING_BAR -> data.length == 0 && given.equals(hmac("HmacSHA512", path + "|" + time, data));
            case null, default -> false;
        };
    }

    private static String hmac(String algorithm, String head, byte[] data) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(Body.utf8(OtherWallet.SECRET), algorithm));
            mac.update(Body.utf8(head));
            return HexFormat.of().formatHex(mac.doFinal(data));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
