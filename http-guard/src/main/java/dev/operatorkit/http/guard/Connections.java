package dev.operatorkit.http.guard;

import dev.operatorkit.schedule.RepeatedTask;
import io.helidon.http.Status;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps every open socket from the moment it was accepted, cuts those that keep the server waiting (fault matrix H2), and makes
 * room for the next where there are too many.
 *
 * <p>When all places are taken, the caller that has been connected longest without a response goes first (one of the busiest
 * source when that holds a quarter of the places), then the one that has been idle longest, then the one that has not read its
 * response for longest. A caller that asks as soon as it is connected is thus always served, however many others are silent.
 */
final class Connections implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final long CLOSING_NANOS = Duration.ofSeconds(2).toNanos();
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final int SHARE_OF_STRANGERS = 8;
    private static final int SHARE_OF_ONE_SOURCE = 4;
    private static final int SHARE_OF_UNANSWERED = 2;

    /** Holds the statuses that a caller gets who sends no valid HTTP, or no valid signature. */
    private static final Set<Integer> REJECTIONS = Set.of(400, 401, 413, 414, 431, 501, 505);

    private final GuardedServer.Options limits;
    private final int maxConnections;
    private final GuardedServer.Callers callers;
    private final int mostStrangers;
    private final UnansweredQuota quota;
    private final Map<OpenConnection.Ends, OpenConnection> open = new ConcurrentHashMap<>();
    private final SequencedSet<OpenConnection> unanswered = new LinkedHashSet<>();
    private final Map<Source, Integer> unansweredBySource = new HashMap<>();
    private final ThrottledLog refused = new ThrottledLog(LOG, "a connection was refused");
    private final ThrottledLog cut = new ThrottledLog(LOG, "a connection was cut");
    private final RepeatedTask sweeper;
    private int strangers;
    private volatile boolean takesRequests = true;
    private volatile boolean isClosed;

    /** Starts the deadlines; no socket is accepted yet. */
    Connections(GuardedServer.Options limits) {
        this.limits = limits;
        this.maxConnections = limits.maxConnections();
        this.callers = limits.callers();
        // Over TLS a stranger cannot get a response before a handshake, which costs more than it is worth.
        this.mostStrangers = limits.isOverTls() ? 0 : Math.max(1, maxConnections / SHARE_OF_STRANGERS);
        this.quota = new UnansweredQuota(Math.max(1, maxConnections / SHARE_OF_UNANSWERED), limits.requestTimeout());
        this.sweeper = RepeatedTask.start("deadlines", pause(limits), this::sweep);
    }

    private static Duration pause(GuardedServer.Options limits) {
        var tenth = (limits.requestTimeout().compareTo(limits.idleTimeout()) < 0
                        ? limits.requestTimeout()
                        : limits.idleTimeout())
                .dividedBy(10);
        if (tenth.compareTo(SHORTEST_PAUSE) < 0) {
            return SHORTEST_PAUSE;
        }
        return tenth.compareTo(LONGEST_PAUSE) < 0 ? tenth : LONGEST_PAUSE;
    }

    /** Adds a socket that was just accepted. Throws if it is refused; the server then closes it. */
    void accept(SocketChannel channel) throws IOException {
        var accepted = new OpenConnection(channel);
        var address = accepted.remote().getAddress();
        var stranger = isStranger(accepted);
        if (stranger && !admitStranger()) {
            callers.refused().run();
            refused.warn("the source address " + address.getHostAddress() + " is not allowed");
            throw new IOException("refused");
        }
        if (!callers.known().test(address) && !quota.tryUse(accepted.source(), System.nanoTime())) {
            if (stranger) {
                releaseStranger();
            }
            refused.warn(address.getHostAddress() + " opened too many connections without sending a valid request");
            throw new IOException("refused");
        }
        while (open.size() >= maxConnections && makeRoom()) {
            // There may be less room than one place, when the bound was passed while another was accepted.
        }
        // The same two ends again: the earlier connection has ended, which was not recorded yet.
        find(accepted.ends()).ifPresent(this::remove);
        synchronized (unanswered) {
            unanswered.add(accepted);
            unansweredBySource.merge(accepted.source(), 1, Integer::sum);
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

    private boolean isStranger(OpenConnection connection) {
        return !callers.expected().test(connection.remote().getAddress());
    }

    private boolean admitStranger() {
        synchronized (unanswered) {
            if (strangers >= mostStrangers) {
                return false;
            }
            strangers++;
            return true;
        }
    }

    private void releaseStranger() {
        synchronized (unanswered) {
            strangers--;
        }
    }

    private boolean makeRoom() {
        OpenConnection oldest;
        synchronized (unanswered) {
            oldest = oldestUnanswered();
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

    /** Returns the oldest silent connection, of the source that holds more than its share if there is one: its flood must not cut others. */
    private @Nullable OpenConnection oldestUnanswered() {
        var busiest = unansweredBySource.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(source -> source.getValue() > maxConnections / SHARE_OF_ONE_SOURCE);
        return unanswered.stream()
                .filter(connection ->
                        busiest.isEmpty() || busiest.get().getKey().equals(connection.source()))
                .findFirst()
                .orElse(null);
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

    /**
     * Records that this connection sent a request and gets its response, so that it is no longer a silent one. A rejection does
     * not give its share of the quota back, unless the source has a success too: anybody gets one, and over TLS each costs a
     * handshake.
     */
    void respond(OpenConnection connection, @Nullable Status status, boolean isLast) {
        var source = connection.source();
        if (connection.beginFirstResponse()) {
            if (isRejection(status)) {
                quota.reject(source);
            } else {
                quota.giveBack(source);
            }
        }
        if (status != null && status.family() == Status.Family.SUCCESSFUL) {
            quota.succeed(source);
        }
        if (!isLast) {
            synchronized (unanswered) {
                forget(connection);
            }
        }
    }

    private static boolean isRejection(@Nullable Status status) {
        return status != null && REJECTIONS.contains(status.code());
    }

    private void forget(OpenConnection connection) {
        if (unanswered.remove(connection)) {
            var source = connection.source();
            var left = unansweredBySource.getOrDefault(source, 1) - 1;
            if (left == 0) {
                unansweredBySource.remove(source);
            } else {
                unansweredBySource.put(source, left);
            }
        }
    }

    /** Removes a connection that has ended or is about to end. */
    void remove(OpenConnection connection) {
        if (!open.remove(connection.ends(), connection)) {
            return;
        }
        synchronized (unanswered) {
            forget(connection);
        }
        if (isStranger(connection)) {
            releaseStranger();
        }
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

    /** Returns true when bytes have arrived that may begin a request, and that nobody has read yet. */
    boolean isAnyUnread() {
        return open.values().stream().anyMatch(OpenConnection::hasUnread);
    }

    private void sweep() {
        var now = System.nanoTime();
        quota.tidy(now);
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

    /** Closes every socket that is still open: nobody reads one that was accepted while the server stopped, so its caller would wait. */
    @Override
    public void close() {
        isClosed = true;
        sweeper.close();
        open.values().forEach(OpenConnection::close);
    }
}
