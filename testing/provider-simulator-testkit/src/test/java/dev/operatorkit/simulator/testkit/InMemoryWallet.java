package dev.operatorkit.simulator.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs a wallet like an operator's: the wallet SDK with a store in memory, on the JDK's HTTP server. */
final class InMemoryWallet implements AutoCloseable {
    /** The number of callbacks of this path that fail before the wallet sees them. */
    final AtomicInteger failures = new AtomicInteger();

    volatile String failingPath = "";

    private final InMemoryWalletStore store = new InMemoryWalletStore();
    private final HttpServer server;

    InMemoryWallet() throws IOException {
        var clock = Clock.systemUTC();
        var players = new InMemoryPlayers(store);
        store.openAccount("ann", Money.of("100.00", "EUR"));
        players.addSession("canary-token", "ann", clock.instant().plus(Duration.ofHours(2)));
        var wallet = new TransactionalWallet(store, players, clock);
        var callbacks = new WalletCallbacks("/wallet", SecretKeys.of(ProviderSimulatorTest.SECRET), clock, wallet);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> answer(exchange, callbacks));
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/wallet";
    }

    Money balance() {
        return store.account("ann").orElseThrow().balance();
    }

    private void answer(HttpExchange exchange, WalletCallbacks callbacks) throws IOException {
        try (exchange) {
            var request = request(exchange);
            if (request.signedRequest().rawPath().endsWith(failingPath) && failures.getAndDecrement() > 0) {
                exchange.sendResponseHeaders(503, -1);
                return;
            }
            var response = callbacks.handle(request);
            response.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(response.status(), response.body().length);
            exchange.getResponseBody().write(response.body());
        }
    }

    private static CallbackRequest request(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        var uri = exchange.getRequestURI();
        var received = new ReceivedRequest(
                exchange.getRequestMethod(),
                uri.getRawPath(),
                uri.getRawQuery(),
                headers.getOrDefault("X-Svc-Timestamp", List.of()),
                headers.getOrDefault("X-Svc-Signature", List.of()),
                exchange.getRequestBody().readNBytes(WalletCallbacks.MAX_BODY_BYTES + 1));
        return new CallbackRequest(
                received,
                headers.getFirst("Content-Type"),
                exchange.getRemoteAddress().getAddress(),
                List.of());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
