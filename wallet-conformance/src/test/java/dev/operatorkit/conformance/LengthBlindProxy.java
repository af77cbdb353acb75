package dev.operatorkit.conformance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** Forwards requests to a wallet and ignores {@code Content-Length}: everything that arrives is the body. */
final class LengthBlindProxy implements AutoCloseable {
    private static final int QUIET_MILLIS = 15;

    private final InetSocketAddress wallet;
    private final ServerSocket door;

    LengthBlindProxy(InetSocketAddress wallet) {
        this.wallet = wallet;
        try {
            door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
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
                var server = new Socket(wallet.getAddress(), wallet.getPort())) {
            server.getOutputStream().write(request(client));
            server.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // One of the two went away: so does the other.
        }
    }

    /** Reads everything until the line is quiet, with a length that fits and one answer to wait for. */
    private static byte[] request(Socket client) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var in = client.getInputStream();
        try {
            var some = new byte[8192];
            for (var n = in.read(some); n >= 0; n = in.read(some)) {
                bytes.write(some, 0, n);
                client.setSoTimeout(QUIET_MILLIS);
            }
        } catch (SocketTimeoutException e) {
            // That was all.
        }
        var text = bytes.toString(StandardCharsets.ISO_8859_1);
        var end = text.indexOf("\r\n\r\n");
        var head = end < 0 ? text : text.substring(0, end);
        var body = end < 0 ? "" : text.substring(end + 4);
        var fitting = head.replaceAll("(?i)\r\nContent-Length:[^\r]*", "\r\nContent-Length: " + body.length())
                        .replaceAll("(?i)\r\nConnection:[^\r]*", "")
                + "\r\nConnection: close\r\n\r\n";
        return (fitting + body).getBytes(StandardCharsets.ISO_8859_1);
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
