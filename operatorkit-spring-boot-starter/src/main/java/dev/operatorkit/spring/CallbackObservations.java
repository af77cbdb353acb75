package dev.operatorkit.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerHttpObservationDocumentation;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.http.server.observation.ServerRequestObservationConvention;

/**
 * Observes callbacks as Spring observes other requests, whose filter they do not reach: as {@code http.server.requests},
 * for metrics and traces. The observation is named after one of five paths, never after a path that a client made up.
 */
final class CallbackObservations {
    private static final ServerRequestObservationConvention DEFAULT = new DefaultServerRequestObservationConvention();
    private static final Set<String> ENDPOINTS = Set.of("/player", "/debit", "/credit", "/rollback");

    private final Supplier<ObservationRegistry> registry;
    private final Supplier<ServerRequestObservationConvention> convention;

    CallbackObservations(
            Supplier<ObservationRegistry> registry, Supplier<ServerRequestObservationConvention> convention) {
        this.registry = registry;
        this.convention = convention;
    }

    /** Answers a callback within its observation. */
    void observe(
            CallbackPath path,
            HttpServletRequest request,
            HttpServletResponse response,
            Observation.CheckedRunnable<IOException> answer)
            throws IOException {
        var context = new ServerRequestObservationContext(request, response);
        var pattern = pattern(path.value(), request.getRequestURI());
        if (pattern != null) {
            context.setPathPattern(pattern);
        }
        ServerHttpObservationDocumentation.HTTP_SERVLET_SERVER_REQUESTS
                .observation(convention.get(), DEFAULT, () -> context, registry.get())
                .observeChecked(answer);
    }

    private static @Nullable String pattern(String prefix, String rawPath) {
        var endpoint = rawPath.substring(prefix.length());
        if (ENDPOINTS.contains(endpoint)) {
            return prefix + endpoint;
        }
        return endpoint.startsWith("/players/") ? prefix + "/players/{accountId}/transactions/{transactionId}" : null;
    }
}
