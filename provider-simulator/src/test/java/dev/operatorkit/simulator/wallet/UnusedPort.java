package dev.operatorkit.simulator.wallet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Reserves a port on which nothing listens. A port that was closed could be given to a server of another test. */
public final class UnusedPort implements AutoCloseable {
    private final Socket socket = new Socket();

    /** Binds the port without listening, so that the system refuses connections to it. */
    public UnusedPort() throws IOException {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** Returns the address of the port. */
    public String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
