package dev.operatorkit.reference.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.task.InterruptableTask;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Cuts connections whose request takes too long to arrive, and those that idle.
 *
 * <p>The server's own time-outs are for one read each: who sends a byte every few seconds could hold a connection for
 * ever (fault matrix H2). This one is for the whole request, from its first byte to the beginning of its answer.
 */
final class Deadlines implements ServerConnectionSelector, AutoCloseable {
    private final ServerConnectionSelector http;
    private final long requestNanos;
    private final long idleNanos;
    private final Runnable done;
    private final Set<Watched> connections = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("deadlines").factory());

    /** Calls {@code done} after each request. */
    Deadlines(ServerConnectionSelector http, Duration request, Duration idle, Runnable done) {
        this.http = http;
        this.done = done;
        this.requestNanos = request.toNanos();
        this.idleNanos = idle.toNanos();
        var period = Math.max(10, Math.min(request.toMillis(), idle.toMillis()) / 10);
        var unused = sweeper.scheduleWithFixedDelay(this::sweep, period, period, TimeUnit.MILLISECONDS);
    }

    /** To be told when an answer begins, and whether it is a connection's last. */
    static Http1ConnectionListener answers() {
        return new Http1ConnectionListener() {
            @Override
            public void headers(ConnectionContext context, Headers headers) {
                if (context instanceof Watched watched) {
                    watched.answered(headers);
                }
            }

            @Override
            public void data(ConnectionContext context, BufferData answer) {
                if (context instanceof Watched watched) {
                    watched.closesAsItSaid();
                }
            }
        };
    }

    private void sweep() {
        var now = System.nanoTime();
        connections.stream().filter(connection -> connection.late(now)).forEach(Watched::cut);
    }

    boolean anyInRequest() {
        return connections.stream().anyMatch(connection -> connection.inRequest);
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        return new Watched(context);
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
    }

    /** One connection: the context that its reader and writer come from, and the connection itself. */
    private final class Watched implements ConnectionContext, ServerConnection, InterruptableTask<Void> {
        private final ConnectionContext context;
        private final DataReader reader;
        private final ServerConnection connection;
        private volatile boolean inRequest;
        private volatile long since = System.nanoTime();
        private @Nullable Headers answer;

        Watched(ConnectionContext context) {
            this.context = context;
            this.reader = DataReader.create(this::read);
            this.connection = http.connection(this);
        }

        private byte[] read() {
            var source = context.dataReader();
            source.ensureAvailable();
            if (!inRequest) {
                since = System.nanoTime();
                inRequest = true;
            }
            return source.readBuffer(source.available()).readBytes();
        }

        void answered(Headers headers) {
            inRequest = false;
            since = System.nanoTime();
            answer = headers;
            done.run();
        }

        /**
         * Helidon answers {@code Connection: close} and reads on: a caller would wait for an end that never comes, and
         * what is left of a broken request would be taken for the next one (fault matrix H1). The word is put among the
         * headers last. Who is answered while its request line was read is let go by Helidon itself.
         */
        void closesAsItSaid() {
            if (answer != null && answer.containsToken(HeaderValues.CONNECTION_CLOSE) && !canInterrupt()) {
                connection.close(false);
            }
        }

        boolean late(long now) {
            return now - since > (inRequest ? requestNanos : idleNanos);
        }

        /** An idle connection is let go at once when the server stops. */
        @Override
        public boolean canInterrupt() {
            return connection instanceof InterruptableTask<?> task && task.canInterrupt();
        }

        void cut() {
            connection.close(true);
            context.serverSocket().close();
        }

        @Override
        public void handle(Limit limit) throws InterruptedException {
            connections.add(this);
            try {
                connection.handle(limit);
            } finally {
                connections.remove(this);
                done.run();
            }
        }

        @Override
        public Duration idleTime() {
            return connection.idleTime();
        }

        @Override
        public void close(boolean interrupt) {
            connection.close(interrupt);
        }

        @Override
        public DataReader dataReader() {
            return reader;
        }

        @Override
        public DataWriter dataWriter() {
            return context.dataWriter();
        }

        @Override
        public ListenerContext listenerContext() {
            return context.listenerContext();
        }

        @Override
        public ExecutorService executor() {
            return context.executor();
        }

        @Override
        public Router router() {
            return context.router();
        }

        @Override
        public Optional<ProxyProtocolData> proxyProtocolData() {
            return context.proxyProtocolData();
        }

        @Override
        public HelidonSocket serverSocket() {
            return context.serverSocket();
        }

        @Override
        public PeerInfo remotePeer() {
            return context.remotePeer();
        }

        @Override
        public PeerInfo localPeer() {
            return context.localPeer();
        }

        @Override
        public boolean isSecure() {
            return context.isSecure();
        }

        @Override
        public String socketId() {
            return context.socketId();
        }

        @Override
        public String childSocketId() {
            return context.childSocketId();
        }
    }
}
