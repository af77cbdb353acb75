package dev.operatorkit.conformance.wallets;

import static dev.operatorkit.conformance.wallets.Defect.*;

import com.sun.net.httpserver.HttpExchange;
import dev.operatorkit.conformance.wallets.Mutation.Place;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
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
        if (isSpared(exchange, body)) {
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
        var unchecked = is(SKIPS_TIMESTAMP_CHECK_ON_SETTLEMENTS) && route.matches("/(credit|rollback)")
                || is(SKIPS_TIMESTAMP_CHECK_ON_REPLAYS) && accepted.contains(id(body));
        return (unchecked || isEmptyAllowed || isFresh(times.get(0)))
                && fits(given, path + "|" + times.get(0), exchange, body);
    }

    private boolean isSpared(HttpExchange exchange, byte[] body) {
        return is(SKIPS_SIGNATURE_CHECK_ON_REPLAYS) && accepted.contains(id(body))
                || is(SKIPS_SIGNATURE_CHECK_AFTER_FIRST_OF_CONNECTION)
                        && accepted.contains(exchange.getRemoteAddress().toString());
    }

    static String header(HttpExchange exchange, String name) {
        return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), "");
    }

    /** Returns the id of a movement, by which some wallets remember it. */
    private static String id(byte[] body) {
        var json = RequestBody.parse(body);
        return json == null ? "" : "id " + json.path("transactionId").asText();
    }

    boolean isFresh(String sent) {
        var text = changed(Place.TIMESTAMP, sent);
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
        var age = now - time;
        var window = Defect.statusOf(defect, Place.WINDOW, 300_000);
        if (is(REFUSES_EARLIER_TIMESTAMPS) && age <= window) {
            return latest.getAndUpdate(last -> Math.max(last, time)) < time;
        }
        return !(is(REFUSES_TIMES_AHEAD) && age < -1000)
                && (age <= window || is(ACCEPTS_PAST_TIMESTAMPS))
                && (age >= -window || is(ACCEPTS_FUTURE_TIMESTAMPS));
    }

    /** Returns the third part of what is signed, as all of it a character for each byte. */
    private String data(HttpExchange exchange, byte[] body) {
        if (is(VERIFIES_CHUNKED_BODIES_AS_EMPTY) && exchange.getRequestHeaders().containsKey("Transfer-Encoding")) {
            return "";
        }
        var query = exchange.getRequestURI().getRawQuery();
        var isCredit = exchange.getRequestURI().getPath().endsWith("/credit");
        var data = body.length > 0
                ? changed(isCredit ? Place.SIGNED_CREDIT : Place.SIGNED_BODY, latin(body))
                : query == null ? "" : changed(Place.SIGNED_QUERY, query);
        return is(SIGNS_CONDITIONAL_HEADERS) ? data + header(exchange, "If-None-Match") : data;
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Returns true for a signature over path, timestamp and data. */
    private boolean fits(String given, String pathAndTime, HttpExchange exchange, byte[] body) {
        var data = data(exchange, body);
        var text = pathAndTime + "|" + data;
        var bar = is(REQUIRES_NO_TRAILING_BAR) && data.isEmpty() ? "" : "|";
        var forwarded = is(TRUSTS_FORWARDED_PREFIX) ? header(exchange, "X-Forwarded-Prefix") : "";
        var right = hmac(forwarded + changed(Place.SIGNED_PATH, pathAndTime) + bar + data);
        var expected = changed(Place.EXPECTED_SIGNATURE, right);
        if (given.equals(expected)) {
            accepted.add(
                    switch (defect) {
                        case ACCEPTS_SIGNATURES_OF_EARLIER_TIMESTAMPS -> pathAndTime.replaceAll(".*[|]", "");
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
            case ACCEPTS_OTHER_TAILS -> body.length > KILOBYTE && accepted.contains(given + beginning(body));
            case ACCEPTS_PLAIN_HASHES -> given.equals(sha512(ConfigurableWallet.SECRET + text));
            case ACCEPTS_BASE64 ->
                given.equals(Base64.getEncoder().encodeToString(HexFormat.of().parseHex(right)));
            case ACCEPTS_SIGNATURES_OF_EARLIER_TIMESTAMPS ->
                accepted.stream()
                        .anyMatch(time -> given.equals(hmac(text.replaceFirst("[|][^|]*[|]", "|" + time + "|"))));
            case IGNORES_LOOKUP_ACCOUNT_IN_SIGNATURE ->
                Stream.of("acc-1", "acc-2")
                        .anyMatch(a -> given.equals(hmac(text.replaceFirst("/players/[^/]+", "/players/" + a))));
            case ACCEPTS_ANY_PATH ->
                Stream.of("/debit", "/credit", "/rollback", "/elsewhere")
                        .anyMatch(p -> given.equals(hmac(text.replaceFirst("^[^|]*", variants.prefix() + p))));
            case ACCEPTS_TRUNCATED_SIGNATURE -> !given.isEmpty() && expected.startsWith(given);
            case null, default -> isOfOtherText(given, text);
        };
    }

    /** Returns true for the signature of another text, or with another secret or algorithm, that the wallet accepts as well. */
    private boolean isOfOtherText(String given, String text) {
        var secret = changed(Place.OTHER_SECRET, ConfigurableWallet.SECRET);
        var algorithm = changed(Place.OTHER_ALGORITHM, "HmacSHA512");
        var other = hmac(secret, algorithm, changed(Place.OTHER_TEXT, text));
        return given.equals(other) && !other.equals(hmac(text));
    }

    private static String beginning(byte[] body) {
        return RequestBody.text(Arrays.copyOf(body, Math.min(body.length, KILOBYTE)));
    }

    private static String sha512(String text) {
        try {
            var hash = MessageDigest.getInstance("SHA-512").digest(text.getBytes(StandardCharsets.ISO_8859_1));
            return HexFormat.of().formatHex(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hmac(String text) {
        return hmac(ConfigurableWallet.SECRET, "HmacSHA512", text);
    }

    private static String hmac(String secret, String algorithm, String text) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(RequestBody.utf8(secret), algorithm));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
