package dev.operatorkit.http.guard;

import dev.operatorkit.schedule.RepeatedTask;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps every open socket from the moment it was accepted, cuts those that keep the server waiting (fault matrix H2), and makes
 * room for the next when there are too many.
 *
 * <p>When all places are taken, the connection that has waited longest without a response is closed first, then the one that has been
 * idle longest, then the one that has not read its response for longest. A caller that sends its request as soon as it is connected
 * is thus served, however many others are silent. Addresses do not matter: behind a proxy, one stands for many callers.
 */
final class Connections implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final long CLOSING_NANOS = Duration.ofSeconds(2).toNanos();
    private static final Duration MIN_PAUSE = Duration.ofMillis(10);
    private static final Duration MAX_PAUSE = Duration.ofMillis(500);

    private final GuardedServer.Options limits;
    private final int maxConnections;
    private final GuardedServer.Callers callers;
    private final Map<OpenConnection.Ends, OpenConnection> open = new ConcurrentHashMap<>();
    private final SequencedSet<OpenConnection> unanswered = new LinkedHashSet<>();
    private final ThrottledLog refused = new ThrottledLog(LOG, "a connection was refused");
    private final ThrottledLog cut = new ThrottledLog(LOG, "a connection was cut");
    private final RepeatedTask sweeper;
    private volatile boolean takesRequests = true;
    private volatile boolean isClosed;

    /** Starts the deadlines; no socket is accepted yet. */
    Connections(GuardedServer.Options limits) {
        this.limits = limits;
        this.maxConnections = limits.maxConnections();
        this.callers = limits.callers();
        this.sweeper = RepeatedTask.start("deadlines", pause(limits), this::sweep);
    }

    private static Duration pause(GuardedServer.Options limits) {
        var tenth = (limits.requestTimeout().compareTo(limits.idleTimeout()) < 0
                        ? limits.requestTimeout()
                        : limits.idleTimeout())
                .dividedBy(10);
        if (tenth.compareTo(MIN_PAUSE) < 0) {
            return MIN_PAUSE;
        }
        return tenth.compareTo(MAX_PAUSE) < 0 ? tenth : MAX_PAUSE;
    }

    /** Adds a socket that was just accepted. Throws if it is refused; the server then closes it. */
    void accept(SocketChannel channel) throws IOException {
        var accepted = new OpenConnection(channel);
        var address = accepted.remote().getAddress();
        // A stranger would get a response only after a handshake, which costs more than its 401 is worth.
        if (limits.isOverTls() && !callers.expected().test(address)) {
            callers.refused().run();
            refused.warn("the source address " + address.getHostAddress() + " is not allowed");
            throw new IOException("refused");
        }
        while (open.size() >= maxConnections && makeRoom()) {
            // There may be less room than one place, when the bound was passed while another was accepted.
        }
        // The same two ends again: the earlier connection has ended, which was not recorded yet.
        find(accepted.ends()).ifPresent(this::remove);
        synchronized (unanswered) {
            unanswered.add(accepted);
        }
        open.put(accepted.ends(), accepted);
        if (!takesRequests) {
            accepted.endRequests();
        }
        if (isClosed) {
            accepted.close();
            throw new IOException("the server has stopped");
        }
    }

    private boolean makeRoom() {
        OpenConnection oldest;
        synchronized (unanswered) {
            oldest = unanswered.isEmpty() ? null : unanswered.getFirst();
        }
        if (oldest == null) {
            oldest = longestIdle();
        }
        if (oldest == null) {
            oldest = longestBlocked();
        }
        if (oldest == null) {
            return false; // every connection waits for its response: one more waits until one of them ends
        }
        cut(oldest, "there are " + maxConnections + " others");
        return true;
    }

    private @Nullable OpenConnection longestIdle() {
        var now = System.nanoTime();
        return open.values().stream()
                .filter(connection -> isAtRest(connection, now))
                .max(Comparator.comparingLong(
                        connection -> now - connection.state().since()))
                .orElse(null);
    }

    /** Returns whether nothing is being sent: after a response, and between two parts of a response that lasts. */
    private static boolean isAtRest(OpenConnection connection, long now) {
        return switch (connection.state().phase()) {
            case IDLE -> true;
            case RESPONDING -> connection.blockedFor(now) == 0;
            default -> false;
        };
    }

    private @Nullable OpenConnection longestBlocked() {
        var now = System.nanoTime();
        return open.values().stream()
                .filter(connection -> connection.blockedFor(now) > 0)
                .max(Comparator.comparingLong(connection -> connection.blockedFor(now)))
                .orElse(null);
    }

    /** Returns the socket with these two ends; empty when it was cut meanwhile. */
    Optional<OpenConnection> find(OpenConnection.Ends ends) {
        return Optional.ofNullable(open.get(ends));
    }

    /** Records that this connection gets a response and stays open, so that it is no longer a silent one. */
    void respond(OpenConnection connection) {
        synchronized (unanswered) {
            unanswered.remove(connection);
        }
    }

    /** Removes a connection that has ended or is about to end. */
    void remove(OpenConnection connection) {
        if (!open.remove(connection.ends(), connection)) {
            return;
        }
        respond(connection);
    }

    void cut(OpenConnection connection, String why) {
        connection.cut();
        remove(connection);
        cut.warn(why + ", from " + connection.remote().getAddress().getHostAddress());
    }

    /** Lets no further request begin, on no connection. */
    void endRequests() {
        takesRequests = false;
        open.values().forEach(OpenConnection::endRequests);
    }

    boolean isAnyInRequest() {
        return open.values().stream()
                .map(one -> one.state().phase())
                .anyMatch(phase -> phase == OpenConnection.Phase.IN_REQUEST || phase == OpenConnection.Phase.HANDLING);
    }

    /** Returns true when bytes have arrived that may begin a request and are still unread. */
    boolean isAnyUnread() {
        return open.values().stream().anyMatch(OpenConnection::hasUnread);
    }

    private void sweep() {
        var now = System.nanoTime();
        for (var connection : open.values()) {
            var state = connection.state();
            if (!connection.isOpen()) {
                remove(connection);
            } else if (now - state.since() > allowed(state.phase())) {
                cut(connection, "it was slow");
            } else if (connection.blockedFor(now) > limits.requestTimeout().toNanos()) {
                cut(connection, "it did not read its response");
            }
        }
    }

    private long allowed(OpenConnection.Phase phase) {
        return switch (phase) {
            case OPENING, IN_REQUEST -> limits.requestTimeout().toNanos();
            case HANDLING -> limits.responseTimeout().toNanos();
            case RESPONDING -> Long.MAX_VALUE; // a stream may last; a caller that does not read it is cut
            case IDLE -> limits.idleTimeout().toNanos();
            case CLOSING -> CLOSING_NANOS;
        };
    }

    /** Closes every socket that is still open: the server does not read one that it accepted while it stopped, so its caller would wait. */
    @Override
    public void close() {
        isClosed = true;
        sweeper.close();
        open.values().forEach(OpenConnection::close);
    }
}
