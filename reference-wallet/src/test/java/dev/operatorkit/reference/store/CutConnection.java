package dev.operatorkit.reference.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Passes connections on to PostgreSQL, and breaks them at a chosen byte of a request, before its response, or while the request is
 * still on its way.
 */
public final class CutConnection implements AutoCloseable {
    private static final long NEVER = Long.MAX_VALUE;

    private final URI target;
    private final ServerSocket server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile long requestBytesLeft = NEVER;
    private volatile byte[] watched = {};
    private volatile int lastRequest;
    private volatile @Nullable CountDownLatch delay;
    private final CountDownLatch lateResponse = new CountDownLatch(1);

    /** Listens for a database with this JDBC URL. */
    public CutConnection(String url) throws IOException {
        target = URI.create(url.substring("jdbc:".length()));
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    /** Returns the JDBC URL of the same database through this proxy. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + server.getLocalPort() + target.getPath() + "?" + target.getQuery();
    }

    /**
     * Measures and cuts only requests that contain this text. The pool opens connections whenever it likes, and what it sends on them
     * must not be taken for the request of a test.
     */
    void watch(String text) {
        watched = text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the number of bytes of the last request that was watched. */
    int lastRequest() {
        return lastRequest;
    }

    /** Breaks the connection that sends the next watched request, after so many bytes of it, or before the response. */
    void cutRequestAfter(long bytes) {
        requestBytesLeft = bytes;
    }

    /** Breaks the connection that sends the next request; the server receives the request when the latch is released. */
    void delayRequest(CountDownLatch released) {
        delay = released;
    }

    /** Lets connections pass again. */
    void heal() {
        delay = null;
        requestBytesLeft = NEVER;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var client = server.accept();
                var database = new Socket(target.getHost(), target.getPort());
                client.setTcpNoDelay(true);
                database.setTcpNoDelay(true);
                threads.execute(() -> passRequests(client, database));
                threads.execute(() -> passResponses(database, client));
            } catch (IOException e) {
                // Closed, or the database is down: the client notices it.
            }
        }
    }

    private void passRequests(Socket client, Socket database) {
        var buffer = new byte[64 * 1024];
        try {
            int read;
            while ((read = client.getInputStream().read(buffer)) >= 0) {
                var counts = contains(buffer, read, watched);
                if (counts) {
                    lastRequest = read;
                }
                var latch = delay;
                if (latch != null) {
                    client.close();
                    latch.await();
                }
                var left = counts ? requestBytesLeft : NEVER;
                database.getOutputStream().write(buffer, 0, (int) Math.min(read, left));
                if (left != NEVER) {
                    return;
                }
                if (latch != null) {
                    lateResponse.await();
                    return;
                }
            }
        } catch (IOException | InterruptedException e) {
            // One side has closed; closing the other is all there is to do.
        } finally {
            closeQuietly(client);
            endRequests(database);
        }
    }

    private static boolean contains(byte[] buffer, int length, byte[] text) {
        return IntStream.rangeClosed(0, length - text.length)
                .anyMatch(at -> Arrays.equals(buffer, at, at + text.length, text, 0, text.length));
    }

    /** Lets the server read what was sent. A socket closed with unread responses would discard it. */
    private static void endRequests(Socket database) {
        try {
            database.shutdownOutput();
        } catch (IOException e) {
            // It is gone in any case.
        }
    }

    private void passResponses(Socket database, Socket client) {
        var buffer = new byte[64 * 1024];
        try {
            int read;
            while ((read = database.getInputStream().read(buffer)) >= 0) {
                if (client.isClosed()) {
                    lateResponse.countDown();
                } else {
                    writeQuietly(client, buffer, read);
                }
            }
        } catch (IOException e) {
            // As above.
        } finally {
            closeQuietly(client);
            closeQuietly(database);
        }
    }

    /** Writes to a client that may have left: the rest of the response is read in any case. */
    private static void writeQuietly(Socket client, byte[] buffer, int length) {
        try {
            client.getOutputStream().write(buffer, 0, length);
        } catch (IOException e) {
            closeQuietly(client);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone in any case.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
