package dev.operatorkit.http.guard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.regex.Pattern;

/** Sends bytes that need not be a request. */
final class RawSocket implements AutoCloseable {
    private static final int READ_TIMEOUT_MILLIS = 20_000;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");

    private final Socket socket;

    RawSocket(GuardedServer server) throws IOException {
        this(server, "127.0.0.1");
    }

    /** Connects from another address of this machine. */
    RawSocket(GuardedServer server, String source) throws IOException {
        socket = new Socket();
        socket.setReceiveBufferSize(2048);
        socket.bind(new InetSocketAddress(InetAddress.getAllByName(source)[0], 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
    }

    RawSocket send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
        return this;
    }

    /** Sends until it is done or the other end closes. */
    void sendWhileOpen(String bytes) {
        try {
            send(bytes);
        } catch (IOException e) {
            // closed by the other end
        }
    }

    /** Returns everything that arrives until the server closes. */
    String readAll() throws IOException {
        var all = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(all);
        } catch (SocketException e) {
            // reset: what arrived before counts
        }
        return all.toString(ISO_8859_1);
    }

    /** Returns the statuses of all responses until the server closes. */
    List<Integer> statuses() throws IOException {
        return STATUS.matcher(readAll())
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .toList();
    }

    /** Sends one byte more, and returns true if that fails, since the server has closed the connection. */
    boolean isClosedToSend() {
        try {
            send("x");
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Returns true if the server has closed the connection and sent nothing before. */
    boolean isEnded() {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // reset
        }
    }

    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Returns the first bytes that arrive. */
    String read(int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), ISO_8859_1);
    }

    /** Returns what arrives up to the end of a text. */
    String readUntil(String end) throws IOException {
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

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
