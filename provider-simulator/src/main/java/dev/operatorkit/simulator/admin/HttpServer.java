package dev.operatorkit.simulator.admin;

import dev.operatorkit.net.RequestPath;
import dev.operatorkit.simulator.http.Routes;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One port of the simulator: the routes of some tables, before which no path stands that could be read in two ways. */
public final class HttpServer implements AutoCloseable {
    /** Above what any page takes; the Customer API has a lower limit of its own, with its own answer (D-36). */
    private static final int LARGEST_BODY = 2 * 1024 * 1024;

    /** Holds a slug of 255 and a token of 2048 characters (D-36), each of them twelve bytes when percent-encoded. */
    private static final int LONGEST_REQUEST_LINE = 32 * 1024;

    /** Each has one request at a time: a limit of requests beside it would cost every request a look. */
    private static final int CONNECTIONS = 1024;

    private static final String AMBIGUOUS = "the path has dot segments, empty segments, parameters or encoded slashes,"
            + " which programs read differently. Send the plain path.";
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    private final WebServer server;
    private final String bind;

    private HttpServer(WebServer server, String bind) {
        this.server = server;
        this.bind = bind;
    }

    /** Listens on that address; it answers when this returns. */
    public static HttpServer start(String bind, int port, Clock wall, Routes... tables) {
        var server = WebServer.builder()
                .host(bind)
                .port(port)
                .routing(routing -> routing(routing, wall, List.of(tables)))
                .addProtocol(Http1Config.builder()
                        .maxPrologueLength(LONGEST_REQUEST_LINE)
                        .build())
                .directHandlers(TransportErrors.handlers(wall))
                // Without it the second small packet of an answer waits 40 ms for an acknowledgement.
                .connectionOptions(options -> options.tcpNoDelay(true))
                .maxPayloadSize(LARGEST_BODY)
                .maxTcpConnections(CONNECTIONS)
                .shutdownGracePeriod(Duration.ofSeconds(2))
                .shutdownHook(false)
                .build()
                .start();
        // Helidon logs that it could not listen, and returns as if it did.
        if (!server.isRunning()) {
            throw new IllegalStateException("cannot listen on " + bind + ", port " + port + ": is it in use?");
        }
        return new HttpServer(server, bind);
    }

    private static void routing(HttpRouting.Builder routing, Clock wall, List<Routes> tables) {
        routing.addFilter(new ConnectionClosing());
        tables.forEach(table -> table.addTrees(routing));
        routing.any((request, response) -> {
            Routes.endAfterExpect(request, response);
            if (RequestPath.isCanonical(request.prologue().uriPath().rawPath())) {
                response.next();
            } else {
                TransportErrors.send(request, response, Status.BAD_REQUEST_400, wall, AMBIGUOUS);
            }
        });
        tables.forEach(table -> table.addRoutes(routing));
        tables.forEach(table -> table.addMissing(routing));
        routing.any((request, response) ->
                TransportErrors.send(request, response, Status.NOT_FOUND_404, wall, "there is nothing at this path"));
        routing.error(RuntimeException.class, (request, response, failure) -> {
            if (!Routes.answer(request, response, failure)) {
                unforeseen(request, response, wall, failure);
            }
        });
    }

    private static void unforeseen(
            ServerRequest request, ServerResponse response, Clock wall, RuntimeException failure) {
        if (failure instanceof HttpException told) {
            TransportErrors.send(request, response, told.status(), wall, String.valueOf(told.getMessage()));
            return;
        }
        LOG.error("{} failed", request.prologue().method(), failure);
        TransportErrors.send(request, response, Status.INTERNAL_SERVER_ERROR_500, wall, "internal error");
    }

    /** Where it answers: the loopback address when it listens on all. */
    public URI address() {
        var host = bind.equals("0.0.0.0") || bind.equals("::") ? "127.0.0.1" : bind;
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + server.port());
    }

    @Override
    public void close() {
        server.stop();
    }
}
