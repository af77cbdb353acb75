package dev.operatorkit.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Runs a server at the level of bytes: it can send what no HTTP library would, and misbehave in ways that none offers.
 */
final class RawServer implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)\\r\\nContent-Length: (\\d+)\\r\\n");

    private final ServerSocket socket;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Handles a request that was read completely; returns true to read the connection again. */
    interface Behaviour {
        boolean serve(String request, Socket socket) throws IOException;
    }

    RawServer(Behaviour behaviour) {
        try {
            socket = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(() -> accept(behaviour));
    }

    private void accept(Behaviour behaviour) {
        while (!socket.isClosed()) {
            try {
                var peer = socket.accept();
                peer.setTcpNoDelay(true);
                accepted.incrementAndGet();
                open.add(peer);
                threads.execute(() -> serve(peer, behaviour));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket peer, Behaviour behaviour) {
        try (peer) {
            var in = new BufferedInputStream(peer.getInputStream());
            for (var request = read(in); !request.isEmpty(); request = read(in)) {
                if (!behaviour.serve(request, peer)) {
                    return;
                }
            }
        } catch (IOException e) {
            // The client may close the connection at any time, too.
        } finally {
            open.remove(peer);
        }
    }

    /** Reads one request; null when the connection has ended. */
    private static String read(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var text = "";
        for (var b = in.read(); b >= 0; b = in.read()) {
            bytes.write(b);
            if (b == '\n' && bytes.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                text = bytes.toString(StandardCharsets.UTF_8);
                var length = LENGTH.matcher(text);
                return length.find() ? text + body(in, Integer.parseInt(length.group(1))) : text;
            }
        }
        return text;
    }

    private static String body(InputStream in, int length) throws IOException {
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    static void awaitDisconnect(Socket socket) throws IOException {
        while (socket.getInputStream().read() >= 0) {
            // The client sends nothing more, and closes when its time is over.
        }
    }

    /** Sends a byte every few milliseconds: each arrives in time, the whole does not. */
    static void drip(Socket socket, byte[] response) throws IOException {
        socket.setSoTimeout(5);
        for (var b : response) {
            socket.getOutputStream().write(b);
            try {
                if (socket.getInputStream().read() < 0) {
                    return;
                }
            } catch (SocketTimeoutException e) {
                // The pause is over.
            }
        }
        socket.setSoTimeout(0);
    }

    static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    URI base() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
    }

    int accepted() {
        return accepted.get();
    }

    /** Returns the number of connections that the client keeps open. */
    int open() {
        return open.size();
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (var peer : open) {
                peer.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
