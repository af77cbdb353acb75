package dev.operatorkit.reference.http;

import io.helidon.common.tls.Tls;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One listening socket with a bound on everything a caller can send, hold or wait for. */
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    /** Holds a gameId of 255 and a token of 2048 characters (D-36), each of them twelve bytes when percent-encoded. */
    private static final int LONGEST_REQUEST_LINE = 32 * 1024;

    private static final int LONGEST_HEADERS = 16 * 1024;
    private static final int LEAST_SLACK = 64;
    private static final int SHARE_OF_SLACK = 4;
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(10);

    private final WebServer server;
    private final Connections connections;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final ReentrantLock rest = new ReentrantLock();
    private final Condition lessToDo = rest.newCondition();
    private volatile boolean draining;

    private HttpServer(Options options, Consumer<HttpRouting.Builder> routes) {
        var http = Http1ConnectionSelector.builder()
                .config(Http1Config.builder()
                        .maxPrologueLength(LONGEST_REQUEST_LINE)
                        .maxHeadersSize(LONGEST_HEADERS)
                        .addSendListener(ConnectionDeadlines.answers())
                        .build())
                .build();
        var tls = options.tls();
        this.connections = new Connections(
                new Connections.Limits(options.connections(), options.request(), options.idle()),
                options.callers(),
                tls != null);
        var routing = HttpRouting.builder().addFilter((chain, request, response) -> {
            inFlight.incrementAndGet();
            try {
                if (draining) {
                    response.header(HeaderValues.CONNECTION_CLOSE);
                }
                chain.proceed();
            } finally {
                inFlight.decrementAndGet();
                done();
            }
        });
        routes.accept(routing);
        var builder = WebServer.builder()
                .host(options.host())
                .port(options.port())
                .shutdownHook(false)
                .shutdownGracePeriod(LAST_ANSWERS)
                // With one protocol alone Helidon makes a connection of a socket before its first byte has come.
                .protocolsDiscoverServices(false)
                .addConnectionSelector(new ConnectionDeadlines(http, connections, this::done))
                .connectionOptions(new AcceptedSockets(connections))
                .maxPayloadSize(options.mostBody())
                // Ours is the bound; this one holds back only while sockets that were cut are still being put away.
                .maxTcpConnections(
                        options.connections() + Math.max(LEAST_SLACK, options.connections() / SHARE_OF_SLACK))
                .maxConcurrentRequests(options.atOnce())
                .contentEncoding(new IdentityEncoding())
                .directHandlers(readableErrors())
                .addRouting(routing);
        if (tls != null) {
            builder.tls(tls);
        }
        this.server = builder.build();
    }

    /**
     * Who calls here.
     *
     * @param expected whether a connection from this address may carry a request that is allowed
     * @param refused is told of each connection that was closed because of its source
     */
    public record Callers(Predicate<InetAddress> expected, Runnable refused) {
        /** Nobody is a stranger. */
        public static Callers anybody() {
            return new Callers(source -> true, () -> {});
        }
    }

    /**
     * How to listen.
     *
     * @param host the address to listen on
     * @param port 0 for any that is free
     * @param tls null for plain HTTP
     * @param mostBody bytes that are taken in; a longer body is answered 413 without, and its sender may not see that
     * @param atOnce how many requests may be in hand; one more is answered 503
     * @param request how long a request may take to arrive and be answered, and a connection to begin its first
     * @param idle how long a connection may wait for its next request
     * @param connections how many may be open; one more ends one that waits
     * @param callers who calls; strangers are closed before TLS, and few of them are let in without it
     */
    public record Options(
            String host,
            int port,
            @Nullable Tls tls,
            long mostBody,
            int atOnce,
            Duration request,
            Duration idle,
            int connections,
            Callers callers) {
        /** For anybody, with as many connections as this machine can hold. */
        public Options(
                String host, int port, @Nullable Tls tls, long mostBody, int atOnce, Duration request, Duration idle) {
            this(
                    host,
                    port,
                    tls,
                    mostBody,
                    atOnce,
                    request,
                    idle,
                    ConnectionLimit.ofThisProcess(tls != null),
                    Callers.anybody());
        }

        /** With another bound of open connections. */
        public Options withConnections(int most) {
            return new Options(host, port, tls, mostBody, atOnce, request, idle, most, callers);
        }

        /** For these callers. */
        public Options withCallers(Callers expected) {
            return new Options(host, port, tls, mostBody, atOnce, request, idle, connections, expected);
        }
    }

    /** Starts to listen. */
    public static HttpServer start(Options options, Consumer<HttpRouting.Builder> routes) {
        var started = new HttpServer(options, routes);
        try {
            started.server.start();
            // Helidon logs that it could not listen, and returns as if it did.
            if (!started.server.isRunning()) {
                throw new IllegalStateException(
                        "cannot listen on " + options.host() + ", port " + options.port() + ": is it in use?");
            }
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
        LOG.info(
                "port {}: at most {} connections and {} requests at once, with {} MiB of heap",
                started.port(),
                options.connections(),
                options.atOnce(),
                Runtime.getRuntime().maxMemory() >> 20);
        return started;
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** Takes new certificates for the connections from now on. */
    public void reload(Tls tls) {
        server.reloadTls(tls);
    }

    /**
     * Stops without leaving a question open: connections are told to close with their next answer, whoever asks
     * meanwhile is answered, then the socket closes.
     */
    public void drain(Duration most) {
        draining = true;
        var left = most.toNanos();
        rest.lock();
        try {
            while (left > 0 && (inFlight.get() > 0 || connections.isAnyInRequest())) {
                left = lessToDo.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever stops us has no more patience
        } finally {
            rest.unlock();
        }
    }

    /** Whoever drains looks again. Until somebody does, this costs the reading of a flag. */
    private void done() {
        if (draining) {
            rest.lock();
            try {
                lessToDo.signalAll();
            } finally {
                rest.unlock();
            }
        }
    }

    @Override
    public void close() {
        if (server.isRunning()) {
            server.stop();
        }
        connections.close();
    }

    /** What the server itself refuses is answered in the form of every other error (GEN-7). */
    private static DirectHandlers readableErrors() {
        var handlers = DirectHandlers.builder();
        DirectHandler json = (request, type, status, headers, message) -> DirectHandler.TransportResponse.builder()
                .status(status)
                .headers(headers)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .entity(("{\"message\":\"" + sentence(status) + "\"}").getBytes(StandardCharsets.UTF_8))
                .keepAlive(false)
                .build();
        for (var type : EventType.values()) {
            handlers.addHandler(type, json);
        }
        return handlers.build();
    }

    private static String sentence(Status status) {
        return switch (status.code()) {
            case 413 -> "the body is too large";
            case 414 -> "the request line is too long";
            case 431 -> "the headers are too large";
            case 503 -> "too many requests at once";
            default -> status.code() < 500 ? "this is not HTTP as it should be" : "internal error";
        };
    }
}
