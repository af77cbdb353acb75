package dev.operatorkit.reference.operations;

import dev.operatorkit.reference.store.Database;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /health/live}: the process answers. {@code /health/ready}: callbacks can be served, since the database answers,
 * its tables are those of this version or later, and its clock and ours agree.
 */
public final class Health {
    private static final Logger LOG = LoggerFactory.getLogger(Health.class);
    private static final Duration MOST_SKEW = Duration.ofMinutes(1); // a fifth of what a signature may be off (SIG-10)

    private final Database database;
    private final Clock clock;
    private volatile boolean stopping;

    /** Of a wallet on this database. */
    public Health(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** From now on not ready, so that a load balancer sends its calls elsewhere. */
    public void stopping() {
        stopping = true;
    }

    /** Adds both addresses. */
    public void routing(HttpRouting.Builder routes) {
        routes.get("/health/live", (request, response) -> send(response, true, "{\"status\":\"up\"}"));
        routes.get("/health/ready", (request, response) -> ready(response));
    }

    private void ready(ServerResponse response) {
        Map<String, Boolean> checks = new LinkedHashMap<>();
        checks.put("running", !stopping);
        checks.put("database", passes("database", () -> database.migrations() >= 0));
        checks.put("migrations", passes("migrations", () -> database.migrations() >= Database.NEEDED_MIGRATIONS));
        checks.put("clock", passes("clock", () -> skew().compareTo(MOST_SKEW) <= 0));
        var ready = !checks.containsValue(false);
        var fields = checks.entrySet().stream()
                .map(check -> "\"" + check.getKey() + "\":\"" + (check.getValue() ? "up" : "down") + "\"")
                .collect(Collectors.joining(","));
        send(response, ready, "{\"status\":\"" + (ready ? "up" : "down") + "\"," + fields + "}");
    }

    private static boolean passes(String check, Supplier<Boolean> condition) {
        try {
            return condition.get();
        } catch (RuntimeException e) {
            LOG.warn("not ready: {}", check, e);
            return false;
        }
    }

    private Duration skew() {
        return Duration.between(database.now(), clock.instant()).abs();
    }

    private static void send(ServerResponse response, boolean up, String body) {
        response.status(up ? Status.OK_200 : Status.SERVICE_UNAVAILABLE_503)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .send(body.getBytes(StandardCharsets.UTF_8));
    }
}
