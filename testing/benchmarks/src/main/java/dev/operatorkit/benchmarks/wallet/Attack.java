package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Opens many sockets that start a request without completing it, and counts those that the wallet closes. */
final class Attack implements Runnable {
    private static final int CONNECTS_PER_SECOND = 2000;
    private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(90);
    private static final int SELECT_MILLIS = 100;

    /** Describes the bytes that each socket sends, and whether more follow one by one. */
    record Kind(String name, int sockets, byte[] beginning, boolean trickles, boolean overTls) {
        private static final String HEAD = "POST /wallet/debit HTTP/1.1\r\nHost: wallet\r\n";

        static Kind silent(int sockets, boolean overTls) {
            return new Kind("silent sockets", sockets, new byte[0], false, overTls);
        }

        static Kind halfBodies(int sockets) {
            var head = HEAD + "Content-Type: application/json\r\nContent-Length: 300\r\n\r\n{";
            return new Kind("half-sent bodies", sockets, bytes(head), false, false);
        }

        /** Returns half-sent bodies under headers that only fail once the body is complete. */
        static Kind plausibleHalfBodies(int sockets, long now) {
            var head = HEAD + "X-Svc-Timestamp: " + now + "\r\nX-Svc-Signature: " + "0".repeat(128)
                    + "\r\nContent-Length: 300\r\n\r\n{";
            return new Kind("half-sent bodies with plausible headers", sockets, bytes(head), false, false);
        }

        static Kind halfHeads(int sockets) {
            return new Kind("half heads", sockets, bytes(HEAD), false, false);
        }

        static Kind trickles(int sockets) {
            return new Kind("one byte a second", sockets, bytes(HEAD + "X-Slow: "), true, false);
        }

        /** Returns sockets that announce a TLS record of 512 bytes and send the beginning of a ClientHello. */
        static Kind handshakes(int sockets) {
            var hello = HexFormat.of().parseHex("1603010200010001fc0303");
            return new Kind("sockets in mid-handshake", sockets, hello, false, true);
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    private final Kind kind;
    private final InetAddress source;
    private final int port;
    private volatile int connected;
    private final AtomicInteger cut = new AtomicInteger();
    private volatile boolean over;
    private volatile double seconds;

    Attack(Kind kind, InetAddress source, int port) {
        this.kind = kind;
        this.source = source;
        this.port = port;
    }

    int connected() {
        return connected;
    }

    int cut() {
        return cut.get();
    }

    /** Returns true when the wallet has closed every socket, or the attack has given up waiting. */
    boolean isOver() {
        return over;
    }

    double seconds() {
        return seconds;
    }

    @Override
    public void run() {
        var began = System.nanoTime();
        try (var selector = Selector.open()) {
            connect(selector, began);
            var lastByte = System.nanoTime();
            while (cut.get() < connected && System.nanoTime() - began < GIVE_UP_NANOS) {
                select(selector, SELECT_MILLIS);
                if (kind.trickles() && System.nanoTime() - lastByte > TimeUnit.SECONDS.toNanos(1)) {
                    lastByte = System.nanoTime();
                    selector.keys().forEach(key -> send(key, new byte[] {'x'}));
                }
            }
            for (var key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            throw new IllegalStateException("the attack failed", e);
        } finally {
            seconds = (System.nanoTime() - began) / 1e9;
            over = true;
        }
    }

    private void connect(Selector selector, long began) throws IOException {
        for (var i = 0; i < kind.sockets(); i++) {
            var due = began + TimeUnit.SECONDS.toNanos(i) / CONNECTS_PER_SECOND;
            while (due - System.nanoTime() > 0) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            var channel = SocketChannel.open();
            channel.bind(new InetSocketAddress(source, 0));
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.register(selector, SelectionKey.OP_CONNECT);
            connected = i + 1;
            select(selector, 0);
        }
    }

    private void select(Selector selector, int millis) throws IOException {
        if (millis == 0) {
            selector.selectNow(this::ready);
        } else {
            selector.select(this::ready, millis);
        }
    }

    private void ready(SelectionKey key) {
        var channel = (SocketChannel) key.channel();
        try {
            if (key.isConnectable() && channel.finishConnect()) {
                key.interestOps(SelectionKey.OP_READ);
                send(key, kind.beginning());
            } else if (key.isReadable() && channel.read(ByteBuffer.allocate(1024)) < 0) {
                end(key);
            }
        } catch (IOException e) {
            end(key);
        }
    }

    private void send(SelectionKey key, byte[] bytes) {
        try {
            if (key.isValid()) {
                ((SocketChannel) key.channel()).write(ByteBuffer.wrap(bytes));
            }
        } catch (IOException e) {
            end(key);
        }
    }

    private void end(SelectionKey key) {
        if (key.isValid()) {
            key.cancel();
            cut.incrementAndGet();
        }
        try {
            key.channel().close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
