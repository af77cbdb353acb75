package dev.operatorkit.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/** Keeps one address while the wallet behind it is replaced, as happens when a wallet is fixed. */
final class SwitchedProxy implements AutoCloseable {
    private final ServerSocket door;
    private volatile URI target;

    SwitchedProxy(ConfigurableWallet wallet) {
        this.target = URI.create(wallet.address());
        try {
            door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Passes new connections on to this wallet. */
    void switchTo(ConfigurableWallet wallet) {
        target = URI.create(wallet.address());
    }

    String address() {
        return "http://127.0.0.1:" + door.getLocalPort() + target.getPath();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                var client = door.accept();
                Thread.ofVirtual().start(() -> pass(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void pass(Socket client) {
        try (client;
                var server = new Socket(target.getHost(), target.getPort())) {
            Thread.ofVirtual().start(() -> copy(client, server));
            server.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // One of the two went away: so does the other.
        }
    }

    private static void copy(Socket client, Socket server) {
        try {
            client.getInputStream().transferTo(server.getOutputStream());
            server.shutdownOutput();
        } catch (IOException e) {
            // The other direction ends as well.
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
