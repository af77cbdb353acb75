package dev.operatorkit.simulator.wallet;

import dev.operatorkit.raw.RawServer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Treats the first request as a script says, and answers every later one correctly, unless the script wants that one too. */
final class HostileWallet implements AutoCloseable {
    /** Defines at which moment the first script takes over. */
    enum Start {
        /** Takes over as soon as the connection is accepted, before any TLS. */
        AT_ACCEPT,
        AFTER_HEAD,
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

    private final RawServer server;
    private final HostileBehaviour behaviour;
    private final SSLContext context;
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final Semaphore arrived = new Semaphore(0);
    private final CountDownLatch firstPlayed = new CountDownLatch(1);

    HostileWallet(HostileBehaviour behaviour, SSLContext context) {
        this.behaviour = behaviour;
        this.context = context;
        server = new RawServer(HostileWallet::listener, this::talk);
    }

    private static ServerSocket listener() throws IOException {
        var listener = new ServerSocket();
        listener.setReceiveBufferSize(8192); // so that a caller soon notices that its bytes are not read
        return listener;
    }

    String url() {
        return behaviour.has("tls") ? server.url("").replace("http:", "https:") : server.url("");
    }

    /** Returns the number of requests of which every byte arrived. */
    int requests() {
        return requests.get();
    }

    /** Waits until this many requests have arrived, or a while. */
    void awaitRequests(int count) throws InterruptedException {
        arrived.tryAcquire(count, 2, TimeUnit.SECONDS);
    }

    /** Waits until the wallet has treated the first request, or a while when it is still at it. */
    void awaitFirstPlayed() throws InterruptedException {
        firstPlayed.await(2, TimeUnit.SECONDS);
    }

    private void talk(Socket raw) throws IOException {
        var isFirst = accepted.incrementAndGet() == 1;
        if (isFirst && behaviour.start() == Start.AT_ACCEPT) {
            playFirst(new Peer(raw, raw));
            return;
        }
        var peer = new Peer(raw, behaviour.has("tls") ? encrypt(raw) : raw);
        var in = new BufferedInputStream(peer.socket.getInputStream());
        while (!raw.isClosed()) {
            answerNext(peer, in, isFirst && behaviour.start() == Start.AFTER_HEAD);
            isFirst = false;
        }
    }

    private void answerNext(Peer peer, InputStream in, boolean early) throws IOException {
        var length = RawServer.length(RawServer.readHead(in));
        if (!early && in.readNBytes(length).length < length) {
            throw new EOFException();
        }
        var number = requests.incrementAndGet();
        arrived.release();
        var isScripted = behaviour.start() != Start.AT_ACCEPT;
        var second = behaviour.second();
        if (isScripted && number == 1) {
            playFirst(peer);
        } else if (isScripted && number == 2 && second != null) {
            second.play(peer);
        } else {
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond");
        }
    }

    private void playFirst(Peer peer) throws IOException {
        try {
            behaviour.first().play(peer);
        } finally {
            firstPlayed.countDown();
        }
    }

    private SSLSocket encrypt(Socket raw) throws IOException {
        var socket = (SSLSocket) context.getSocketFactory().createSocket(raw, null, raw.getPort(), true);
        socket.setUseClientMode(false);
        socket.startHandshake();
        return socket;
    }

    @Override
    public void close() {
        server.close();
    }
}
