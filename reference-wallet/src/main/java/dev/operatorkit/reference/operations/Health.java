package dev.operatorkit.reference.operations;

import dev.operatorkit.reference.database.CircuitBreaker;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.reference.http.ExactRoutes;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Serves {@code /health/live}, which shows that the process responds, and {@code /health/ready}, which shows that
 * callbacks are served: the latest check of the database has passed, and that of at least one worker, if it has any. A request never
 * waits for a check.
 */
public final class Health {
    private final CircuitBreaker breaker;
    private final Servers servers;
    private volatile boolean serving;

    /** Creates the health of a wallet on the database of this breaker; it is not ready before {@link #start}. */
    public Health(CircuitBreaker breaker, Servers servers) {
        this.breaker = breaker;
        this.servers = servers;
    }

    /** Reports ready from now on, as long as the checks pass. */
    public void start() {
        serving = true;
    }

    /** Reports not ready from now on, so that a load balancer sends its requests elsewhere. */
    public void stop() {
        serving = false;
    }

    /** Adds both paths. */
    public void routing(ExactRoutes routes) {
        routes.get("/health/live", (request, response) -> send(response, true, "{\"status\":\"up\"}"));
        routes.get("/health/ready", this::ready);
    }

    private void ready(ServerRequest request, ServerResponse response) {
        Map<String, Boolean> all = new LinkedHashMap<>();
        all.put("running", serving);
        all.putAll(breaker.report().checks());
        var each = servers.checks();
        // One worker that is away takes out its accounts only, and every other wallet would lack it too.
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
