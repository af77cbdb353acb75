package dev.operatorkit.conformance.wallets;

import static dev.operatorkit.conformance.wallets.Defect.*;
import static dev.operatorkit.conformance.wallets.SignatureCheck.header;

import com.fasterxml.jackson.databind.node.MissingNode;
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
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
public final class ConfigurableWallet extends WalletPart implements AutoCloseable {
    public static final String SECRET = "a secret of the other wallet, 47 d";

    private final SignatureCheck verification;
    private final ResponseWriter answers;
    private final WalletRules ledger;
    private final Semaphore impatient = new Semaphore(1);
    private final HttpServer server;
    private final String address;
    private final @Nullable WalletProxy proxy;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger results = new AtomicInteger();
    private volatile List<String> echoed = List.of();
    private volatile ToIntFunction<String> fault = request -> 0;
    private volatile Predicate<String> losing = movement -> false;

    public ConfigurableWallet(WalletVariants variants, @Nullable Defect defect) {
        super(variants, defect);
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
        proxy = is(IGNORES_CONTENT_LENGTH) ? new WalletProxy(direct, WalletProxy::ignoreLengths) : null;
        address = proxy == null ? direct : proxy.address();
    }

    /** Creates a correct wallet. */
    public static ConfigurableWallet correct() {
        return new ConfigurableWallet(WalletVariants.usual(), null);
    }

    public static ConfigurableWallet with(Defect defect) {
        return new ConfigurableWallet(WalletVariants.usual(), defect);
    }

    public String address() {
        return address;
    }

    /** Lets another wallet respond under this address, as after a fix. */
    public void switchTo(ConfigurableWallet other) {
        server.removeContext("/");
        server.createContext("/", other::handle);
    }

    public WalletRules ledger() {
        return ledger;
    }

    /** Returns the account of the first player. */
    public WalletStorage.Account account() {
        return ledger.books().first();
    }

    /** Gives the accounts these session tokens. */
    public void issue(String first, String second) {
        ledger.books()
                .accounts
                .replaceAll(
                        (id, was) -> new WalletStorage.Account(id, id.equals("acc-1") ? first : second, was.balance));
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
            var body = is(READS_FIRST_PACKET)
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
        var route = changed(Place.ROUTE, path.substring(variants.prefix().length()));
        var request = text(exchange, route, body);
        var early = changed(Place.EARLY, request);
        if (!early.equals(request)) {
            answers.error(exchange, Integer.parseInt(early), "refused before the signature was verified");
            return;
        }
        var message = RequestBody.parse(body);
        if (is(MOVES_MONEY_BEFORE_VERIFICATION) && route.equals("/debit") && message != null) {
            ledger.move("debit", message, RequestBody.text(body));
        }
        if (!changed(Place.UNVERIFIED, request).isEmpty() && !verification.verify(exchange, path, route, body)) {
            refuseUnverified(exchange);
            return;
        }
        var method = is(ACCEPTS_ANY_METHOD) && body.length > 0 ? "POST" : exchange.getRequestMethod();
        if (route.equals("/player") && method.equals("GET")) {
            player(exchange);
        } else if (route.startsWith("/players/") && method.equals("GET")) {
            lookup(exchange, route);
        } else if (route.matches("/(debit|credit|rollback)") && method.equals("POST")) {
            movement(exchange, route.substring(1), body);
        } else {
            var unusual = is(ANSWERS_500_TO_UNUSUAL_PATHS) && method.equals("POST") ? 500 : 404;
            answers.error(exchange, is(ANSWERS_200_TO_UNKNOWN_PATHS) ? 200 : unusual, "no such callback");
        }
    }

    /** Returns method, path, header lines and body of a request as one text, in which a {@link Defect} finds what it goes by. */
    private static String text(HttpExchange exchange, String route, byte[] body) {
        var text = new StringBuilder(exchange.getRequestMethod() + " " + route + "\n");
        exchange.getRequestHeaders()
                .forEach((name, values) ->
                        values.forEach(value -> text.append(name.toLowerCase(Locale.ROOT) + ": " + value + "\n")));
        return text.append('\n').append(RequestBody.text(body)).toString();
    }

    private void refuseUnverified(HttpExchange exchange) throws IOException {
        var isFresh = verification.isFresh(header(exchange, "X-Svc-Timestamp"));
        var place = isFresh ? Place.BAD_SIGNATURE : Place.BAD_TIMESTAMP;
        answers.error(exchange, place, 401, "the signature does not fit");
    }

    private void player(HttpExchange exchange) throws IOException {
        var raw = Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "");
        var token = Stream.of(raw.split("&", -1))
                .filter(part -> part.startsWith("token="))
                .map(part -> URLDecoder.decode(part.substring(6), StandardCharsets.UTF_8))
                .reduce("", (earlier, last) -> last);
        var account = ledger.books().byToken(token);
        if (account == null) {
            answers.error(exchange, Place.UNKNOWN_TOKEN, variants.unknownToken(), "no such session");
            return;
        }
        if (account.stale == null) {
            account.stale = account.balance;
        }
        if (is(CHARGES_FOR_PLAYER_CALLS) && ++account.asked % 4 == 0) {
            account.balance = account.balance.subtract(BigDecimal.ONE.movePointLeft(variants.decimals()));
        }
        var amount = is(ANSWERS_STALE_PLAYER_BALANCE) ? Objects.requireNonNull(account.stale) : account.balance;
        if (is(CLOSES_ROUNDS_AT_LAUNCH)) {
            synchronized (ledger) {
                ledger.books().closeRounds(account);
            }
        }
        var text = "{\"accountId\":\"" + account.id + "\",\"displayName\":\"Player\",\"balance\":"
                + answers.balance(amount) + "}";
        answers.send(exchange, 200, changed(Place.PLAYER, text));
    }

    private void lookup(HttpExchange exchange, String route) throws IOException {
        var parts = route.split("/", -1);
        if (parts.length != 5 || !parts[3].equals("transactions")) {
            answers.error(exchange, 404, "no such path");
            return;
        }
        var id = changed(Place.LOOKUP_ID, Mutation.decoded(changed(Place.SEGMENT, parts[4])));
        var found = ledger.find(URLDecoder.decode(parts[2], StandardCharsets.UTF_8), id);
        var invented = new Movement("debit", MissingNode.getInstance(), "x", "x", "");
        var entry = found == null && is(LOOKS_UP_UNKNOWN_IDS) ? ledger.books().unapplied(invented, account()) : found;
        if (entry == null) {
            var status = variants.refusal() == 422 ? 404 : variants.refusal();
            answers.error(exchange, Place.UNKNOWN_TRANSACTION, status, "no such transaction");
        } else {
            var after = is(LOOKS_UP_CURRENT_BALANCE) ? entry.account().balance : entry.after();
            answers.result(exchange, Place.LOOKUP, entry, after);
        }
    }

    private static String type(HttpExchange exchange) {
        return header(exchange, "Content-Type")
                .toLowerCase(Locale.ROOT)
                .replaceAll(";.*", "")
                .strip();
    }

    private void movement(HttpExchange exchange, String kind, byte[] body) throws IOException {
        if (!changed(Place.TYPE, type(exchange)).equals("application/json")) {
            answers.error(exchange, variants.refusal(), "application/json alone");
            return;
        }
        var text = changed(Place.BODY, RequestBody.text(body));
        var message = RequestBody.parse(RequestBody.utf8(text));
        if (message == null) {
            if (is(CRASHES_ON_BAD_BODIES)) {
                exchange.close();
            } else {
                answers.error(exchange, Place.BAD_BODY, variants.refusal(), "no JSON object");
            }
            return;
        }
        var sent = kind + " " + text;
        var late = changed(Place.LATE, sent);
        if (!late.equals(sent)) {
            answers.error(exchange, Integer.parseInt(late), "oops");
            return;
        }
        addUnsignedParts(exchange, message);
        if (is(FAILS_UNDER_CONCURRENCY) && kind.equals("debit")) {
            if (!impatient.tryAcquire()) {
                answers.error(exchange, 500, "lock time-out");
                return;
            }
            WalletStorage.pause();
            impatient.release();
        }
        var headers = is(MATCHES_REPLAYS_BY_CONTENT_TYPE)
                ? header(exchange, "Content-Type")
                : is(MATCHES_REPLAYS_BY_REQUEST_ID) ? header(exchange, "X-Request-Id") : "";
        var reply = ledger.move(kind, message, headers + RequestBody.text(body));
        if (reply.entry() == null || reply.status() != 200) {
            answers.error(exchange, reply.status(), reply.message());
        } else if (losing.test(kind + " " + message.path("transactionId").asText())
                || is(LOSES_SOME_RESPONSES) && results.incrementAndGet() % 7 == 0) {
            exchange.close();
        } else {
            var place = reply.isReplay() ? Place.REPLAY : Place.valueOf(kind.toUpperCase(Locale.ROOT));
            answers.result(exchange, place, reply.entry(), reply.entry().after());
        }
    }

    /** Adds parts of a request that are not signed to its message, as some wallets read them. */
    private void addUnsignedParts(HttpExchange exchange, ObjectNode message) {
        var query = exchange.getRequestURI().getRawQuery();
        var key = header(exchange, "Idempotency-Key");
        if (is(QUERY_OVERRIDES_BODY) && query != null && message.path("stake") instanceof ObjectNode stake) {
            Arrays.stream(query.split("&", -1))
                    .filter(field -> field.startsWith("stake.amount="))
                    .forEach(field -> stake.put("amount", new BigDecimal(field.substring(13))));
        }
        if (is(QUERY_NAMES_PLAYER) && query != null) {
            message.remove("token");
            message.put("playerId", query.replaceFirst(".*playerId=", ""));
        }
        if (is(TRUSTS_IDEMPOTENCY_KEYS) && !key.isEmpty()) {
            message.put("transactionId", key);
        }
    }
}
