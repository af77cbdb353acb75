package dev.operatorkit.simulator.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A wallet that shares no code with ours: right in several manners, or wrong in exactly one way. */
final class OtherWallet implements AutoCloseable {
    static final String SECRET = "a secret of the other wallet";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final Manners manners;
    private final @Nullable Defect defect;
    private final Ledger ledger;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    OtherWallet(Manners manners, @Nullable Defect defect) {
        this.manners = manners;
        this.defect = defect;
        this.ledger = new Ledger(manners, defect);
        try {
            System.setProperty("sun.net.httpserver.nodelay", "true");
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + manners.prefix();
    }

    Ledger ledger() {
        return ledger;
    }

    private boolean is(Defect one) {
        return defect == one;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            if (manners.delayMillis() > 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(manners.delayMillis()));
            }
            answer(exchange, body);
        }
    }

    private void answer(HttpExchange exchange, byte[] body) throws IOException {
        var path = exchange.getRequestURI().getRawPath();
        if (!path.startsWith(manners.prefix() + "/")) {
            error(exchange, 404, "no such path");
            return;
        }
        var route = path.substring(manners.prefix().length());
        if (is(Defect.PARSES_BEFORE_IT_VERIFIES) && body.length > 0 && parse(body) == null) {
            error(exchange, 422, "no JSON");
            return;
        }
        if (is(Defect.MOVES_BEFORE_IT_VERIFIES) && route.equals("/debit") && parse(body) != null) {
            ledger.move("debit", java.util.Objects.requireNonNull(parse(body)), text(body));
        }
        if (!verified(exchange, path, route, body)) {
            var given = exchange.getRequestHeaders().getFirst("X-Svc-Signature");
            error(
                    exchange,
                    is(Defect.ANSWERS_500_TO_MISSING_HEADERS) && given == null
                            ? 500
                            : is(Defect.ANSWERS_403_TO_BAD_SIGNATURES) ? 403 : 401,
                    is(Defect.SHOWS_THE_SECRET) ? "not signed with " + SECRET : "the signature does not fit");
            return;
        }
        var method = exchange.getRequestMethod();
        if (route.equals("/player") && method.equals("GET")) {
            player(exchange);
        } else if (route.startsWith("/players/") && method.equals("GET")) {
            lookup(exchange, route);
        } else if (route.matches("/(debit|credit|rollback)") && method.equals("POST")) {
            movement(exchange, route.substring(1), body);
        } else {
            error(
                    exchange,
                    is(Defect.ANSWERS_200_TO_UNKNOWN_PATHS)
                            ? 200
                            : is(Defect.ANSWERS_500_TO_ODD_PATHS) && method.equals("POST") ? 500 : 404,
                    "no such callback");
        }
    }

    // ---- verification

    private boolean verified(HttpExchange exchange, String path, String route, byte[] body) throws IOException {
        var spared = switch (defect) {
            case CHECKS_NO_SIGNATURE -> true;
            case CHECKS_NO_SIGNATURE_ON_PLAYER -> route.equals("/player");
            case CHECKS_NO_SIGNATURE_ON_DEBIT -> route.equals("/debit");
            case CHECKS_NO_SIGNATURE_ON_CREDIT -> route.equals("/credit");
            case CHECKS_NO_SIGNATURE_ON_ROLLBACK -> route.equals("/rollback");
            case CHECKS_NO_SIGNATURE_ON_LOOKUP -> route.startsWith("/players/");
            case null, default -> false;
        };
        var signature = exchange.getRequestHeaders().get("X-Svc-Signature");
        var timestamp = exchange.getRequestHeaders().get("X-Svc-Timestamp");
        if (spared || (signature == null && is(Defect.TAKES_A_MISSING_SIGNATURE))) {
            return true;
        }
        if (signature == null || timestamp == null || signature.size() != 1 || timestamp.size() != 1) {
            return false;
        }
        var given = signature.get(0);
        if (given.isEmpty() && is(Defect.TAKES_AN_EMPTY_SIGNATURE)) {
            return true;
        }
        return fresh(timestamp.get(0))
                && fits(
                        given,
                        path,
                        timestamp.get(0),
                        data(exchange.getRequestURI().getRawQuery(), body),
                        exchange,
                        body);
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

    private byte[] data(@Nullable String query, byte[] body) {
        if (body.length > 0) {
            if (is(Defect.WANTS_THE_BODY_WRITTEN_ANEW)) {
                var json = parse(body);
                return json == null ? body : utf8(json.toString());
            }
            if (is(Defect.READS_THE_BODY_AS_ASCII)) {
                return utf8(new String(body, StandardCharsets.US_ASCII));
            }
            return is(Defect.TRIMS_THE_BODY)
                    ? utf8(text(body).strip())
                    : is(Defect.SIGNS_THE_FIRST_KILOBYTE) ? Arrays.copyOf(body, Math.min(body.length, 1024)) : body;
        }
        if (query == null) {
            return new byte[0];
        }
        if (is(Defect.WANTS_THE_QUERY_DECODED)) {
            return utf8(URLDecoder.decode(query, StandardCharsets.UTF_8));
        }
        return utf8(is(Defect.WANTS_THE_QUERY_SORTED) ? sorted(query) : query);
    }

    private static String sorted(String query) {
        return Arrays.stream(query.split("&", -1)).sorted().collect(Collectors.joining("&"));
    }

    private boolean fits(String given, String whole, String time, byte[] data, HttpExchange exchange, byte[] body) {
        var path = is(Defect.WANTS_THE_PATH_WITHOUT_PREFIX)
                ? whole.substring(manners.prefix().length())
                : whole;
        var query = exchange.getRequestURI().getRawQuery();
        var bar = is(Defect.WANTS_NO_TRAILING_BAR) && data.length == 0 ? "" : "|";
        var expected = hmac("HmacSHA512", path + "|" + time + bar, data);
        if (is(Defect.SIGNS_WITH_UPPER_CASE)) {
            expected = expected.toUpperCase(Locale.ROOT);
        }
        if (MessageDigest.isEqual(utf8(given), utf8(expected))) {
            return true;
        }
        return switch (defect) {
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
                java.util.List.of("/debit", "/credit", "/rollback", "/elsewhere").stream()
                        .anyMatch(p -> given.equals(hmac("HmacSHA512", manners.prefix() + p + "|" + time + "|", data)));
            case TAKES_AN_UNSIGNED_QUERY ->
                query != null && given.equals(hmac("HmacSHA512", path + "|" + time + "|", new byte[0]));
            case TAKES_THE_QUERY_SORTED ->
                query != null && given.equals(hmac("HmacSHA512", path + "|" + time + "|", utf8(sorted(query))));
            case TAKES_THE_BODY_WRITTEN_ANEW ->
                parse(body) != null
                        && given.equals(hmac("HmacSHA512", path + "|" + time + "|", utf8(String.valueOf(parse(body)))));
            case TAKES_AN_UNSIGNED_BODY -> given.equals(hmac("HmacSHA512", path + "|" + time + "|", new byte[0]));
            case TAKES_NO_TRAILING_BAR -> data.length == 0 && given.equals(hmac("HmacSHA512", path + "|" + time, data));
            case null, default -> false;
        };
    }

    private static String hmac(String algorithm, String head, byte[] data) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(utf8(SECRET), algorithm));
            mac.update(utf8(head));
            return HexFormat.of().formatHex(mac.doFinal(data));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- callbacks

    private void player(HttpExchange exchange) throws IOException {
        var token = "";
        var raw = exchange.getRequestURI().getRawQuery();
        for (var part : raw == null ? new String[0] : raw.split("&", -1)) {
            if (part.startsWith("token=")) {
                token = URLDecoder.decode(part.substring(6), StandardCharsets.UTF_8);
            }
        }
        var account = ledger.byToken(token);
        if (account == null) {
            error(exchange, manners.unknownToken(), "no such session");
            return;
        }
        if (account.stale == null) {
            account.stale = account.balance;
        }
        var amount =
                is(Defect.ANSWERS_A_STALE_PLAYER) ? java.util.Objects.requireNonNull(account.stale) : account.balance;
        var name = is(Defect.FORGETS_THE_DISPLAY_NAME) ? "" : ",\"displayName\":\"Somebody\"";
        send(
                exchange,
                200,
                "{\"accountId\":\"" + account.id + "\"" + name + ",\"balance\":"
                        + balance(amount, is(Defect.WRITES_THE_PLAYERS_BALANCE_AS_A_STRING)) + "}");
    }

    private void lookup(HttpExchange exchange, String route) throws IOException {
        var parts = route.split("/", -1);
        if (parts.length != 5 || !parts[3].equals("transactions")) {
            error(exchange, 404, "no such path");
            return;
        }
        var entry = ledger.find(
                URLDecoder.decode(parts[2], StandardCharsets.UTF_8),
                URLDecoder.decode(parts[4].replace("+", "%2B"), StandardCharsets.UTF_8));
        if (is(Defect.LOOKS_UP_WHAT_NEVER_WAS) && entry == null) {
            var account = java.util.Objects.requireNonNull(ledger.accounts.get("acc-1"));
            entry = new Ledger.Entry("debit", account, "x", "x", BigDecimal.ZERO, "op-0", account.balance, "");
        }
        if (entry == null || is(Defect.HAS_NO_LOOKUP)) {
            error(exchange, manners.refusal() == 422 ? 404 : manners.refusal(), "no such transaction");
        } else {
            result(exchange, 200, entry, is(Defect.LOOKS_UP_TODAYS_BALANCE) ? entry.account().balance : entry.after());
        }
    }

    private void movement(HttpExchange exchange, String kind, byte[] body) throws IOException {
        var type = exchange.getRequestHeaders().getFirst("Content-Type");
        var plain = type == null
                ? ""
                : type.toLowerCase(Locale.ROOT).replaceAll(";.*", "").strip();
        if (!plain.equals("application/json")
                && !is(Defect.TAKES_ANY_CONTENT_TYPE)
                && !(is(Defect.TAKES_TEXT_PLAIN) && plain.equals("text/plain"))) {
            error(exchange, manners.refusal(), "application/json alone");
            return;
        }
        var json = parse(body);
        if (json == null) {
            if (is(Defect.DIES_OF_BAD_BODIES)) {
                exchange.close();
                return;
            }
            error(exchange, is(Defect.ANSWERS_500_TO_BAD_BODIES) ? 500 : manners.refusal(), "no JSON object");
            return;
        }
        if (is(Defect.REFUSES_UNKNOWN_FIELDS) && (json.has("extra") || json.has("zzz"))) {
            error(exchange, 422, "unknown field");
            return;
        }
        var bareFreeRound = json.path("reason").asText().equals("freeround") && !json.has("freeRoundData");
        if ((is(Defect.ANSWERS_500_TO_MINUS_ZERO) && text(body).contains(":-0,"))
                || (is(Defect.ANSWERS_500_WITHOUT_FREE_ROUND_DATA) && bareFreeRound)) {
            error(exchange, 500, "oops");
            return;
        }
        var reply = ledger.move(kind, json, text(body));
        if (reply.entry() == null || reply.status() != 200) {
            error(exchange, reply.status(), reply.message());
        } else {
            result(exchange, 200, reply.entry(), reply.entry().after());
        }
    }

    private static @Nullable JsonNode parse(byte[] body) {
        try {
            var json = JSON.readTree(text(body));
            return json.isObject() ? json : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    // ---- answers

    private String balance(BigDecimal amount, boolean quoted) {
        var exact = is(Defect.CALCULATES_IN_DOUBLE) || is(Defect.CALCULATES_IN_FLOAT);
        var written = exact
                ? amount
                : amount.setScale(
                        Math.max(manners.decimals(), amount.stripTrailingZeros().scale()));
        var text = manners.plainZeros() ? written.stripTrailingZeros().toPlainString() : written.toPlainString();
        var number = quoted || is(Defect.WRITES_BALANCES_AS_STRINGS) ? "\"" + text + "\"" : text;
        var currency =
                is(Defect.WRITES_CURRENCIES_SMALL) ? manners.currency().toLowerCase(Locale.ROOT) : manners.currency();
        var time = is(Defect.FORGETS_UPDATED_AT) ? "" : ",\"updatedAt\":" + now();
        return "{\"currency\":\"" + currency + "\",\"amount\":" + number + time + "}";
    }

    private String now() {
        var now = Instant.now();
        return switch (defect) {
            case WRITES_LOCAL_TIME -> "\"" + now.atOffset(ZoneOffset.ofHours(2)) + "\"";
            case WRITES_TIME_WITHOUT_ZONE -> "\"" + LocalDateTime.ofInstant(now, ZoneOffset.UTC) + "\"";
            case WRITES_TIME_AS_A_NUMBER -> Long.toString(now.toEpochMilli());
            case null, default ->
                "\"" + (manners.plainZeros() ? now.toString().replaceAll("\\.[0-9]+", "") : now.toString()) + "\"";
        };
    }

    private void result(HttpExchange exchange, int status, Ledger.Entry entry, BigDecimal after) throws IOException {
        var id = is(Defect.HAS_ONE_OPERATOR_ID_FOR_ALL)
                ? "\"op\""
                : is(Defect.WRITES_THE_OPERATOR_ID_AS_A_NUMBER)
                        ? entry.operatorId().substring(3)
                        : "\"" + entry.operatorId() + "\"";
        var field = is(Defect.FORGETS_THE_OPERATOR_ID) ? "" : ",\"operatorTransactionId\":" + id;
        var extra = manners.bareAnswers() ? "" : ",\"createdAt\":" + now() + ",\"kind\":\"" + entry.kind() + "\"";
        send(exchange, status, "{\"balance\":" + balance(after, false) + field + extra + "}");
    }

    private void error(HttpExchange exchange, int status, String message) throws IOException {
        if (manners.emptyErrors() && status != 409) {
            send(exchange, status, "");
        } else if (is(Defect.EXPLAINS_ERRORS_IN_PLAIN_TEXT)) {
            send(exchange, status, message);
        } else {
            send(
                    exchange,
                    status,
                    "{\"" + (is(Defect.EXPLAINS_NO_ERROR) ? "error" : "message") + "\":\"" + message + "\"}");
        }
    }

    private void send(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = utf8(text);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        if (manners.closes()) {
            exchange.getResponseHeaders().set("Connection", "close");
        }
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : manners.chunked() ? 0 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
