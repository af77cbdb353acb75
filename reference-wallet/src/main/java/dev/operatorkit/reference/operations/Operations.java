package dev.operatorkit.reference.operations;

import dev.operatorkit.reference.database.CircuitBreaker;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.http.OwnOrigin;
import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Serves the operations port: metrics and health, and nothing that moves money. {@code /health/live} shows that the process responds,
 * {@code /health/ready} that callbacks are served: the latest check of the database has passed, and that of at least one worker, if it
 * has any. A request never waits for a check.
 */
public final class Operations {
    /** Lists the headers of every response of the port, also of those to input that never becomes a request. */
    public static final List<Header> HEADERS = List.of(
            HeaderValues.create("X-Content-Type-Options", "nosniff"),
            HeaderValues.create("Cross-Origin-Resource-Policy", "same-origin"));

    private final CircuitBreaker breaker;
    private final Servers servers;
    private final ExactRoutes routes = new ExactRoutes();
    private volatile boolean serving;

    /** Creates the port of a wallet on the database of this breaker; it is not ready before {@link #serve}. */
    public Operations(CircuitBreaker breaker, Servers servers, PrometheusMetrics metrics) {
        this.breaker = breaker;
        this.servers = servers;
        routes.get("/health/live", (request, response) -> send(response, true, "{\"status\":\"up\"}"));
        routes.get("/health/ready", this::ready);
        metrics.routing(routes);
    }

    /** Reports from now on ready as long as the checks pass, or not ready, so that a load balancer sends its requests elsewhere. */
    public void serve(boolean ready) {
        serving = ready;
    }

    /** Returns all routes. */
    public Set<ExactRoutes.Route> routes() {
        return routes.all();
    }

    /** Adds all routes, for requests whose Host header names a host of the given origin. */
    public void routing(HttpRouting.Builder routing, OwnOrigin origin) {
        routing.addFilter((chain, request, response) -> {
            HEADERS.forEach(response::header);
            if (origin.isOwnHost(request)) {
                chain.proceed();
            } else {
                ExactRoutes.refuse(
                        response,
                        Status.MISDIRECTED_REQUEST_421,
                        "This port does not serve the host that the request names. Use the port's address, or start"
                                + " the wallet with --operations-name.");
            }
        });
        routes.addTo(routing);
    }

    private void ready(ServerRequest request, ServerResponse response) {
        Map<String, Boolean> all = new LinkedHashMap<>();
        all.put("running", serving);
        all.putAll(breaker.report().checks());
        var each = servers.checks();
        // One worker that is down takes out its accounts only, and every other wallet would lack it too.
        var ready = !all.containsValue(false) && (each.isEmpty() || each.containsValue(true));
        var named = each.isEmpty() ? "" : ",\"workers\":{" + fields(each) + "}";
        send(response, ready, "{\"status\":\"" + (ready ? "up" : "down") + "\"," + fields(all) + named + "}");
    }

    private static String fields(Map<String, Boolean> checks) {
        return checks.entrySet().stream()
                .map(check -> "\"" + check.getKey() + "\":\"" + (check.getValue() ? "up" : "down") + "\"")
                .collect(Collectors.joining(","));
    }

    private static void send(ServerResponse response, boolean up, String body) {
        response.status(up ? Status.OK_200 : Status.SERVICE_UNAVAILABLE_503)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .send(body.getBytes(StandardCharsets.UTF_8));
    }
}
