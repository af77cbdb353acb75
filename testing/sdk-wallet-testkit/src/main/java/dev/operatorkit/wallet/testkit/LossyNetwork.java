package dev.operatorkit.wallet.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Forwards connections to a database until it loses or delays them, as a network or a failover does. */
final class LossyNetwork implements AutoCloseable {
    private static final int UNLIMITED = 1_000_000;

    private final InetSocketAddress database;
    private final ServerSocket server;
    private final Semaphore requests = new Semaphore(UNLIMITED);
    private volatile @Nullable Loss loss;

    /** Lists what is lost, together with its connection. */
    enum Loss {
        /** The next request: the database never receives it. */
        REQUEST,
        /** The second half of the next request: the database receives the first. */
        HALF_A_REQUEST,
        /** The next response: the database has executed the request. */
        RESPONSE
    }

    LossyNetwork(InetSocketAddress database) {
        this.database = database;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** Returns the address by which the database is reached through this network. */
    InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /** Loses every connection at its next request or response, or none from now on. */
    void lose(@Nullable Loss next) {
        loss = next;
    }

    /** Forwards this many further requests, and delays all after them until {@link #resume}. */
    void delayAfter(int count) {
        requests.drainPermits();
        requests.release(count);
    }

    /** Forwards all requests, delayed ones first. */
    void resume() {
        requests.release(UNLIMITED);
    }

    private void accept() {
        try {
            while (true) {
                var client = server.accept();
                var target = new Socket(database.getAddress(), database.getPort());
                start(() -> forward(client, target, Loss.REQUEST));
                start(() -> forward(target, client, Loss.RESPONSE));
            }
        } catch (IOException e) {
            // Closed, or the database is gone: the client sees a connection that is never answered.
        }
    }

    private void forward(Socket from, Socket to, Loss direction) {
        var bytes = new byte[65_536];
        try (from;
                to) {
            for (int length; (length = from.getInputStream().read(bytes)) >= 0; ) {
                if (loss == direction) {
                    return;
                }
                if (loss == Loss.HALF_A_REQUEST && direction == Loss.REQUEST) {
                    to.getOutputStream().write(bytes, 0, length / 2);
                    return;
                }
                if (direction == Loss.REQUEST) {
                    requests.acquireUninterruptibly();
                }
                to.getOutputStream().write(bytes, 0, length);
            }
        } catch (IOException e) {
            // The other direction has closed both.
        }
    }

    private static void start(Runnable work) {
        var thread = new Thread(work, "lossy-network");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
