package dev.operatorkit.reference.operations;

import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.store.Database;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /health/live}, which shows that the process responds, and {@code /health/ready}, which shows that
 * callbacks are served: the database responds, its tables are those of this version or later, and its clock agrees with
 * the wallet's.
 *
 * <p>One request at a time queries the database, and the result is reused for a second, so frequent health checks leave
 * the connections to the callbacks.
 */
public final class Health {
    private static final Logger LOG = LoggerFactory.getLogger(Health.class);
    private static final Duration MAX_SKEW = Duration.ofMinutes(1); // a fifth of the tolerance for a timestamp (SIG-10)
    private static final long CACHE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Database database;
    private final Clock clock;
    private final ReentrantLock checking = new ReentrantLock();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private volatile boolean serving;
    private Map<String, Boolean> checks = Map.of();
    private long checkedAt;

    /** Creates the health of a wallet on this database; it is not ready before {@link #start}. */
    public Health(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Reports ready from now on, as long as the checks pass. */
    public void start() {
        serving = true;
    }

    /** Reports not ready from now on, so that a load balancer sends its requests elsewhere. */
    public void stop() {
        serving = false;
    }

    /** Adds both paths, for GET and for HEAD, which some load balancers use. */
    public void routing(ExactRoutes routes) {
        Handler live = (request, response) -> send(request, response, true, "{\"status\":\"up\"}");
        routes.get("/health/live", live);
        routes.head("/health/live", live);
        routes.get("/health/ready", this::ready);
        routes.head("/health/ready", this::ready);
    }

    private void ready(ServerRequest request, ServerResponse response) {
        Map<String, Boolean> all = new LinkedHashMap<>();
        all.put("running", serving);
        all.putAll(checks());
        var ready = !all.containsValue(false);
        var fields = all.entrySet().stream()
                .map(check -> "\"" + check.getKey() + "\":\"" + (check.getValue() ? "up" : "down") + "\"")
                .collect(Collectors.joining(","));
        send(request, response, ready, "{\"status\":\"" + (ready ? "up" : "down") + "\"," + fields + "}");
    }

    private Map<String, Boolean> checks() {
        checking.lock();
        try {
            if (checks.isEmpty() || System.nanoTime() - checkedAt > CACHE_NANOS) {
                checks = runChecks();
                checkedAt = System.nanoTime();
            }
            return checks;
        } finally {
            checking.unlock();
        }
    }

    /** Skips the other checks when the database does not respond: each of them would wait for the same timeout. */
    private Map<String, Boolean> runChecks() {
        Map<String, Boolean> results = new LinkedHashMap<>();
        var reachable = passes("database", () -> database.migrations() >= 0);
        results.put("database", reachable);
        results.put(
                "migrations",
                reachable && passes("migrations", () -> database.migrations() >= Database.NEEDED_MIGRATIONS));
        results.put("clock", reachable && passes("clock", () -> skew().compareTo(MAX_SKEW) <= 0));
        return results;
    }

    /** Runs a check and logs its failure once, when it begins. */
    private boolean passes(String check, Supplier<Boolean> condition) {
        try {
            var passes = condition.get();
            if (passes) {
                failing.remove(check);
            } else if (failing.add(check)) {
                LOG.warn("not ready: the {} check fails", check);
            }
            return passes;
        } catch (RuntimeException e) {
            if (failing.add(check)) {
                LOG.warn("not ready: the {} check fails", check, e);
            }
            return false;
        }
    }

    private Duration skew() {
        return Duration.between(database.now(), clock.instant()).abs();
    }

    private static void send(ServerRequest request, ServerResponse response, boolean up, String body) {
        response.status(up ? Status.OK_200 : Status.SERVICE_UNAVAILABLE_503).header(HeaderValues.CONTENT_TYPE_JSON);
        if (request.prologue().method().equals(Method.HEAD)) {
            response.send();
        } else {
            response.send(body.getBytes(StandardCharsets.UTF_8));
        }
    }
}
