package dev.operatorkit.benchmarks.conformance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;

/** Passes every byte on between clients and a server, and each part of a request only after a delay. */
final class DelayProxy implements AutoCloseable {
    private static final int LARGEST = 1 << 16;

    private final ServerSocket server = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    private final int target;
    private final Duration delay;

    /** Starts a proxy in front of this port. */
    DelayProxy(int target, Duration delay) throws IOException {
        this.target = target;
        this.delay = delay;
        Thread.ofVirtual().name("delay proxy").start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var client = server.accept();
                Thread.ofVirtual().name("delayed connection").start(() -> connect(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void connect(Socket client) {
        try (client;
                var there = new Socket()) {
            there.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            there.setOption(StandardSocketOptions.TCP_NODELAY, true);
            var back = Thread.ofVirtual().name("responses").start(() -> pass(there, client, Duration.ZERO));
            pass(client, there, delay);
            back.join();
        } catch (IOException e) {
            // The other side sees that the connection is closed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pass(Socket from, Socket to, Duration delay) {
        var bytes = new byte[LARGEST];
        try {
            for (var read = from.getInputStream().read(bytes);
                    read >= 0;
                    read = from.getInputStream().read(bytes)) {
                Thread.sleep(delay);
                to.getOutputStream().write(bytes, 0, read);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            close(from);
            close(to);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
