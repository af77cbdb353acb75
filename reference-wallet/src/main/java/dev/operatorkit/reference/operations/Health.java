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
 * {@code /health/live}: the process answers. {@code /health/ready}: callbacks are served, since the database answers, its
 * tables are those of this version or later, and its clock and ours agree.
 *
 * <p>The database is asked by one request at a time, and its answer serves everybody for a second: whoever asks often
 * must not take the connections that callbacks read with.
 */
public final class Health {
    private static final Logger LOG = LoggerFactory.getLogger(Health.class);
    private static final Duration MOST_SKEW = Duration.ofMinutes(1); // a fifth of what a signature may be off (SIG-10)
    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

    private final Database database;
    private final Clock clock;
    private final ReentrantLock asking = new ReentrantLock();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private volatile boolean serving;
    private Map<String, Boolean> checks = Map.of();
    private long checkedAt;

    /** Of a wallet on this database, which does not serve callbacks yet. */
    public Health(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Is ready from now on, as long as the checks pass. */
    public void start() {
        serving = true;
    }

    /** Is not ready from now on, so that a load balancer sends its calls elsewhere. */
    public void stop() {
        serving = false;
    }

    /** Adds both addresses, for GET and for the HEAD that some load balancers ask with. */
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
        asking.lock();
        try {
            if (checks.isEmpty() || System.nanoTime() - checkedAt > FRESH_NANOS) {
                checks = ask();
                checkedAt = System.nanoTime();
            }
            return checks;
        } finally {
            asking.unlock();
        }
    }

    /** A database that does not answer is asked nothing more: each further question would wait as long again. */
    private Map<String, Boolean> ask() {
        Map<String, Boolean> answers = new LinkedHashMap<>();
        var answering = passes("database", () -> database.migrations() >= 0);
        answers.put("database", answering);
        answers.put(
                "migrations",
                answering && passes("migrations", () -> database.migrations() >= Database.NEEDED_MIGRATIONS));
        answers.put("clock", answering && passes("clock", () -> skew().compareTo(MOST_SKEW) <= 0));
        return answers;
    }

    /** Logs a failure when it begins, not each time that somebody asks. */
    private boolean passes(String check, Supplier<Boolean> condition) {
        try {
            var passes = condition.get();
            if (passes) {
                failing.remove(check);
            } else if (failing.add(check)) {
                LOG.warn("not ready: {}", check);
            }
            return passes;
        } catch (RuntimeException e) {
            if (failing.add(check)) {
                LOG.warn("not ready: {}", check, e);
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
