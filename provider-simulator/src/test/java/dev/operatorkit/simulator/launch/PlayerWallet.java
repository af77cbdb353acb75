package dev.operatorkit.simulator.launch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Serves a wallet that knows one player and counts its calls, on the HTTP server of the JDK. */
final class PlayerWallet implements AutoCloseable {
    static final String ANN = "{\"accountId\":\"player-1\",\"displayName\":\"Ann\",\"balance\":"
            + "{\"amount\":100.00,\"currency\":\"EUR\",\"updatedAt\":\"2026-01-01T00:00:00.000Z\"}}";

    private final Verifier verifier = new Verifier(RawApi.KEYS, Clock.systemUTC());
    private final HttpServer server;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile int status = 200;
    private volatile String body = ANN;
    private volatile String lastQuery = "";

    PlayerWallet() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/wallet/player", this::player);
        server.start();
    }

    WalletAddress address() {
        return WalletAddress.parse("http://127.0.0.1:" + server.getAddress().getPort() + "/wallet");
    }

    int calls() {
        return calls.get();
    }

    String lastQuery() {
        return lastQuery;
    }

    void answer(int newStatus, String newBody) {
        status = newStatus;
        body = newBody;
    }

    private void player(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        lastQuery = exchange.getRequestURI().getRawQuery();
        var headers = exchange.getRequestHeaders();
        var request = new ReceivedRequest(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath(),
                lastQuery,
                headers.getOrDefault("X-Svc-Timestamp", List.of()),
                headers.getOrDefault("X-Svc-Signature", List.of()),
                exchange.getRequestBody().readAllBytes());
        var signed = verifier.verify(request) instanceof Accepted;
        var bytes = (signed ? body : "{\"message\":\"badly signed\"}").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(signed ? status : 401, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
