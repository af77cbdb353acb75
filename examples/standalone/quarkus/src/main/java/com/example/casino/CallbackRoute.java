package com.example.casino;

import dev.operatorkit.signing.ReceivedRequest;
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
        // The path and the query as they were sent: the other methods decode or normalize them (SIG-3, SIG-6).
        var target = request.uri().split("\\?", 2);
        var body = exchange.body().buffer();
        var received = new ReceivedRequest(
                request.method().name(),
                target[0],
                target.length == 1 ? null : target[1],
                request.headers().getAll("X-Svc-Timestamp"),
                request.headers().getAll("X-Svc-Signature"),
                body == null ? new byte[0] : body.getBytes());
        return new CallbackRequest(
                received,
                request.getHeader("Content-Type"),
                address(request.connection().remoteAddress().hostAddress()),
                request.headers().getAll("X-Forwarded-For"));
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("Not an address: " + literal, e);
        }
    }
}
