package dev.operatorkit.simulator.wallet;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verifier;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;

/** Keeps a correct ledger in minor units of EUR, with responses that tests can replace. */
public final class FakeWallet implements AutoCloseable {
    public static final String SECRET = "a-secret-of-the-fake-wallet";
    public static final long OPENING_BALANCE = 100_000_00;

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final Map<String, Long> balances = new HashMap<>();
    private final Map<String, Movement> movements = new HashMap<>();
    private final Map<String, String> closedBy = new HashMap<>();
    private int applied;
    private final RawServer server;

    /** Tells the wallet the time. */
    public volatile Clock clock = Clock.systemUTC();

    /** Shifts the time that the wallet compares timestamps with, not that of its Date header. */
    public volatile Duration shift = Duration.ZERO;

    /** Changes a body before the wallet verifies it (SIG-8). */
    public volatile UnaryOperator<String> rewrite = UnaryOperator.identity();

    /** Makes the wallet apply a repeat again instead of returning the stored result (IDM-1). */
    public volatile boolean appliesRepeats;

    /** Makes the wallet decode the path before it verifies the signature (SIG-3, D-40). */
    public volatile boolean decodesPath;
    /** Makes the wallet verify the path without its prefix (SIG-3). */
    public volatile boolean stripsPrefix;

    /** Decides before the wallet looks at a callback, on its thread; null lets it do its work. */
    public volatile Function<RawServer.Received, @Nullable FakeResponse> before = request -> null;

    /** Decides how to treat a response of the wallet; null sends it. */
    public volatile Function<RawServer.Received, @Nullable FakeResponse> after = request -> null;

    /** Replaces a response of the wallet. */
    public interface FakeResponse {
        void write(OutputStream out) throws IOException;

        static FakeResponse status(int status) {
            return out -> out.write(RawServer.json(status, "{\"message\":\"as scripted\"}"));
        }

        static FakeResponse none() {
            return out -> {
                throw new IOException("no response, as scripted");
            };
        }
    }

    /** Responds to callbacks of this path only. */
    public static Function<RawServer.Received, @Nullable FakeResponse> on(String path, FakeResponse response) {
        return request -> request.path().endsWith(path) ? response : null;
    }

    /** Holds one stored transaction. */
    public record Movement(String kind, String account, long minor, String reference, String answer) {}

    private record Answer(int status, String body) {}

    public FakeWallet() {
        this(true, 0);
    }

    public FakeWallet(boolean recording, int port) {
        this(ServerSocket::new, recording, port);
    }

    public FakeWallet(RawServer.Sockets sockets, boolean recording, int port) {
        server = new RawServer(sockets, this::handle, recording, port);
    }

    /** Returns sockets with a certificate that no authority has signed. */
    public static RawServer.Sockets selfSignedSockets() {
        return new HandshakeCertificates.Builder()
                .heldCertificate(new HeldCertificate.Builder()
                        .addSubjectAlternativeName("127.0.0.1")
                        .build())
                .build()
                .sslContext()
                .getServerSocketFactory()::createServerSocket;
    }

    /** Refuses connections from now on and keeps the ledger. */
    public void kill() {
        server.close();
    }

    /** Returns a caller of this wallet, which the test closes. */
    public WalletCaller caller() {
        var system = Clock.systemUTC();
        return new WalletCaller(
                WalletAddress.parse(url()),
                SecretKeys.of(SECRET),
                system,
                CallLimits.DEFAULT,
                TargetPolicy.LOOPBACK,
                TrustedCertificates.system(system));
    }

    public String url() {
        return server.url("/wallet");
    }

    public int port() {
        return server.port();
    }

    public RawServer server() {
        return server;
    }

    public synchronized long balance(String account) {
        return balances.getOrDefault(account, OPENING_BALANCE);
    }

    public synchronized void balance(String account, long minor) {
        balances.put(account, minor);
    }

    public synchronized @Nullable Movement movement(String transactionId) {
        return movements.get(transactionId);
    }

    public synchronized Map<String, Movement> movements() {
        return Map.copyOf(movements);
    }

    private void handle(RawServer.Received request, Socket socket) throws IOException {
        var out = socket.getOutputStream();
        var first = before.apply(request);
        if (first != null) {
            first.write(out);
            return;
        }
        var answer = answer(request);
        var then = after.apply(request);
        if (then != null) {
            then.write(out);
            return;
        }
        var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(clock.instant().atOffset(ZoneOffset.UTC));
        out.write(RawServer.json(answer.status, answer.body, "Date: " + date + "\r\n"));
    }

    /** Returns the request as a verifier takes it, with this path and body. */
    static ReceivedRequest received(RawServer.Received request, String path, byte[] body) {
        var query = request.target().replaceFirst("^[^?]*", "");
        return ReceivedRequest.of(request.method(), path + query, request::values, body);
    }

    private Answer answer(RawServer.Received request) throws IOException {
        if (!request.path().startsWith("/wallet/")) {
            return error(404, "no such path");
        }
        var path = request.path().substring("/wallet".length());
        var verified = stripsPrefix ? path : request.path();
        var received = received(
                request,
                decodesPath ? URLDecoder.decode(verified, UTF_8) : verified,
                rewrite.apply(new String(request.body(), UTF_8)).getBytes(UTF_8));
        if (!(new Verifier(SecretKeys.of(SECRET), Clock.offset(clock, shift)).verify(received) instanceof Accepted)) {
            return error(401, "signature");
        }
        if (path.equals("/player")) {
            var token = Stream.of(request.target().split("[?&]", -1))
                    .filter(pair -> pair.startsWith("token="))
                    .map(pair -> URLDecoder.decode(pair.substring(6), UTF_8))
                    .findFirst()
                    .orElse("");
            if (!token.startsWith("token-")) {
                return error(403, "unknown token");
            }
            var account = token.replace("token-", "player-");
            return new Answer(
                    200,
                    "{\"accountId\":\"" + account + "\",\"displayName\":\"Player One\",\"balance\":"
                            + money(balance(account)) + "}");
        }
        if (path.startsWith("/players/")) {
            var parts = path.split("/", -1);
            var found = movement(URLDecoder.decode(parts[4], UTF_8));
            return found == null ? error(404, "unknown") : new Answer(200, found.answer);
        }
        return move(path, JSON.readTree(request.body()));
    }

    private synchronized Answer move(String path, JsonNode body) {
        var id = body.get("transactionId").asText();
        var account = body.get("playerId").asText();
        var known = movements.get(id);
        if (known != null && !appliesRepeats) {
            return known.kind.equals("tombstone") ? error(422, "rolled back already") : new Answer(200, known.answer);
        }
        return switch (path) {
            case "/debit" -> {
                var stake = minor(body.get("stake"));
                yield balance(account) < stake ? error(409, "funds") : apply(id, "debit", account, -stake, "");
            }
            case "/credit" -> {
                var reference = body.get("referenceTransactionId").asText();
                var debit = movements.get(reference);
                yield debit == null || isClosed(reference)
                        ? error(422, "no open debit")
                        : settle(id, "credit", account, minor(body.get("payout")), reference);
            }
            case "/rollback" -> {
                var reference = body.get("referenceTransactionId").asText();
                var debit = movements.get(reference);
                if (debit == null) {
                    movements.put(reference, new Movement("tombstone", account, 0, "", ""));
                    yield settle(id, "rollback", account, 0, reference);
                }
                yield isClosed(reference)
                        ? error(422, "closed")
                        : settle(id, "rollback", account, -debit.minor, reference);
            }
            default -> error(404, "no such path");
        };
    }

    private boolean isClosed(String reference) {
        return closedBy.containsKey(reference) && !appliesRepeats;
    }

    private Answer settle(String id, String kind, String account, long minor, String reference) {
        closedBy.put(reference, id);
        return apply(id, kind, account, minor, reference);
    }

    private Answer apply(String id, String kind, String account, long minor, String reference) {
        balances.put(account, balance(account) + minor);
        var answer = "{\"operatorTransactionId\":\"op-" + ++applied + "\",\"balance\":" + money(balance(account))
                + ",\"createdAt\":\"2026-01-01T00:00:00.000Z\"}";
        movements.put(id, new Movement(kind, account, minor, reference, answer));
        return new Answer(200, answer);
    }

    private static long minor(JsonNode amount) {
        return amount.get("amount").decimalValue().movePointRight(2).longValueExact();
    }

    /** Writes a balance with a time that every movement moves by a second. */
    private String money(long minor) {
        return "{\"amount\":" + BigDecimal.valueOf(minor, 2).toPlainString() + ",\"currency\":\"EUR\",\"updatedAt\":\""
                + Instant.parse("2026-01-01T00:00:00Z").plusSeconds(applied) + "\"}";
    }

    private static Answer error(int status, String message) {
        return new Answer(status, "{\"message\":\"" + message + "\"}");
    }

    @Override
    public void close() {
        server.close();
    }
}
