package dev.operatorkit.conformance.transport;

import dev.operatorkit.conformance.transport.WireResult.Cause;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Represents one connection to a server, used by one call at a time. */
final class Connection implements Closeable {
    private static final int TRICKLES = 8;
    private static final int FITS_INTO_BUFFERS = 16 * 1024;

    private final TcpSocket tcp;
    private final Socket socket;
    private volatile boolean sending;
    private long idleSince = System.nanoTime();

    /** Creates a connection that speaks over {@code socket}: {@code tcp} itself, or TLS above it. */
    Connection(TcpSocket tcp, Socket socket) {
        this.tcp = tcp;
        this.socket = socket;
    }

    /** Extends a TCP socket so that every read ends at the deadline, even during a TLS handshake. */
    static final class TcpSocket extends Socket {
        private volatile Deadline deadline;
        private volatile boolean ended;

        TcpSocket(Deadline deadline) {
            this.deadline = deadline;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    var one = new byte[1];
                    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
                }

                @Override
                public int read(byte[] into, int offset, int length) throws IOException {
                    setSoTimeout(deadline.millisLeft());
                    var read = in.read(into, offset, length);
                    ended |= read < 0;
                    return read;
                }
            };
        }

        @Override
        public void close() {
            try {
                super.close();
            } catch (IOException e) {
                // It is unusable either way.
            }
        }
    }

    void begin(Deadline deadline) {
        tcp.deadline = deadline;
    }

    /**
     * Sends the bytes. What may not fit into the buffers on the way is sent in the background, so that a server that reads nothing,
     * or responds first, is met with reading. A failure is left to reading, which still finds a response sent before it.
     */
    void send(byte[] bytes) {
        sending = true;
        if (bytes.length <= FITS_INTO_BUFFERS) {
            trySend(bytes);
        } else {
            Thread.startVirtualThread(() -> trySend(bytes));
        }
    }

    private void trySend(byte[] bytes) {
        try {
            sendAll(bytes);
            sending = false;
        } catch (IOException e) {
            // The connection is not reused, since not everything was sent.
        }
    }

    /** Sends all bytes, or throws. */
    void sendAll(byte[] bytes) throws IOException {
        send(bytes, 0, bytes.length);
    }

    private void send(byte[] bytes, int from, int to) throws IOException {
        var out = socket.getOutputStream();
        out.write(bytes, from, to - from);
        out.flush();
    }

    /** Sends all but the last few bytes, then those one by one over the given time. */
    void trickle(byte[] bytes, Duration time) throws IOException {
        var late = Math.min(TRICKLES, bytes.length);
        send(bytes, 0, bytes.length - late);
        for (var i = bytes.length - late; i < bytes.length; i++) {
            pause(time.dividedBy(late));
            send(bytes, i, i + 1);
        }
    }

    private static void pause(Duration time) throws CallException {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(Cause.CUT, "interrupted while sending slowly");
        }
    }

    /** Sends half of the bytes and resets the connection. */
    void resetMidway(byte[] bytes) throws IOException {
        send(bytes, 0, bytes.length / 2);
        tcp.setSoLinger(true, 0);
        tcp.close();
    }

    int read(byte[] into, int offset, int length) throws IOException {
        return socket.getInputStream().read(into, offset, length);
    }

    /** Returns true if TCP ended below TLS, where only an alert may end what has no length (RFC 9112 9.8). */
    boolean isCutBelowTls() {
        return socket != tcp && tcp.ended;
    }

    /** Returns true if everything was sent. */
    boolean isSent() {
        return !sending;
    }

    void markIdle() {
        idleSince = System.nanoTime();
    }

    boolean isIdleLongerThan(Duration time) {
        return System.nanoTime() - idleSince > time.toNanos();
    }

    /** Returns true if the server sent an unsolicited text, which would be taken for the next response. */
    boolean isStale() {
        try {
            return tcp.getInputStream().available() > 0;
        } catch (IOException e) {
            return true;
        }
    }

    /** Returns the unsolicited text that the server sent; over TLS nothing, since records below it mean other things. */
    String drainUnsolicited() {
        try {
            var in = tcp.getInputStream();
            return socket == tcp ? new String(in.readNBytes(in.available()), StandardCharsets.ISO_8859_1) : "";
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        try {
            if (sending) {
                tcp.close(); // TLS would wait for the end of the sending
            }
            socket.close();
        } catch (IOException e) {
            // The connection is unusable either way.
        }
    }
}
