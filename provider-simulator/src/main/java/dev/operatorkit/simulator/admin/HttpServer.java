package dev.operatorkit.simulator.admin;

import dev.operatorkit.http.guard.GuardedServer;
import dev.operatorkit.http.guard.WatchedConnection;
import dev.operatorkit.net.RequestPath;
import dev.operatorkit.simulator.http.BrowserHeaders;
import dev.operatorkit.simulator.http.Routes;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Serves the routes of several tables on one port, and rejects ambiguous paths first (decision 0043). */
public final class HttpServer implements AutoCloseable {
    /** Limits the size of a body to more than any page needs; the Customer API has its own, lower limit (D-36). */
    private static final int MAX_BODY_BYTES = 2 * 1024 * 1024;

    private static final int MAX_CONCURRENT_REQUESTS = 1024;
    private static final Duration REQUEST = Duration.ofSeconds(15);
    private static final Duration IDLE = Duration.ofSeconds(75);

    /** Limits the time of a response: a round waits for the wallet, and a fault may wait even longer. */
    private static final Duration RESPONSE = Duration.ofHours(1);

    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final String AMBIGUOUS = "the path has dot segments, empty segments, parameters or encoded slashes,"
            + " which programs read differently. Send the plain path.";

    private final GuardedServer server;
    private final String bind;

    private HttpServer(GuardedServer server, String bind) {
        this.server = server;
        this.bind = bind;
    }

    /** Starts a server on a port that {@code portOption} sets. It accepts requests when this method returns. */
    public static HttpServer start(String bind, int port, String portOption, Clock systemClock, Routes... tables) {
        var options = new GuardedServer.Options(bind, port)
                .portOption(portOption)
                .maxBodyBytes(MAX_BODY_BYTES)
                .maxConcurrentRequests(MAX_CONCURRENT_REQUESTS)
                .requestTimeout(REQUEST)
                .idleTimeout(IDLE)
                .responseTimeout(RESPONSE)
                .grace(GRACE)
                .errors(new TransportErrors(systemClock));
        return new HttpServer(
                GuardedServer.start(options, routing -> routing(routing, systemClock, List.of(tables))), bind);
    }

    private static void routing(HttpRouting.Builder routing, Clock systemClock, List<Routes> tables) {
        routing.addFilter(new BrowserHeaders());
        tables.forEach(table -> table.addTrees(routing));
        routing.any((request, response) -> {
            if (RequestPath.isCanonical(request.prologue().uriPath().rawPath())) {
                response.next();
            } else {
                TransportErrors.send(request, response, Status.BAD_REQUEST_400, systemClock, AMBIGUOUS);
            }
        });
        tables.forEach(table -> table.addRoutes(routing));
        tables.forEach(table -> table.addMissing(routing));
        routing.any((request, response) -> TransportErrors.send(
                request, response, Status.NOT_FOUND_404, systemClock, "there is nothing at this path"));
        routing.error(RuntimeException.class, (request, response, failure) -> {
            // An incomplete body is not an error of a route: the server sends its own error, and nothing is logged
            // here.
            WatchedConnection.current().flatMap(WatchedConnection::failure).ifPresent(lost -> {
                throw lost;
            });
            if (!Routes.answer(request, response, failure)) {
                throw failure;
            }
        });
    }

    /** Returns the address of the server: the loopback address if it listens on all. */
    public URI address() {
        var host = bind.equals("0.0.0.0") || bind.equals("::") ? "127.0.0.1" : bind;
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + server.port());
    }

    @Override
    public void close() {
        server.close();
    }
}
