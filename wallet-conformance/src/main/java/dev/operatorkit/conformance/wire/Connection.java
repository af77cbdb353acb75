package dev.operatorkit.conformance.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Holds one connection to the wallet, with a deadline for each call; keeps every received byte. */
final class Connection implements AutoCloseable {
    private final Socket socket;
    private final CappedReader in;
    private long lastUsed = System.nanoTime();

    private Connection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new CappedReader(socket);
    }

    static Connection open(WalletAddress address, @Nullable SSLSocketFactory tls, Duration connect, Duration whole)
            throws IOException {
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(address.host(), address.port()), (int) connect.toMillis());
            socket.setSoTimeout((int) whole.toMillis());
            return new Connection(tls == null ? socket : startTls(socket, address, tls));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Starts TLS and checks the name of the host (GEN-1). */
    private static Socket startTls(Socket plain, WalletAddress address, SSLSocketFactory tls) throws IOException {
        var socket = (SSLSocket) tls.createSocket(plain, address.host(), address.port(), true);
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** Sends the bytes; a wallet that responds and closes before it has read all of them is still read from. */
    void send(byte[] bytes, long deadline) {
        in.begin(deadline);
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            in.sendingFailed = true;
        }
    }

    InputStream in() {
        return in;
    }

    byte[] receivedBytes() {
        return in.received.toByteArray();
    }

    void markUsed() {
        lastUsed = System.nanoTime();
    }

    /** Returns true when the wallet has closed the connection; checks only after half a second without use. */
    boolean isStale() {
        if (System.nanoTime() - lastUsed < Duration.ofMillis(500).toNanos()) {
            return false;
        }
        try {
            socket.setSoTimeout(1);
            return in.peek() == -1;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            lastUsed = 0; // closed either way
        }
    }

    /** Reads against a deadline and keeps what it read, up to a cap. */
    private static final class CappedReader extends InputStream {
        private static final int CAP = 1 << 20;

        private final Socket socket;
        private final BufferedInputStream in;
        private ByteArrayOutputStream received = new ByteArrayOutputStream();
        private long deadline;
        private boolean sendingFailed;

        CappedReader(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
        }

        void begin(long until) {
            received = new ByteArrayOutputStream();
            deadline = until;
            sendingFailed = false;
        }

        int peek() throws IOException {
            in.mark(1);
            var next = in.read();
            in.reset();
            return next;
        }

        /** Reads one byte at a time from a buffer, keeps it, and checks the deadline before each wait. */
        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            var next = read();
            if (next < 0) {
                return -1;
            }
            into[offset] = (byte) next;
            return 1;
        }

        @Override
        public int read() throws IOException {
            if (in.available() == 0) {
                var left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new SocketTimeoutException("the call timed out");
                }
                socket.setSoTimeout((int) left);
            }
            var next = in.read();
            if (next >= 0) {
                received.write(next);
                if (received.size() > CAP) {
                    throw new IOException("the response is larger than " + CAP + " bytes");
                }
            } else if (sendingFailed) {
                throw new IOException("the connection broke while the request was being sent");
            }
            return next;
        }
    }
}
