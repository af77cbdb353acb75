package dev.operatorkit.simulator.wallet;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Treats the first request as a script says, and answers every later one correctly, unless the script wants that one too. */
final class HostileWallet implements AutoCloseable {
    private static final byte[] SECOND =
            "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond".getBytes(StandardCharsets.ISO_8859_1);

    /** Defines at which moment the first script takes over. */
    enum Start {
        /** Takes over as soon as the connection is accepted, before any TLS. */
        AT_ACCEPT,
        /** Takes over when the headers of the first request were read. */
        AFTER_HEAD,
        /** Takes over when the whole first request was read. */
        AFTER_REQUEST
    }

    /** Plays one part of the wallet on one connection. */
    @FunctionalInterface
    interface Script {
        void play(Peer peer) throws IOException;
    }

    /**
     * Holds one connection to a caller.
     *
     * @param raw the TCP connection
     * @param socket the connection on which HTTP is spoken, with or without TLS
     */
    record Peer(Socket raw, Socket socket) {
        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
        }

        /** Writes the bytes one by one. */
        void sendSlowly(String text, long millis) throws IOException {
            for (var i = 0; i < text.length(); i++) {
                send(text.substring(i, i + 1));
                pause(millis);
            }
        }

        void pause(long millis) {
            LockSupport.parkNanos(millis * 1_000_000);
        }

        void sendForever(String text) throws IOException {
            while (true) {
                send(text);
            }
        }

        /** Sends nothing until the caller closes the connection. */
        void waitForCaller() throws IOException {
            socket.getInputStream().transferTo(ByteArrayOutputStream.nullOutputStream());
        }

        void close() throws IOException {
            socket.close();
        }

        void reset() throws IOException {
            raw.setSoLinger(true, 0);
            raw.close();
        }
    }

    private final ServerSocket listener;
    private final Start start;
    private final Script first;
    private final Script second;
    private final @Nullable SSLContext tls;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch firstPlayed = new CountDownLatch(1);

    HostileWallet(Start start, Script first, @Nullable Script second, @Nullable SSLContext tls) throws IOException {
        this.start = start;
        this.first = first;
        this.second = second == null ? peer -> peer.socket().getOutputStream().write(SECOND) : second;
        this.tls = tls;
        listener = new ServerSocket();
        listener.setReceiveBufferSize(8192); // so that a caller soon notices that nobody reads
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread.startVirtualThread(this::accept);
    }

    String url() {
        return (tls == null ? "http" : "https") + "://127.0.0.1:" + listener.getLocalPort();
    }

    /** Returns the number of requests of which every byte arrived. */
    int requests() {
        return requests.get();
    }

    /** Waits until the wallet has done to the first request what it wants to do, or a while when it is still at it. */
    void awaitFirstPlayed() throws InterruptedException {
        firstPlayed.await(2, TimeUnit.SECONDS);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var socket = listener.accept();
                sockets.add(socket);
                Thread.startVirtualThread(() -> serve(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket raw) {
        var isFirst = accepted.incrementAndGet() == 1;
        try (raw) {
            raw.setTcpNoDelay(true);
            if (isFirst && start == Start.AT_ACCEPT) {
                play(first, new Peer(raw, raw));
                return;
            }
            var peer = new Peer(raw, tls == null ? raw : encrypt(raw));
            var in = new BufferedInputStream(peer.socket.getInputStream());
            while (!raw.isClosed()) {
                answerNext(peer, in, isFirst && start == Start.AFTER_HEAD);
                isFirst = false;
            }
        } catch (IOException e) {
            // The connection ends here, as the script wants or the caller does.
        }
    }

    private void answerNext(Peer peer, InputStream in, boolean early) throws IOException {
        var length = readHead(in);
        if (!early && in.readNBytes(length).length < length) {
            throw new EOFException();
        }
        var number = requests.incrementAndGet();
        if (number == 1 && start != Start.AT_ACCEPT) {
            play(first, peer);
        } else if (number == 2 && start != Start.AT_ACCEPT) {
            second.play(peer);
        } else {
            peer.socket().getOutputStream().write(SECOND);
        }
    }

    private void play(Script script, Peer peer) throws IOException {
        try {
            script.play(peer);
        } finally {
            firstPlayed.countDown();
        }
    }

    private static int readHead(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            var next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            head.write(next);
        }
        var text = head.toString(StandardCharsets.ISO_8859_1);
        var at = text.indexOf("Content-Length: ") + 16;
        return Integer.parseInt(text.substring(at, text.indexOf('\r', at)));
    }

    private SSLSocket encrypt(Socket raw) throws IOException {
        var context = Objects.requireNonNull(tls);
        var socket = (SSLSocket) context.getSocketFactory().createSocket(raw, null, raw.getPort(), true);
        socket.setUseClientMode(false);
        socket.startHandshake();
        return socket;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (var socket : sockets) {
            socket.close();
        }
    }
}
