package dev.operatorkit.raw;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Sends text that need not be a request, one byte for each character. */
public final class RawClient implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    /** Detects a server that leaves a connection open. */
    private static final int READ_TIMEOUT_MILLIS = 20_000;

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");

    private final Socket socket = new Socket();

    /** Connects to the host and port of an address. */
    public RawClient(String url) throws IOException {
        this(url, LOOPBACK);
    }

    /** Connects from another address of this machine. */
    public RawClient(String url, String source) throws IOException {
        connect(URI.create(url).getHost(), URI.create(url).getPort(), source);
    }

    private RawClient() {}

    /** Connects to a port of this machine, with a small buffer: a server soon notices that its response is not read. */
    public static RawClient withSmallBuffer(int port) throws IOException {
        return withSmallBuffer(port, LOOPBACK);
    }

    /** Connects from another address of this machine. */
    public static RawClient withSmallBuffer(int port, String source) throws IOException {
        var client = new RawClient();
        client.socket.setReceiveBufferSize(2048);
        client.connect(LOOPBACK, port, source);
        return client;
    }

    private void connect(String host, int port, String source) throws IOException {
        socket.bind(new InetSocketAddress(source, 0));
        socket.connect(new InetSocketAddress(host, port));
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    }

    /** Sends this text and returns everything that arrives until the server closes the connection. */
    public static String exchange(String url, String text) throws IOException {
        try (var client = new RawClient(url)) {
            return client.send(text).readUntilClosed();
        }
    }

    /** Sends a GET with this host name and returns the whole response. */
    public static String get(String url, String path, String host) throws IOException {
        return exchange(url, "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }

    public RawClient send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        return this;
    }

    /** Sends until it is done or the other end closes. */
    public void sendWhileOpen(String text) {
        try {
            send(text);
        } catch (IOException e) {
            // closed by the other end
        }
    }

    /** Returns everything that arrives until the server closes the connection. */
    public String readUntilClosed() throws IOException {
        var all = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(all);
        } catch (SocketException e) {
            // reset because of unread bytes: what arrived before counts
        }
        return all.toString(ISO_8859_1);
    }

    /** Returns the statuses of all responses until the server closes the connection. */
    public List<Integer> statuses() throws IOException {
        return statuses(readUntilClosed());
    }

    /** Returns the statuses of these responses. */
    public static List<Integer> statuses(String responses) {
        return STATUS.matcher(responses)
                .results()
                .map((MatchResult found) -> Integer.valueOf(found.group(1)))
                .toList();
    }

    /** Returns the first characters that arrive. */
    public String read(int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), ISO_8859_1);
    }

    /** Returns what arrives up to the end of a text. */
    public String readUntil(String end) throws IOException {
        var received = new StringBuilder();
        while (received.indexOf(end) < 0) {
            var next = socket.getInputStream().read();
            if (next < 0) {
                throw new EOFException("the server closed the connection after: " + received);
            }
            received.append((char) next);
        }
        return received.toString();
    }

    /** Sends one byte more, and returns true if that fails, since the server has closed the connection. */
    public boolean isClosedToSend() {
        try {
            send("x");
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Returns true if the server has closed the connection and sent nothing before. */
    public boolean isEnded() {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // reset
        }
    }

    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Resets the connection, so that the server's next read or write fails. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
