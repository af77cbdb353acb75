package dev.operatorkit.conformance.wallets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.conformance.wallets.Mutation.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Serves a wallet that shares no code with ours: correct in several variants, or with exactly one defect. */
public final class ConfigurableWallet implements AutoCloseable {
    public static final String SECRET = "a secret of the other wallet, 47 d";

    private final WalletVariants variants;
    private final @Nullable Defect defect;
    private final SignatureCheck verification;
    private final ResponseWriter answers;
    private final WalletRules ledger;
    private final Semaphore impatient = new Semaphore(1);
    private final HttpServer server;
    private final String address;
    private final @Nullable WalletProxy proxy;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile List<String> echoed = List.of();
    private volatile ToIntFunction<String> fault = request -> 0;
    private volatile Predicate<String> losing = movement -> false;
    private final AtomicInteger results = new AtomicInteger();

    public ConfigurableWallet(WalletVariants variants, @Nullable Defect defect) {
        this.variants = variants;
        this.defect = defect;
        this.verification = new SignatureCheck(variants, defect);
        this.answers = new ResponseWriter(variants, defect);
        this.ledger = new WalletRules(variants, defect);
        try {
            System.setProperty("sun.net.httpserver.nodelay", "true");
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
        var direct = "http://127.0.0.1:" + server.getAddress().getPort() + variants.prefix();
        proxy = is(Defect.IGNORES_CONTENT_LENGTH) ? new WalletProxy(direct, new LengthBlindRelay()) : null;
        address = proxy == null ? direct : proxy.address();
    }

    public String address() {
        return address;
    }

    public WalletRules ledger() {
        return ledger;
    }

    /** Gives the accounts these session tokens. */
    public void issue(String first, String second) {
        for (var account : Map.of("acc-1", first, "acc-2", second).entrySet()) {
            ledger.books()
                    .accounts
                    .computeIfPresent(
                            account.getKey(),
                            (id, was) -> new WalletStorage.Account(id, account.getValue(), was.balance));
        }
    }

    /** Writes these texts into the headers of each response, as a wallet that debugs its sessions does. */
    public void echo(List<String> texts) {
        echoed = List.copyOf(texts);
    }

    /** Responds with this status to requests, given as path and body; 0 lets the wallet respond, -1 gives no response. */
    public void fail(ToIntFunction<String> statusOf) {
        fault = statusOf;
    }

    /** Closes the connection in place of the response to movements, given as kind and id, that it has applied or found. */
    public void loseResponses(Predicate<String> which) {
        losing = which;
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
            var body = is(Defect.READS_FIRST_PACKET)
                    ? firstPacket(exchange)
                    : exchange.getRequestBody().readAllBytes();
            if (variants.delayMillis() > 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(variants.delayMillis()));
            }
            var status = fault.applyAsInt(exchange.getRequestURI().getPath() + " " + RequestBody.text(body));
            if (status == 0) {
                answer(exchange, body);
            } else if (status > 0) {
                answers.error(exchange, status, "as scripted");
            }
        }
    }

    private static byte[] firstPacket(HttpExchange exchange) throws IOException {
        var bytes = new byte[65_536];
        var length = exchange.getRequestBody().read(bytes);
        return Arrays.copyOf(bytes, Math.max(0, length));
    }

    private void answer(HttpExchange exchange, byte[] body) throws IOException {
        echoed.forEach(text -> exchange.getResponseHeaders().add("X-Echo", text));
        var path = exchange.getRequestURI().getRawPath();
        if (!path.startsWith(variants.prefix() + "/")) {
            answers.error(exchange, 404, "no such path");
            return;
        }
        var below = path.substring(variants.prefix().length());
        var route = is(Defect.ACCEPTS_TRAILING_SLASH)
                ? below.replaceFirst("/$", "")
                : is(Defect.MATCHES_PATHS_BY_PREFIX) ? below.replaceFirst("^(/debit).*", "$1") : below;
        if (is(Defect.REQUIRES_ACCEPT) && !exchange.getRequestHeaders().containsKey("Accept")) {
            answers.error(exchange, 406, "JSON only");
            return;
        }
        if (is(Defect.ANSWERS_500_TO_LARGE_BODIES) && body.length > 1_000_000) {
            answers.error(exchange, 500, "too large");
            return;
        }
        if (is(Defect.REJECTS_EMPTY_BODY_BEFORE_VERIFICATION)
                && body.length == 0
                && exchange.getRequestMethod().equals("POST")) {
            answers.error(exchange, 422, "no body");
            return;
        }
        if (is(Defect.PARSES_BEFORE_VERIFICATION) && body.length > 0 && RequestBody.parse(body) == null) {
            answers.error(exchange, 422, "no JSON");
            return;
        }
        if (is(Defect.CHECKS_FIELDS_BEFORE_VERIFICATION)
                && RequestBody.parse(body) instanceof ObjectNode message
                && !message.has("transactionId")) {
            answers.error(exchange, 422, "transactionId is needed");
            return;
        }
        if (is(Defect.MOVES_MONEY_BEFORE_VERIFICATION) && route.equals("/debit") && RequestBody.parse(body) != null) {
            ledger.move("debit", Objects.requireNonNull(RequestBody.parse(body)), RequestBody.text(body));
        }
        if (is(Defect.CHECKS_CONTENT_TYPE_BEFORE_VERIFICATION)
                && body.length > 0
                && !type(exchange).contains("json")) {
            answers.error(exchange, 422, "application/json alone");
            return;
        }
        if (!verification.verified(exchange, path, route, body)) {
            var given = exchange.getRequestHeaders().getFirst("X-Svc-Signature");
            answers.error(
                    exchange,
                    verification.fresh(header(exchange, "X-Svc-Timestamp")) ? Place.BAD_SIGNATURE : Place.BAD_TIMESTAMP,
                    is(Defect.ANSWERS_500_TO_MISSING_HEADERS) && given == null ? 500 : 401,
                    is(Defect.LEAKS_SECRET)
                            ? "not signed with " + SECRET
                            : is(Defect.LEAKS_PART_OF_SECRET)
                                    ? "the key ends in " + SECRET.substring(SECRET.length() - 8)
                                    : "the signature does not fit");
            return;
        }
        var method = is(Defect.ACCEPTS_ANY_METHOD) && body.length > 0 ? "POST" : exchange.getRequestMethod();
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
                            : is(Defect.ANSWERS_500_TO_UNUSUAL_PATHS) && method.equals("POST") ? 500 : 404,
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
            answers.error(exchange, Place.UNKNOWN_TOKEN, variants.unknownToken(), "no such session");
            return;
        }
        if (account.stale == null) {
            account.stale = account.balance;
        }
        if (is(Defect.CHARGES_FOR_PLAYER_CALLS) && ++account.asked % 4 == 0) {
            account.balance = account.balance.subtract(BigDecimal.ONE.movePointLeft(variants.decimals()));
        }
        var amount = is(Defect.ANSWERS_STALE_PLAYER_BALANCE) ? Objects.requireNonNull(account.stale) : account.balance;
        if (is(Defect.CLOSES_ROUNDS_AT_LAUNCH)) {
            synchronized (ledger) {
                ledger.books().closeRounds(account);
            }
        }
        var text = "{\"accountId\":\"" + account.id + "\",\"displayName\":\"Somebody\",\"balance\":"
                + answers.balance(amount) + "}";
        answers.send(exchange, 200, Defect.changed(defect, Place.PLAYER, text));
    }

    private void lookup(HttpExchange exchange, String route) throws IOException {
        var parts = route.split("/", -1);
        if (parts.length != 5 || !parts[3].equals("transactions")) {
            answers.error(exchange, 404, "no such path");
            return;
        }
        var entry = ledger.find(URLDecoder.decode(parts[2], StandardCharsets.UTF_8), transactionId(parts[4]));
        if (is(Defect.LOOKS_UP_UNKNOWN_IDS) && entry == null) {
            var account = Objects.requireNonNull(ledger.books().accounts.get("acc-1"));
            entry = new WalletStorage.Entry(
                    "debit", account, "x", "x", BigDecimal.ZERO, "op-0", account.balance, "", java.time.Instant.now());
        }
        if (entry == null || is(Defect.LACKS_LOOKUP)) {
            answers.error(
                    exchange,
                    Place.UNKNOWN_TRANSACTION,
                    variants.refusal() == 422 ? 404 : variants.refusal(),
                    "no such transaction");
        } else {
            answers.result(
                    exchange,
                    Place.LOOKUP,
                    entry,
                    is(Defect.LOOKS_UP_CURRENT_BALANCE) ? entry.account().balance : entry.after());
        }
    }

    private static String header(HttpExchange exchange, String name) {
        return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), "");
    }

    private static String type(HttpExchange exchange) {
        return header(exchange, "Content-Type")
                .toLowerCase(Locale.ROOT)
                .replaceAll(";.*", "")
                .strip();
    }

    private String transactionId(String segment) {
        return Defect.changed(
                defect, Place.LOOKUP_ID, Mutation.decoded(Defect.changed(defect, Place.SEGMENT, segment)));
    }

    private void movement(HttpExchange exchange, String kind, byte[] body) throws IOException {
        var plain = type(exchange);
        if (!plain.equals("application/json")
                && !is(Defect.ACCEPTS_ANY_CONTENT_TYPE)
                && !(is(Defect.ACCEPTS_TEXT_PLAIN) && plain.equals("text/plain"))) {
            answers.error(exchange, variants.refusal(), "application/json alone");
            return;
        }
        var text = Defect.changed(defect, Place.BODY, RequestBody.text(body));
        var json = RequestBody.parse(RequestBody.utf8(text));
        if (json == null) {
            if (is(Defect.CRASHES_ON_BAD_BODIES)) {
                exchange.close();
                return;
            }
            answers.error(exchange, Place.BAD_BODY, variants.refusal(), "no JSON object");
            return;
        }
        if (is(Defect.REFUSES_UNKNOWN_FIELDS) && (json.has("extra") || json.has("zzz"))
                || is(Defect.REFUSES_UNKNOWN_INNER_FIELDS)
                        && json.at("/stake/note").isTextual()) {
            answers.error(exchange, 422, "unknown field");
            return;
        }
        if (fails(json, text)) {
            answers.error(exchange, 500, "oops");
            return;
        }
        var query = exchange.getRequestURI().getRawQuery();
        if (is(Defect.QUERY_OVERRIDES_BODY) && query != null && json.path("stake") instanceof ObjectNode stake) {
            Arrays.stream(query.split("&", -1))
                    .filter(field -> field.startsWith("stake.amount="))
                    .forEach(field -> stake.put("amount", new BigDecimal(field.substring(13))));
        }
        if (is(Defect.QUERY_NAMES_PLAYER) && query != null && json instanceof ObjectNode message) {
            message.remove("token");
            message.put("playerId", query.replaceFirst(".*playerId=", ""));
        }
        if (is(Defect.FAILS_UNDER_CONCURRENCY) && kind.equals("debit")) {
            if (!impatient.tryAcquire()) {
                answers.error(exchange, 500, "lock time-out");
                return;
            }
            WalletStorage.pause();
            impatient.release();
        }
        var key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        if (is(Defect.TRUSTS_IDEMPOTENCY_KEYS) && key != null && json instanceof ObjectNode message) {
            message.put("transactionId", key);
        }
        var headers = is(Defect.MATCHES_REPLAYS_BY_CONTENT_TYPE)
                ? header(exchange, "Content-Type")
                : is(Defect.MATCHES_REPLAYS_BY_REQUEST_ID) ? header(exchange, "X-Request-Id") : "";
        var reply = ledger.move(kind, json, headers + RequestBody.text(body));
        if (reply.entry() == null || reply.status() != 200) {
            answers.error(exchange, reply.status(), reply.message());
        } else if (losing.test(kind + " " + json.path("transactionId").asText())
                || (is(Defect.LOSES_SOME_RESPONSES) && results.incrementAndGet() % 7 == 0)) {
            exchange.close();
        } else {
            var place = reply.isReplay() ? Place.REPLAY : Place.valueOf(kind.toUpperCase(Locale.ROOT));
            answers.result(exchange, place, reply.entry(), reply.entry().after());
        }
    }

    /** Returns true for a message that this wallet cannot process. */
    private boolean fails(JsonNode message, String text) {
        return switch (defect) {
            case ANSWERS_500_TO_MINUS_ZERO -> text.contains(":-0,");
            case ANSWERS_500_WITHOUT_FREE_ROUND_DATA ->
                message.path("reason").asText().equals("freeround") && !message.has("freeRoundData");
            case ANSWERS_500_TO_DEEP_NESTING -> text.contains("[[[[[[[[");
            case ANSWERS_500_TO_FIELDS_OF_OTHER_TYPES ->
                Stream.of("playerId", "gameId", "token", "reason", "referenceTransactionId")
                        .anyMatch(
                                name -> message.has(name) && !message.path(name).isTextual());
            case null, default -> false;
        };
    }
}
