package dev.operatorkit.reference.http;

import dev.operatorkit.reference.http.OpenConnection.Phase;
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
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** One connection: the context that its reader and writer come from, and the connection itself. */
final class WatchedConnection implements ConnectionContext, ServerConnection, InterruptableTask<Void> {
    private static final ThreadLocal<WatchedConnection> CURRENT = new ThreadLocal<>();
    private static final int MOST_SKIPPED = 4 * 1024 * 1024;

    private final ConnectionContext context;
    private final OpenConnection open;
    private final Connections connections;
    private final Runnable done;
    private final DataReader reader;
    private final ServerConnection connection;
    private @Nullable Headers answer;
    private boolean leavesBody;

    WatchedConnection(
            ConnectionContext context,
            OpenConnection open,
            Connections connections,
            ServerConnectionSelector http,
            Runnable done) {
        this.context = context;
        this.open = open;
        this.connections = connections;
        this.done = done;
        this.reader = DataReader.create(this::read);
        this.connection = http.connection(this);
    }

    /** The connection whose request this thread serves: Helidon's request does not name it. */
    static Optional<WatchedConnection> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    OpenConnection open() {
        return open;
    }

    /** How many bytes have arrived that nobody has read yet. */
    int arrived() {
        return reader.available();
    }

    /** Notes that the rest of this request will not be read: its answer is the connection's last. */
    void leaveBody() {
        leavesBody = true;
    }

    private byte[] read() {
        var source = context.dataReader();
        source.ensureAvailable();
        if (open.state().phase() != Phase.IN_REQUEST) {
            open.enter(Phase.IN_REQUEST);
        }
        return source.readBuffer(source.available()).readBytes();
    }

    void answered(Headers headers) {
        answer = headers;
        open.enter(Phase.IDLE);
        if (!isLast(headers)) {
            connections.answered(open);
        }
        done.run();
    }

    private static boolean isLast(Headers headers) {
        return headers.containsToken(HeaderValues.CONNECTION_CLOSE);
    }

    /**
     * Helidon answers {@code Connection: close} and reads on: a caller would wait for an end that never comes, and what is
     * left of a broken request would be taken for the next one (fault matrix H1). The word is put among the headers last.
     * Who is answered while its request line was read is let go by Helidon itself.
     */
    void closesAsItSaid() {
        if (answer != null && isLast(answer) && !canInterrupt()) {
            connection.close(false);
        }
    }

    /** An idle connection is let go at once when the server stops. */
    @Override
    public boolean canInterrupt() {
        return connection instanceof InterruptableTask<?> task && task.canInterrupt();
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        CURRENT.set(this);
        try {
            connection.handle(limit);
            if (leavesBody) {
                skipBody();
            }
        } finally {
            CURRENT.remove();
            connections.remove(open);
            done.run();
        }
    }

    /**
     * A socket that is closed over bytes that nobody read is reset, and the answer before is lost with it. So what is still
     * on its way is passed over, for two seconds at most, and holds no place among the requests meanwhile.
     */
    private void skipBody() {
        open.enter(Phase.CLOSING);
        if (!context.isSecure()) {
            open.endOutput();
        }
        var source = context.dataReader();
        try {
            for (var skipped = 0; skipped < MOST_SKIPPED; ) {
                source.ensureAvailable();
                skipped += source.available();
                source.skip(source.available());
            }
        } catch (RuntimeException e) {
            // The end, theirs or ours: an exception either way.
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
