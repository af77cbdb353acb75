package dev.operatorkit.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A wallet that shares no code with ours: right in several manners, or wrong in exactly one way. */
final class OtherWallet implements AutoCloseable {
    static final String SECRET = "a secret of the other wallet";

    private final WalletVariants manners;
    private final @Nullable Defect defect;
    private final Verification verification;
    private final Answers answers;
    private final Ledger ledger;
    private final Semaphore impatient = new Semaphore(1);
    private final HttpServer server;
    private final @Nullable LengthBlindProxy proxy;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    OtherWallet(WalletVariants manners, @Nullable Defect defect) {
        this.manners = manners;
        this.defect = defect;
        this.verification = new Verification(manners, defect);
        this.answers = new Answers(manners, defect);
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
        proxy = is(Defect.IGNORES_THE_CONTENT_LENGTH) ? new LengthBlindProxy(server.getAddress()) : null;
    }

    String address() {
        var port = proxy == null ? server.getAddress().getPort() : proxy.port();
        return "http://127.0.0.1:" + port + manners.prefix();
    }

    Ledger ledger() {
        return ledger;
    }

    private boolean is(Defect one) {
        return defect == one;
    }

    @Override
    public void close() {
        if (proxy != null) {
            proxy.close();
        }
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
            answers.error(exchange, 404, "no such path");
            return;
        }
        var below = path.substring(manners.prefix().length());
        var route = is(Defect.TAKES_A_SLASH_AT_THE_END) ? below.replaceFirst("/$", "") : below;
        if (is(Defect.JUDGES_AN_EMPTY_BODY_BEFORE_IT_VERIFIES)
                && body.length == 0
                && exchange.getRequestMethod().equals("POST")) {
            answers.error(exchange, 422, "no body");
            return;
        }
        if (is(Defect.PARSES_BEFORE_IT_VERIFIES) && body.length > 0 && Body.parse(body) == null) {
            answers.error(exchange, 422, "no JSON");
            return;
        }
        if (is(Defect.MOVES_BEFORE_IT_VERIFIES) && route.equals("/debit") && Body.parse(body) != null) {
            ledger.move("debit", Objects.requireNonNull(Body.parse(body)), Body.text(body));
        }
        if (is(Defect.JUDGES_THE_TYPE_BEFORE_IT_VERIFIES)
                && body.length > 0
                && !type(exchange).contains("json")) {
            answers.error(exchange, 422, "application/json alone");
            return;
        }
        if (!verification.verified(exchange, path, route, body)) {
            var given = exchange.getRequestHeaders().getFirst("X-Svc-Signature");
            answers.error(
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
            answers.error(
                    exchange,
                    is(Defect.ANSWERS_200_TO_UNKNOWN_PATHS)
                            ? 200
                            : is(Defect.ANSWERS_500_TO_ODD_PATHS) && method.equals("POST") ? 500 : 404,
                    "no such callback");
        }
    }

    private void player(HttpExchange exchange) throws IOException {
        var token = "";
        var raw = exchange.getRequestURI().getRawQuery();
        for (var part : raw == null ? new String[0] : raw.split("&", -1)) {
            if (part.startsWith("token=")) {
                token = URLDecoder.decode(part.substring(6), StandardCharsets.UTF_8);
            }
        }
        var account = ledger.books().byToken(token);
        if (account == null) {
            answers.error(exchange, manners.unknownToken(), "no such session");
            return;
        }
        if (account.stale == null) {
            account.stale = account.balance;
        }
        if (is(Defect.CHARGES_FOR_ASKING) && ++account.asked % 4 == 0) {
            account.balance = account.balance.subtract(BigDecimal.ONE.movePointLeft(manners.decimals()));
        }
        var amount = is(Defect.ANSWERS_A_STALE_PLAYER) ? Objects.requireNonNull(account.stale) : account.balance;
        var name = is(Defect.FORGETS_THE_DISPLAY_NAME) ? "" : ",\"displayName\":\"Somebody\"";
        answers.send(
                exchange,
                200,
                "{\"accountId\":\"" + account.id + "\"" + name + ",\"balance\":"
                        + answers.balance(amount, is(Defect.WRITES_THE_PLAYERS_BALANCE_AS_A_STRING)) + "}");
    }

    private void lookup(HttpExchange exchange, String route) throws IOException {
        var parts = route.split("/", -1);
        if (parts.length != 5 || !parts[3].equals("transactions")) {
            answers.error(exchange, 404, "no such path");
            return;
        }
        var entry = ledger.find(URLDecoder.decode(parts[2], StandardCharsets.UTF_8), transactionId(parts[4]));
        if (is(Defect.LOOKS_UP_WHAT_NEVER_WAS) && entry == null) {
            var account = Objects.requireNonNull(ledger.books().accounts.get("acc-1"));
            entry = new Books.Entry(
                    "debit", account, "x", "x", BigDecimal.ZERO, "op-0", account.balance, "", java.time.Instant.now());
        }
        if (entry == null || is(Defect.HAS_NO_LOOKUP)) {
            answers.error(exchange, manners.refusal() == 422 ? 404 : manners.refusal(), "no such transaction");
        } else {
            answers.result(
                    exchange, 200, entry, is(Defect.LOOKS_UP_TODAYS_BALANCE) ? entry.account().balance : entry.after());
        }
    }

    private static String type(HttpExchange exchange) {
        var type = exchange.getRequestHeaders().getFirst("Content-Type");
        return type == null
                ? ""
                : type.toLowerCase(Locale.ROOT).replaceAll(";.*", "").strip();
    }

    private String transactionId(String segment) {
        if (is(Defect.LOOKS_UP_UNDECODED)) {
            return segment;
        }
        var decoded = URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        return is(Defect.LOOKS_UP_DECODED_TWICE)
                ? URLDecoder.decode(decoded.replace("+", "%2B"), StandardCharsets.UTF_8)
                : decoded;
    }

    private void movement(HttpExchange exchange, String kind, byte[] body) throws IOException {
        var plain = type(exchange);
        if (!plain.equals("application/json")
                && !is(Defect.TAKES_ANY_CONTENT_TYPE)
                && !(is(Defect.TAKES_TEXT_PLAIN) && plain.equals("text/plain"))) {
            answers.error(exchange, manners.refusal(), "application/json alone");
            return;
        }
        var json = Body.parse(
                is(Defect.READS_HUGE_NUMBERS_AS_NOTHING)
                        ? Body.utf8(Body.text(body).replaceAll("\\d+[eE][-+]?\\d{3,}", "0"))
                        : body);
        if (json == null) {
            if (is(Defect.DIES_OF_BAD_BODIES)) {
                exchange.close();
                return;
            }
            answers.error(exchange, is(Defect.ANSWERS_500_TO_BAD_BODIES) ? 500 : manners.refusal(), "no JSON object");
            return;
        }
        if (is(Defect.REFUSES_UNKNOWN_FIELDS) && (json.has("extra") || json.has("zzz"))) {
            answers.error(exchange, 422, "unknown field");
            return;
        }
        var bareFreeRound = json.path("reason").asText().equals("freeround") && !json.has("freeRoundData");
        if ((is(Defect.ANSWERS_500_TO_MINUS_ZERO) && Body.text(body).contains(":-0,"))
                || (is(Defect.ANSWERS_500_WITHOUT_FREE_ROUND_DATA) && bareFreeRound)) {
            answers.error(exchange, 500, "oops");
            return;
        }
        var query = exchange.getRequestURI().getRawQuery();
        if (is(Defect.LETS_THE_QUERY_OVERRIDE) && query != null && json.path("stake") instanceof ObjectNode stake) {
            Arrays.stream(query.split("&", -1))
                    .filter(field -> field.startsWith("stake.amount="))
                    .forEach(field -> stake.put("amount", new BigDecimal(field.substring(13))));
        }
        if (is(Defect.FAILS_IN_A_CROWD) && kind.equals("debit")) {
            if (!impatient.tryAcquire()) {
                answers.error(exchange, 500, "lock time-out");
                return;
            }
            Books.dawdle();
            impatient.release();
        }
        var reply = ledger.move(kind, json, Body.text(body));
        if (reply.entry() == null || reply.status() != 200) {
            answers.error(exchange, reply.status(), reply.message());
        } else {
            answers.result(exchange, 200, reply.entry(), reply.entry().after());
        }
    }
}
