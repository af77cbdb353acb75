package dev.operatorkit.http.guard;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** Holds a socket from the moment it was accepted: how far its caller got, and since when. */
final class OpenConnection {
    /** Lists what the connection can wait for. */
    enum Phase {
        /** The first byte of a request, after the handshake when there is one. */
        OPENING,
        /** The rest of a request, or its response when the rest is not read. */
        IN_REQUEST,
        /** The response to a request that has arrived. */
        HANDLING,
        /** The rest of a response that has begun. */
        RESPONDING,
        /** The next request. */
        IDLE,
        /** The end of the connection, which the last response announced. */
        CLOSING
    }

    /** Holds a phase and when it began. Both are read together, or a request that just began looks as old as the pause before it. */
    record State(Phase phase, long since) {}

    /** Identifies a connection by both ends, which no two open connections share. */
    record Ends(SocketAddress remote, SocketAddress local) {}

    private static final long NEVER = Long.MIN_VALUE;

    private final SocketChannel channel;
    private final Ends ends;
    private volatile State state = new State(Phase.OPENING, System.nanoTime());
    private volatile long writingSince = NEVER;
    private boolean takesRequests = true;

    OpenConnection(SocketChannel channel) throws IOException {
        this.channel = channel;
        this.ends = new Ends(channel.getRemoteAddress(), channel.getLocalAddress());
    }

    Ends ends() {
        return ends;
    }

    InetSocketAddress remote() {
        return (InetSocketAddress) ends.remote();
    }

    State state() {
        return state;
    }

    void enter(Phase next) {
        state = new State(next, System.nanoTime());
    }

    /** Records that a request begins. Returns false if the server handles no more. */
    synchronized boolean beginRequest() {
        if (takesRequests) {
            enter(Phase.IN_REQUEST);
        }
        return takesRequests;
    }

    /** Lets no further request begin; one that has begun gets its response. */
    synchronized void endRequests() {
        takesRequests = false;
    }

    /** Records that the whole request has arrived; its time limit continues. */
    void arrive() {
        if (state.phase() == Phase.IN_REQUEST) {
            state = new State(Phase.HANDLING, state.since());
        }
    }

    void beginWrite() {
        writingSince = System.nanoTime();
    }

    /** Records that the caller has read what was written; from now on the connection may be idle. */
    void endWrite() {
        if (state.phase() == Phase.RESPONDING) {
            enter(Phase.RESPONDING);
        }
        writingSince = NEVER;
    }

    /** Records that the connection has waited for its next request since the last response was written. */
    void rest() {
        if (state.phase() == Phase.RESPONDING) {
            state = new State(Phase.IDLE, state.since());
        }
    }

    /** Returns for how many nanoseconds the caller has not read what is written to it; 0 if nothing is. */
    long blockedFor(long now) {
        var since = writingSince;
        return since == NEVER ? 0 : now - since;
    }

    /** Returns true when bytes have arrived that its thread, which waits for a request, has not read yet. */
    boolean hasUnread() {
        var phase = state.phase();
        try {
            return (phase == Phase.OPENING || phase == Phase.IDLE)
                    && channel.socket().getInputStream().available() > 0;
        } catch (IOException e) {
            return false; // closed already
        }
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Ends the output, so that the caller reads the rest of the response and then its end. */
    void endOutput() {
        try {
            channel.shutdownOutput();
        } catch (IOException e) {
            cut(); // closed already
        }
    }

    /**
     * Closes the socket under the thread that reads or writes it, which sees an exception. The server's own way to close waits for
     * locks that a stuck handshake holds, fails when it is done twice, and interrupts the thread, which may be in the
     * middle of a query (H2 then closes its file). What was not sent yet is dropped, since a caller that is cut does not read.
     */
    void cut() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException | UnsupportedOperationException e) {
            // closed already
        }
        close();
    }

    /** Closes the socket; its caller still gets what was written. */
    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // closed either way
        }
    }
}
