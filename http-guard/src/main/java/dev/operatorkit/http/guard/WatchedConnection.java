package dev.operatorkit.http.guard;

import dev.operatorkit.http.guard.OpenConnection.Phase;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.task.InterruptableTask;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Passes the bytes of one connection to Helidon, one request at a time, and records its progress. Ends the connection where the
 * next byte could be mistaken for the beginning of a request (fault matrix H1).
 */
public final class WatchedConnection implements ConnectionContext, ServerConnection, InterruptableTask<Void> {
    private static final ThreadLocal<WatchedConnection> CURRENT = new ThreadLocal<>();
    private static final int MAX_SKIPPED_BYTES = 4 * 1024 * 1024;
    private static final byte[] NO_BYTES = {};

    private final ConnectionContext context;
    private final OpenConnection open;
    private final ServerBounds bounds;
    private final RequestFraming framing;
    private final DataReader reader;
    private final WatchedWriter writer;
    private final ServerConnection connection;
    private byte[] pending = NO_BYTES;
    private boolean waitsForHead;
    private boolean waitsForBody;
    private @Nullable RequestSlot slot;
    private @Nullable RuntimeException failure;
    private @Nullable Headers responseHeaders;
    private boolean isLast;
    private boolean omitsLength;

    WatchedConnection(
            ConnectionContext context,
            OpenConnection open,
            ServerBounds bounds,
            RequestFraming framing,
            ServerConnectionSelector http) {
        this.context = context;
        this.open = open;
        this.bounds = bounds;
        this.framing = framing;
        this.reader = DataReader.create(this::read);
        this.writer = new WatchedWriter(context.dataWriter(), open, bounds.held());
        this.connection = http.connection(this);
    }

    /** Returns the connection whose request this thread serves: Helidon's request does not name it. */
    public static Optional<WatchedConnection> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    /** Returns the address that the connection comes from, which the socket itself does not know once it is cut. */
    public InetAddress remoteAddress() {
        return open.remote().getAddress();
    }

    /** Returns how many bytes of this request have arrived that were not read yet. */
    public int arrived() {
        return reader.available() + pending.length;
    }

    /** Returns why this request did not arrive completely; a route may see that wrapped in another exception. */
    public Optional<RuntimeException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Leaves the length of the response out: Helidon would set it to 0 where a HEAD asks for a stream. */
    public void omitLength() {
        omitsLength = true;
    }

    /** Returns bytes of one request, first those up to the end of its head, so that Helidon never holds a body that no route reads. */
    private byte @Nullable [] read() {
        if (failure != null) {
            throw failure;
        }
        // Helidon begins a request line where it has not read a body, or has announced the end of the connection.
        if (canInterrupt() && (isLast || framing.isInBody())) {
            throw new CloseConnectionException("the connection has sent its last response");
        }
        if (framing.isBetweenRequests()) {
            open.rest();
            writer.endResponse();
        }
        var bytes = pending.length > 0 ? pending : receive();
        pending = NO_BYTES;
        return bytes == null ? null : pass(bytes);
    }

    private byte @Nullable [] receive() {
        if (framing.isBetweenRequests()) {
            return firstBytes();
        }
        if (framing.isInBody()) {
            return partOfBody();
        }
        bounds.held().add(open);
        waitsForHead = true;
        var bytes = furtherBytes();
        bounds.held().grow(open, bytes.length);
        return bytes;
    }

    private byte[] partOfBody() {
        if (!waitsForBody) {
            waitsForBody = true;
            bounds.bodies().add(open);
        }
        var bytes = furtherBytes();
        bounds.bodies().grow(open, bytes.length);
        return bytes;
    }

    private byte @Nullable [] firstBytes() {
        try {
            return available();
        } catch (DataReader.InsufficientDataAvailableException e) {
            return null;
        }
    }

    /** Waits for more bytes of a request that has begun. Logs at most one failure a second, since any client can cause them. */
    private byte[] furtherBytes() {
        try {
            return available();
        } catch (DataReader.InsufficientDataAvailableException e) {
            bounds.broken().warn(remoteAddress().getHostAddress() + " ended it too soon");
            throw fail(RequestFraming.refuse(Status.BAD_REQUEST_400, "the request ended too soon"));
        } catch (RuntimeException e) {
            bounds.broken().warn(remoteAddress().getHostAddress() + " closed the connection or was cut");
            throw fail(new CloseConnectionException("the request did not arrive", e));
        }
    }

    private RuntimeException fail(RuntimeException reason) {
        failure = reason;
        return reason;
    }

    private byte[] available() {
        var from = context.dataReader();
        from.ensureAvailable();
        return from.readBuffer(from.available()).readBytes();
    }

    private byte[] pass(byte[] bytes) {
        if (framing.isBetweenRequests() && !open.beginRequest()) {
            throw new CloseConnectionException("the server is stopping");
        }
        int end;
        try {
            end = framing.read(bytes);
        } catch (RequestException e) {
            throw fail(e);
        }
        if (waitsForHead && (framing.isInBody() || framing.isBetweenRequests())) {
            endHead();
        }
        if (framing.isBetweenRequests()) {
            open.arrive();
            if (waitsForBody) {
                bounds.bodies().complete(open);
            }
        }
        if (end == bytes.length) {
            return bytes;
        }
        pending = Arrays.copyOfRange(bytes, end, bytes.length);
        return Arrays.copyOf(bytes, end);
    }

    /** Hides {@code Expect} from Helidon in a request of HTTP/1.0, whose caller knows no 100 Continue (RFC 9110, 10.1.1). */
    void beginRequest(Headers headers) {
        if (framing.isHttp10() && headers instanceof WritableHeaders<?> own) {
            own.remove(HeaderNames.EXPECT);
        }
    }

    /**
     * Records that a response begins. It is the last if the body was not read, or was announced by {@code Expect}: a route
     * that responds without it has not requested it, so Helidon would take the body for the next request. So is every response
     * to HTTP/1.0.
     */
    void beginResponse(Headers headers) {
        if (headers instanceof WritableHeaders<?> own) {
            if (framing.expectsContinue() || framing.isHttp10() || !framing.isBetweenRequests()) {
                own.set(HeaderValues.CONNECTION_CLOSE);
            }
            if (omitsLength) {
                own.remove(HeaderNames.CONTENT_LENGTH);
            }
            writer.beginResponse(own, framing);
        }
        omitsLength = false;
        responseHeaders = headers;
        open.enter(Phase.RESPONDING);
        if (!isClosing(headers)) {
            bounds.connections().respond(open);
        }
        endRequest();
        bounds.done().run();
    }

    private void endHead() {
        waitsForHead = false;
        bounds.held().remove(open);
    }

    private void endRequest() {
        if (waitsForHead) {
            endHead();
        }
        if (waitsForBody) {
            waitsForBody = false;
            bounds.bodies().remove(open);
        }
        if (slot != null) {
            slot.release();
        }
    }

    private static boolean isClosing(Headers headers) {
        return headers.containsToken(HeaderValues.CONNECTION_CLOSE);
    }

    /**
     * Ends the connection after this response where it says {@code Connection: close}. Helidon says so and reads on: a caller
     * would wait for an end that never comes, and what is left of a broken request would be taken for the next one (fault
     * matrix H1). The header is set last. A response that is sent while the request line is read always ends the connection.
     */
    void closeAsAnnounced() {
        if (responseHeaders != null && isClosing(responseHeaders)) {
            isLast = true;
            if (!canInterrupt()) {
                connection.close(false);
            }
        }
    }

    /** Returns whether the connection is idle, and can be closed immediately when the server stops. */
    @Override
    public boolean canInterrupt() {
        return connection instanceof InterruptableTask<?> task && task.canInterrupt();
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        CURRENT.set(this);
        try {
            slot = new RequestSlot(limit);
            connection.handle(slot);
            if (pending.length > 0 || !framing.isBetweenRequests()) {
                skipRest();
            }
        } finally {
            CURRENT.remove();
            endRequest();
            bounds.connections().remove(open);
            bounds.done().run();
        }
    }

    /**
     * Skips what still arrives, for two seconds at most: closing a socket with unread bytes resets it, and the caller loses
     * the response.
     */
    private void skipRest() {
        open.enter(Phase.CLOSING);
        if (!context.isSecure()) {
            open.endOutput();
        }
        var from = context.dataReader();
        try {
            for (var skipped = 0; skipped < MAX_SKIPPED_BYTES; ) {
                from.ensureAvailable();
                skipped += from.available();
                from.skip(from.available());
            }
        } catch (RuntimeException e) {
            // The end, by the caller or by the deadline: an exception either way.
        }
    }

    /** Writes what Helidon says, such as an exception after a response has begun, which no error handler receives. */
    @Override
    public void log(
            System.Logger logger, System.Logger.Level level, String message, Throwable thrown, Object... arguments) {
        if (level.compareTo(System.Logger.Level.WARNING) < 0) {
            context.log(logger, level, message, thrown, arguments);
        } else if (isLost(thrown)) {
            bounds.failed().warn(remoteAddress().getHostAddress() + " left before its response ended");
        } else {
            bounds.failed().warn("the response had begun", thrown);
        }
    }

    private static boolean isLost(Throwable thrown) {
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
                .anyMatch(cause -> cause instanceof SocketException || cause instanceof ServerConnectionException);
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
        return writer;
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
