package dev.operatorkit.reference.http;

import dev.operatorkit.reference.schedule.RepeatedTask;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every socket that is open, from the moment it was accepted: cuts those that keep us waiting (fault matrix H2), and makes
 * room for the next where there are too many.
 *
 * <p>When all places are taken, the caller that has been connected longest without an answer goes first (one of the busiest
 * source when that holds a quarter of the places), then the one that has been idle longest. Whoever asks as soon as it is connected is thus always served, however many others only sit there.
 */
final class Connections implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final long CLOSING_NANOS = Duration.ofSeconds(2).toNanos();
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final int SHARE_OF_STRANGERS = 8;
    private static final int SHARE_OF_ONE_SOURCE = 4;

    /**
     * The bounds.
     *
     * @param connections how many may be open
     * @param request how long a request may take, from the accepted socket or its first byte to the beginning of its answer
     * @param idle how long a connection may wait for its next request
     */
    record Limits(int connections, Duration request, Duration idle) {}

    private final Limits limits;
    private final HttpServer.Callers callers;
    private final int mostStrangers;
    private final Map<OpenConnection.Ends, OpenConnection> open = new ConcurrentHashMap<>();
    private final SequencedSet<OpenConnection> unanswered = new LinkedHashSet<>();
    private final Map<InetAddress, Integer> unansweredBySource = new HashMap<>();
    private final ThrottledLog refused = new ThrottledLog(LOG, "a connection was refused");
    private final ThrottledLog cut = new ThrottledLog(LOG, "a connection was cut");
    private final RepeatedTask sweeper;
    private int strangers;

    /** Begins to watch; nobody is accepted yet. */
    Connections(Limits limits, HttpServer.Callers callers, boolean overTls) {
        this.limits = limits;
        this.callers = callers;
        // Over TLS a stranger cannot be told anything before a handshake, which costs more than it is worth.
        this.mostStrangers = overTls ? 0 : Math.max(1, limits.connections() / SHARE_OF_STRANGERS);
        this.sweeper = RepeatedTask.start("deadlines", pause(limits), this::sweep);
    }

    private static Duration pause(Limits limits) {
        var tenth = (limits.request().compareTo(limits.idle()) < 0 ? limits.request() : limits.idle()).dividedBy(10);
        if (tenth.compareTo(SHORTEST_PAUSE) < 0) {
            return SHORTEST_PAUSE;
        }
        return tenth.compareTo(LONGEST_PAUSE) < 0 ? tenth : LONGEST_PAUSE;
    }

    /** Takes a socket that was just accepted; an exception when it is not wanted, after which the server closes it. */
    void accept(SocketChannel channel) throws IOException {
        var accepted = new OpenConnection(channel);
        if (isStranger(accepted) && !admitStranger()) {
            callers.refused().run();
            refused.warn("the source address " + accepted.remote().getAddress().getHostAddress() + " is not allowed");
            throw new IOException("refused");
        }
        while (open.size() >= limits.connections() && makeRoom()) {
            // There may be less room than one place, when the bound was passed while another was accepted.
        }
        // The same two ends again: the one before has ended, and nobody has noted it yet.
        find(accepted.ends()).ifPresent(this::remove);
        synchronized (unanswered) {
            unanswered.add(accepted);
            unansweredBySource.merge(accepted.remote().getAddress(), 1, Integer::sum);
        }
        open.put(accepted.ends(), accepted);
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

    private boolean makeRoom() {
        OpenConnection oldest;
        synchronized (unanswered) {
            oldest = oldestUnanswered();
        }
        if (oldest == null) {
            oldest = longestIdle();
        }
        if (oldest == null) {
            return false; // all are being answered: one more waits until one of them is done
        }
        cut(oldest, "there are " + limits.connections() + " others");
        return true;
    }

    /** Of the source that has taken more than its share, where there is one: its flood must not wash away the others. */
    private @Nullable OpenConnection oldestUnanswered() {
        var busiest = unansweredBySource.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(source -> source.getValue() > limits.connections() / SHARE_OF_ONE_SOURCE);
        return unanswered.stream()
                .filter(connection -> busiest.isEmpty()
                        || busiest.get().getKey().equals(connection.remote().getAddress()))
                .findFirst()
                .orElse(null);
    }

    private @Nullable OpenConnection longestIdle() {
        var now = System.nanoTime();
        return open.values().stream()
                .filter(connection -> connection.state().phase() == OpenConnection.Phase.IDLE)
                .max(Comparator.comparingLong(
                        connection -> now - connection.state().since()))
                .orElse(null);
    }

    /** The socket with these two ends; empty when it was cut meanwhile. */
    Optional<OpenConnection> find(OpenConnection.Ends ends) {
        return Optional.ofNullable(open.get(ends));
    }

    /** Notes that this one asked for something and is told it: it is nobody who only sits there. */
    void answered(OpenConnection connection) {
        synchronized (unanswered) {
            forget(connection);
        }
    }

    private void forget(OpenConnection connection) {
        if (unanswered.remove(connection)) {
            var source = connection.remote().getAddress();
            var left = unansweredBySource.getOrDefault(source, 1) - 1;
            if (left == 0) {
                unansweredBySource.remove(source);
            } else {
                unansweredBySource.put(source, left);
            }
        }
    }

    /** Notes that this one has ended, or is about to. */
    void remove(OpenConnection connection) {
        if (!open.remove(connection.ends(), connection)) {
            return;
        }
        synchronized (unanswered) {
            forget(connection);
            if (isStranger(connection)) {
                strangers--;
            }
        }
    }

    void cut(OpenConnection connection, String why) {
        connection.cut();
        remove(connection);
        cut.warn(why + ", from " + connection.remote().getAddress().getHostAddress());
    }

    boolean isAnyInRequest() {
        return open.values().stream().anyMatch(one -> one.state().phase() == OpenConnection.Phase.IN_REQUEST);
    }

    private void sweep() {
        var now = System.nanoTime();
        for (var connection : open.values()) {
            var state = connection.state();
            if (!connection.isOpen()) {
                remove(connection);
            } else if (now - state.since() > allowed(state.phase())) {
                cut(connection, "it was slow");
            }
        }
    }

    private long allowed(OpenConnection.Phase phase) {
        return switch (phase) {
            case OPENING, IN_REQUEST -> limits.request().toNanos();
            case IDLE -> limits.idle().toNanos();
            case CLOSING -> CLOSING_NANOS;
        };
    }

    @Override
    public void close() {
        sweeper.close();
    }
}
