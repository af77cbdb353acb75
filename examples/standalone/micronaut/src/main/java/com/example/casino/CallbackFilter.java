package com.example.casino;

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
        return CallbackRequest.of(
                request.getMethodName(),
                // As it was sent: getPath and getParameters decode it (SIG-3, SIG-6).
                ((NettyHttpRequest<?>) request).getNativeRequest().uri(),
                request.getHeaders()::getAll,
                body,
                request.getRemoteAddress().getAddress());
    }
}
