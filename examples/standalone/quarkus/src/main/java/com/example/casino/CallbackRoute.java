package com.example.casino;

import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.WalletCallbacks;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Serves the wallet callbacks on the router of Quarkus, before JAX-RS, which decodes the path. {@link
 * WalletCallbacks#handle} waits for the database, so it runs on a worker thread and never on an event loop.
 */
@ApplicationScoped
public class CallbackRoute {
    void register(@Observes Router router, WalletCallbacks callbacks) {
        router.route(Casino.PREFIX + "/*")
                .order(-1)
                // Twice as much as a callback may have, so that the callbacks answer what is too large.
                .handler(BodyHandler.create(false).setBodyLimit(2L * WalletCallbacks.MAX_BODY_BYTES))
                // Not ordered: blocking calls do not wait for each other. The responses of one connection still keep
                // their order.
                .blockingHandler(exchange -> answer(exchange, callbacks), false);
    }

    private static void answer(RoutingContext exchange, WalletCallbacks callbacks) {
        var result = callbacks.handle(toCallback(exchange));
        var response = exchange.response().setStatusCode(result.status());
        result.headers().forEach(response::putHeader);
        response.end(Buffer.buffer(result.body()));
    }

    private static CallbackRequest toCallback(RoutingContext exchange) {
        var request = exchange.request();
        var body = exchange.body().buffer();
        return CallbackRequest.of(
                request.method().name(),
                // As it was sent: the other methods decode or normalize it (SIG-3, SIG-6).
                request.uri(),
                request.headers()::getAll,
                body == null ? new byte[0] : body.getBytes(),
                address(request.connection().remoteAddress().hostAddress()));
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("Not an address: " + literal, e);
        }
    }
}
