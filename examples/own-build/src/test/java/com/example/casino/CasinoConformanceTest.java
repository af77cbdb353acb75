package com.example.casino;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.conformance.junit.WalletConformance;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Runs some cases of the conformance suite against the casino's wallet, on the HTTP server of the JDK. */
class CasinoConformanceTest {
    private static final String SECRET = "secret-of-the-conformance-test";

    private static HttpServer server;

    @BeforeAll
    static void start() throws IOException {
        var keys = SecretKeys.of(SECRET);
        var store = new InMemoryWalletStore();
        store.openAccount("player", Money.of("100", "EUR"));
        var players = new InMemoryPlayers(store);
        players.addSession("token", "player", Instant.MAX);
        var callbacks = Casino.callbacks(store, players, keys, Clock.systemUTC());
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> respond(exchange, callbacks));
        server.start();
    }

    private static void respond(HttpExchange exchange, WalletCallbacks callbacks) throws IOException {
        try (exchange) {
            var headers = exchange.getRequestHeaders();
            var received = new ReceivedRequest(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getRawPath(),
                    exchange.getRequestURI().getRawQuery(),
                    headers.getOrDefault("X-Svc-Timestamp", List.of()),
                    headers.getOrDefault("X-Svc-Signature", List.of()),
                    exchange.getRequestBody().readNBytes(WalletCallbacks.MAX_BODY_BYTES + 1));
            var response = callbacks.handle(new CallbackRequest(
                    received,
                    headers.getFirst("Content-Type"),
                    exchange.getRemoteAddress().getAddress(),
                    List.of()));
            response.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(response.status(), response.body().length);
            exchange.getResponseBody().write(response.body());
        }
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    @TestFactory
    Stream<DynamicContainer> the_wallet_conforms() {
        var address = "http://127.0.0.1:" + server.getAddress().getPort() + "/wallet";
        return WalletConformance.of(address, SECRET, "token").only("replayed-*").tests();
    }
}
