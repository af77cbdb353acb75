package com.example.casino;

import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.WalletCallbacks;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.server.netty.NettyHttpRequest;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/**
 * Serves the wallet callbacks in a filter, before the routes, which decode the path. {@link WalletCallbacks#handle} waits
 * for the database, so it runs on an executor for blocking work and never on an event loop.
 */
@ServerFilter(Casino.PREFIX + "/**")
class CallbackFilter {
    private final WalletCallbacks callbacks;

    CallbackFilter(WalletCallbacks callbacks) {
        this.callbacks = callbacks;
    }

    @RequestFilter
    @ExecuteOn(TaskExecutors.BLOCKING)
    HttpResponse<byte[]> answer(HttpRequest<?> request, @Body @Nullable byte[] body) {
        var result = callbacks.handle(toCallback(request, body == null ? new byte[0] : body));
        var response = HttpResponse.<byte[]>status(result.status(), "").body(result.body());
        result.headers().forEach(response::header);
        return response;
    }

    private static CallbackRequest toCallback(HttpRequest<?> request, byte[] body) {
        // The path and the query as they were sent: getPath and getParameters decode them (SIG-3, SIG-6).
        var target = ((NettyHttpRequest<?>) request).getNativeRequest().uri().split("\\?", 2);
        var received = new ReceivedRequest(
                request.getMethodName(),
                target[0],
                target.length == 1 ? null : target[1],
                request.getHeaders().getAll("X-Svc-Timestamp"),
                request.getHeaders().getAll("X-Svc-Signature"),
                body);
        return new CallbackRequest(
                received,
                request.getHeaders().get("Content-Type"),
                request.getRemoteAddress().getAddress(),
                request.getHeaders().getAll("X-Forwarded-For"));
    }
}
