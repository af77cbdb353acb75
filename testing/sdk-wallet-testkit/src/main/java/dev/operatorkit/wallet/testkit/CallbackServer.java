package dev.operatorkit.wallet.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.WalletCallbacks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Serves wallet callbacks over HTTP during a test, on a free port of localhost, so that the conformance suite and the
 * provider simulator can call your wallet without your web server. Calls the callbacks concurrently, on one thread
 * for each request.
 *
 * <pre>{@code
 * try (var server = CallbackServer.start(callbacks::handle)) {
 *     WalletConformance.of(server.address() + "/wallet", SECRET, "token").tests();
 * }
 * }</pre>
 */
public final class CallbackServer implements AutoCloseable {
    private static final int BACKLOG = 1024;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private CallbackServer(HttpServer server) {
        this.server = server;
    }

    /** Starts a server that answers with this function, as a rule {@link WalletCallbacks#handle}. */
    public static CallbackServer start(Function<CallbackRequest, CallbackResponse> callbacks) {
        try {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
            var started = new CallbackServer(server);
            server.setExecutor(started.threads);
            server.createContext("/", exchange -> respond(exchange, callbacks));
            server.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("no server could be started on a free port of localhost", e);
        }
    }

    /** Returns the address without a path, such as {@code http://127.0.0.1:40123}; append the prefix of your callbacks. */
    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static void respond(HttpExchange exchange, Function<CallbackRequest, CallbackResponse> callbacks)
            throws IOException {
        try (exchange) {
            var response = callbacks.apply(read(exchange));
            response.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(response.status(), response.body().length);
            exchange.getResponseBody().write(response.body());
        }
    }

    private static CallbackRequest read(HttpExchange exchange) throws IOException {
        return CallbackRequest.of(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                exchange.getRequestHeaders()::get,
                exchange.getRequestBody().readNBytes(WalletCallbacks.MAX_BODY_BYTES + 1),
                exchange.getRemoteAddress().getAddress());
    }

    /** Stops the server and closes its connections. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
