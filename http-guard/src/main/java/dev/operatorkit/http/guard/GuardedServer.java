package dev.operatorkit.http.guard;

import io.helidon.common.tls.Tls;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.http.RequestException;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Listens on one port and limits the size, number and duration of everything that a caller sends (decision 0043). */
public final class GuardedServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedServer.class);

    /** Holds a gameId of 255 and a token of 2048 characters (D-36), each of them twelve bytes when percent-encoded. */
    private static final int MAX_REQUEST_LINE_BYTES = 32 * 1024;

    private static final int MAX_HEADER_BYTES = 16 * 1024;
    private static final int MIN_SLACK = 64;
    private static final int SHARE_OF_SLACK = 4;
    private static final int SHARE_OF_HEAP = 8;
    private static final int SHARE_OF_BODIES = 2;
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final WebServer server;
    private final Connections connections;
    private final Drain drain;

    private GuardedServer(Options options, Consumer<HttpRouting.Builder> routes) {
        var http = Http1ConnectionSelector.builder()
                .config(Http1Config.builder()
                        .maxPrologueLength(MAX_REQUEST_LINE_BYTES)
                        // Counts a byte more for each line than RequestFraming, which is the one that decides.
                        .maxHeadersSize(2 * MAX_HEADER_BYTES)
                        .addReceiveListener(ConnectionDeadlines.requests())
                        .addSendListener(ConnectionDeadlines.responses())
                        .build())
                .build();
        var tls = options.tls;
        var maxConnections = options.maxConnections();
        this.connections = new Connections(options);
        this.drain = new Drain(connections);
        var bounds = new ServerBounds(
                connections,
                new BytesInFlight(
                        Math.max(1, options.maxConcurrentRequests() / SHARE_OF_BODIES),
                        shareOfHeap(),
                        slow -> connections.cut(slow, "too many bodies were being received")),
                new BytesInFlight(
                        Integer.MAX_VALUE,
                        shareOfHeap(),
                        slow -> connections.cut(slow, "too many bytes of heads and responses were being transmitted")),
                new ThrottledLog(LOG, "a request did not arrive"),
                new ThrottledLog(LOG, "a request failed"),
                drain::wake);
        var selector = new ConnectionDeadlines(
                http, bounds, () -> new RequestFraming(MAX_REQUEST_LINE_BYTES, MAX_HEADER_BYTES));
        var builder = WebServer.builder()
                .host(options.host)
                .port(options.port)
                .shutdownHook(false)
                .shutdownGracePeriod(options.grace)
                // With one protocol only, Helidon makes a connection of a socket before its first byte has arrived.
                .protocolsDiscoverServices(false)
                .addConnectionSelector(selector)
                .connectionOptions(new AcceptedSockets(connections))
                // The other kind of socket holds two buffers of 8 KiB for each silent caller, and over TLS it looks the
                // name of each caller up in the DNS before the handshake, on one of the few threads that carry all
                // others.
                .useNio(false)
                .maxPayloadSize(Options.required(options.maxBodyBytes, "maxBodyBytes"))
                // Connections has the bound; this one holds back only while sockets that were cut are still being
                // closed.
                .maxTcpConnections(maxConnections + Math.max(MIN_SLACK, maxConnections / SHARE_OF_SLACK))
                .maxConcurrentRequests(options.maxConcurrentRequests())
                .contentEncoding(new IdentityEncoding())
                .directHandlers(handlers(new Errors(options.errors, options.errorHeaders, bounds.failed())))
                .addRouting(routing(routes));
        if (tls != null) {
            builder.tls(tls);
        }
        this.server = builder.build();
    }

    private HttpRouting.Builder routing(Consumer<HttpRouting.Builder> routes) {
        var routing = HttpRouting.builder().addFilter((chain, request, response) -> {
            drain.beginHandling();
            try {
                if (drain.hasBegun()) {
                    response.header(HeaderValues.CONNECTION_CLOSE);
                }
                chain.proceed();
            } finally {
                drain.endHandling();
            }
        });
        routes.accept(routing);
        return routing;
    }

    private static long shareOfHeap() {
        return Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP;
    }

    private static DirectHandlers handlers(DirectHandler errors) {
        var handlers = DirectHandlers.builder();
        for (var type : EventType.values()) {
            handlers.addHandler(type, errors);
        }
        return handlers.build();
    }

    /** Answers what no route has answered, and exceptions that no route has caught. */
    private record Errors(DirectHandler errors, List<Header> errorHeaders, ThrottledLog failed)
            implements DirectHandler {
        @Override
        public TransportResponse handle(
                TransportRequest request,
                EventType type,
                Status status,
                ServerResponseHeaders headers,
                Throwable thrown,
                System.@Nullable Logger log) {
            // Without a method it is the request line that cannot be read, and with a failure the rest of the request.
            if (type == EventType.INTERNAL_ERROR
                    && !request.method().isEmpty()
                    && WatchedConnection.current()
                            .flatMap(WatchedConnection::failure)
                            .isEmpty()) {
                failed.warn(request.method(), thrown.getCause() == null ? thrown : thrown.getCause());
            }
            return DirectHandler.super.handle(request, type, status, headers, thrown, null);
        }

        @Override
        public TransportResponse handle(
                TransportRequest request,
                EventType type,
                Status status,
                ServerResponseHeaders headers,
                @Nullable String message) {
            errorHeaders.forEach(headers::set);
            var failure = WatchedConnection.current().flatMap(WatchedConnection::failure);
            if (failure.isEmpty()) {
                return errors.handle(request, type, status, headers, message);
            }
            // Readers of bodies wrap it in their exception, which Helidon takes for a fault of the server.
            var rejection =
                    failure.get() instanceof RequestException refused ? refused.status() : Status.BAD_REQUEST_400;
            return errors.handle(request, EventType.BAD_REQUEST, rejection, headers, message);
        }
    }

    /**
     * Describes the expected callers.
     *
     * @param expected tests whether a connection from this address may carry a request that is allowed
     * @param refused runs for each connection that was closed because its source is not expected
     */
    public record Callers(Predicate<InetAddress> expected, Runnable refused) {
        /** Expects callers from every address. */
        public static Callers fromAnywhere() {
            return new Callers(source -> true, () -> {});
        }
    }

    /**
     * Holds the address and the limits of a server. The limits of the body, the requests, a request's arrival and an idle connection
     * are required; they are set by name, because several have the same type.
     */
    public static final class Options {
        private final String host;
        private final int port;
        private @Nullable Tls tls;
        private @Nullable Long maxBodyBytes;
        private @Nullable Integer maxConcurrentRequests;
        private @Nullable Duration requestTimeout;
        private @Nullable Duration responseTimeout;
        private @Nullable Duration idleTimeout;
        private @Nullable Integer maxConnections;
        private Callers callers = Callers.fromAnywhere();
        private Duration grace = GRACE;
        private DirectHandler errors = new JsonErrors();
        private List<Header> errorHeaders = List.of();
        private String portOption = "--port";

        /**
         * Creates options for plain HTTP and callers from every address, with as many connections as this process can hold.
         *
         * @param host the address to listen on
         * @param port 0 for any that is free
         */
        public Options(String host, int port) {
            this.host = host;
            this.port = port;
        }

        /** Names the option that sets the port, for the message when the port is in use. */
        public Options portOption(String name) {
            portOption = name;
            return this;
        }

        /** Sets the certificates; null for plain HTTP. */
        public Options tls(@Nullable Tls certificates) {
            tls = certificates;
            return this;
        }

        /** Sets the longest body that is read; a longer one is refused with 413, which its sender may not see. */
        public Options maxBodyBytes(long most) {
            maxBodyBytes = most;
            return this;
        }

        /** Sets how many requests may wait for their response; one more gets 503. */
        public Options maxConcurrentRequests(int most) {
            maxConcurrentRequests = most;
            return this;
        }

        /** Sets how long a request may take to arrive, a connection to begin its first, and a caller to read 64 KiB. */
        public Options requestTimeout(Duration most) {
            requestTimeout = most;
            return this;
        }

        /**
         * Sets how long a request may take from its first byte to the beginning of its response. By default this is the time to
         * arrive.
         */
        public Options responseTimeout(Duration most) {
            responseTimeout = most;
            return this;
        }

        /** Sets how long a connection may wait for its next request. */
        public Options idleTimeout(Duration most) {
            idleTimeout = most;
            return this;
        }

        /** Sets how many connections may be open; one more ends one that waits. */
        public Options maxConnections(int most) {
            maxConnections = most;
            return this;
        }

        /** Sets the expected callers; others are disconnected before a TLS handshake, which could get them nothing but 401. */
        public Options callers(Callers expected) {
            callers = expected;
            return this;
        }

        /** Sets how long the server waits for the last responses when it is closed. */
        public Options grace(Duration most) {
            grace = most;
            return this;
        }

        /** Sets what responds to bytes that never become a request. */
        public Options errors(DirectHandler form) {
            errors = form;
            return this;
        }

        /** Adds headers to the responses to bytes that never become a request, which no route or filter sees. */
        public Options errorHeaders(List<Header> added) {
            errorHeaders = List.copyOf(added);
            return this;
        }

        boolean isOverTls() {
            return tls != null;
        }

        Callers callers() {
            return callers;
        }

        int maxConnections() {
            return maxConnections == null ? ConnectionLimit.ofThisProcess(isOverTls()) : maxConnections;
        }

        Duration requestTimeout() {
            return required(requestTimeout, "requestTimeout");
        }

        Duration responseTimeout() {
            return responseTimeout == null ? requestTimeout() : responseTimeout;
        }

        Duration idleTimeout() {
            return required(idleTimeout, "idleTimeout");
        }

        private int maxConcurrentRequests() {
            return required(maxConcurrentRequests, "maxConcurrentRequests");
        }

        private static <T> T required(@Nullable T value, String name) {
            return Objects.requireNonNull(value, () -> "The server needs " + name + ". Set it in its options.");
        }
    }

    /** Starts to listen. */
    public static GuardedServer start(Options options, Consumer<HttpRouting.Builder> routes) {
        PortProblem.requireUsable(new PortProblem.Port(options.host, options.port, options.portOption));
        var started = new GuardedServer(options, routes);
        try {
            started.server.start();
            // Helidon logs that it could not listen, and returns as if it did.
            if (!started.server.isRunning()) {
                throw new IllegalStateException(
                        "cannot listen on " + options.host + ", port " + options.port + ": is it in use?");
            }
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
        // A server on any free port is one that the program calls itself.
        LOG.atLevel(options.port == 0 ? Level.DEBUG : Level.INFO)
                .log(
                        "port {}: at most {} connections and {} concurrent requests, with {} MiB of heap",
                        started.port(),
                        options.maxConnections(),
                        options.maxConcurrentRequests(),
                        Runtime.getRuntime().maxMemory() >> 20);
        warnIfPublic(options, started.port());
        return started;
    }

    /** Warns of a port that serves plain HTTP to other machines, on which session tokens and balances can be read. */
    private static void warnIfPublic(Options options, int port) {
        if (!options.isOverTls() && !PortProblem.isLoopback(options.host)) {
            LOG.warn(
                    "port {} on {} serves plain HTTP to other machines: every machine in between can read and change"
                            + " it. Put TLS in front of it, or listen on 127.0.0.1",
                    port,
                    options.host);
        }
    }

    /** Returns the port it listens on. */
    public int port() {
        return server.port();
    }

    /** Uses new certificates for connections from now on. */
    public void reload(Tls tls) {
        server.reloadTls(tls);
    }

    /**
     * Waits until every request has its response: each response closes its connection, and requests that arrive
     * meanwhile are handled. Afterwards none begins: one that came just before the end would be interrupted, and could be stored
     * without a response (fault matrix H12).
     */
    public void drain(Duration most) {
        drain.await(most);
    }

    @Override
    public void close() {
        if (server.isRunning()) {
            server.stop();
        }
        connections.close();
    }
}
