package dev.operatorkit.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.WalletCallbacks;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** Serves the wallet callbacks with the HTTP server of the JDK. It passes the raw request on and sends the response unchanged. */
public final class JdkHttpServer {
    private JdkHttpServer() {}

    /** Starts a server on an address; stop it with {@link HttpServer#stop}. */
    public static HttpServer start(InetSocketAddress address, WalletCallbacks callbacks) throws IOException {
        var server = HttpServer.create(address, 1024);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> handle(exchange, callbacks));
        server.start();
        return server;
    }

    private static void handle(HttpExchange exchange, WalletCallbacks callbacks) throws IOException {
        try (exchange) {
            var response = callbacks.handle(toCallback(exchange));
            response.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(response.status(), response.body().length);
            exchange.getResponseBody().write(response.body());
        }
    }

    private static CallbackRequest toCallback(HttpExchange exchange) throws IOException {
        return CallbackRequest.of(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                exchange.getRequestHeaders()::get,
                // One byte over the limit is enough for the callbacks to detect a body that is too large.
                exchange.getRequestBody().readNBytes(WalletCallbacks.MAX_BODY_BYTES + 1),
                exchange.getRemoteAddress().getAddress());
    }
}
