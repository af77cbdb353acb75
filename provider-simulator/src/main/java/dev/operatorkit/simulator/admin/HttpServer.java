package dev.operatorkit.simulator.admin;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/** The one web server of the simulator: Customer API, game pages, admin API and console share its port. */
public final class HttpServer implements AutoCloseable {
    /** Above what any page takes; the Customer API has a lower limit of its own, with its own answer (D-36). */
    private static final int LARGEST_BODY = 2 * 1024 * 1024;

    /** Holds a slug of 255 and a token of 2048 characters (D-36), each of them twelve bytes when percent-encoded. */
    private static final int LONGEST_REQUEST_LINE = 32 * 1024;

    /** Each has one request at a time: a limit of requests beside it would cost every request a look. */
    private static final int CONNECTIONS = 1024;

    private final WebServer server;
    private final String bind;

    private HttpServer(WebServer server, String bind) {
        this.server = server;
        this.bind = bind;
    }

    /** Listens on that address; it answers when this returns. */
    public static HttpServer start(String bind, int port, Clock wall, Consumer<HttpRouting.Builder> routing) {
        var server = WebServer.builder()
                .host(bind)
                .port(port)
                .routing(builder -> routing.accept(builder.addFilter(new ConnectionClosing())))
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
