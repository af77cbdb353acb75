package dev.operatorkit.reference.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** A socket from the moment it was accepted: how far its caller got, and since when. */
final class OpenConnection {
    /** What is waited for. */
    enum Phase {
        /** The first byte of a request, after the handshake when there is one. */
        OPENING,
        /** The rest of a request, or its answer. */
        IN_REQUEST,
        /** The next request. */
        IDLE,
        /** The end that the caller was told of. */
        CLOSING
    }

    /** A phase and when it began: read together, or a request that just began looks as old as the rest before it. */
    record State(Phase phase, long since) {}

    /** Both ends, which no two open connections share. */
    record Ends(SocketAddress remote, SocketAddress local) {}

    private final SocketChannel channel;
    private final Ends ends;
    private volatile State state = new State(Phase.OPENING, System.nanoTime());

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

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Says that nothing more will be sent, and lets the caller read what was. */
    void endOutput() {
        try {
            channel.shutdownOutput();
        } catch (IOException e) {
            cut(); // it is gone already
        }
    }

    /**
     * Closes the socket under whoever reads or writes it, who sees an exception. The server's own way to close waits for
     * locks that a stuck handshake holds, fails when it is done twice, and interrupts the thread, which may be in the
     * middle of a query (H2 then closes its file). What was not sent yet is dropped: who is cut does not read.
     */
    void cut() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException | UnsupportedOperationException e) {
            // closed already
        }
        try {
            channel.close();
        } catch (IOException e) {
            // it is no longer ours either way
        }
    }
}
