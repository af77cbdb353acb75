package dev.operatorkit.simulator.scenario;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Reads the calls of a client byte for byte and lets a recording answer them. No other server shows raw bytes, such as a
 * malformed request line, and cuts connections on purpose.
 */
final class RecordingServer implements AutoCloseable {
    private static final int HANDSHAKE = 0x16;
    private static final int BACKLOG = 64;
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final int MAX_HEAD = 64 * 1024;
    private static final int MAX_BODY = 4 * 1024 * 1024;
    private static final Pattern LENGTH = header("content-length", "[0-9]{1,9}");
    private static final Pattern CHUNKED = header("transfer-encoding", ".*chunked.*");
    private static final Pattern EXPECT = header("expect", "100-continue");
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket listener;
    private final @Nullable SSLContext tls;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Recording recording;

    private RecordingServer(ServerSocket listener, @Nullable SSLContext tls) {
        this.listener = listener;
        this.tls = tls;
    }

    private static Pattern header(String name, String value) {
        return Pattern.compile("(?im)^" + name + ":[ \\t]*(" + value + ")[ \\t]*\\r?$");
    }

    /** Listens on a port, or on any free one; {@code tls} is null for plain HTTP. */
    static RecordingServer listen(String bind, int port, @Nullable SSLContext tls) throws IOException {
        var listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(new InetSocketAddress(InetAddress.getByName(bind), port), BACKLOG);
        var server = new RecordingServer(listener, tls);
        Thread.ofVirtual().name("client-conformance").start(server::accept);
        return server;
    }

    URI address() {
        var host = listener.getInetAddress().getHostAddress();
        return URI.create((tls == null ? "http://" : "https://") + (host.indexOf(':') < 0 ? host : "[" + host + "]")
                + ":" + listener.getLocalPort());
    }

    /** Records calls from now on here; null records nothing. */
    void record(@Nullable Recording here) {
        recording = here;
        if (here == null) {
            // A call of the next scenario must not come on a connection of this one.
            open.forEach(RecordingServer::closeQuietly);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var socket = listener.accept();
                open.add(socket);
                Thread.ofVirtual().name("client-conformance-call").start(() -> serve(socket));
            } catch (IOException e) {
                // The listener was closed, or one connection failed before it began.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) IDLE.toMillis());
            var in = new BufferedInputStream(socket.getInputStream());
            if (tls == null) {
                talk(in, socket.getOutputStream(), "");
            } else {
                secure(socket, in, tls);
            }
        } catch (IOException | IllegalArgumentException e) {
            // The client ended the connection, or what it sent is no HTTP; the recording shows what was read.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    private void secure(Socket socket, BufferedInputStream in, SSLContext context)
            throws IOException, InterruptedException {
        in.mark(1);
        var first = in.read();
        in.reset();
        if (first >= 0 && first != HANDSHAKE) {
            talk(in, socket.getOutputStream(), "plain HTTP to an https address");
        }
        var here = recording;
        if (first != HANDSHAKE || here == null) {
            return;
        }
        here.recordHandshake();
        try (var secured = (SSLSocket) context.getSocketFactory().createSocket(socket, in, true)) {
            secured.setUseClientMode(false);
            secured.startHandshake();
            talk(new BufferedInputStream(secured.getInputStream()), secured.getOutputStream(), "");
        }
    }

    private void talk(InputStream in, OutputStream out, String note) throws IOException, InterruptedException {
        for (var request = read(in, out); request != null; request = read(in, out)) {
            var here = recording;
            if (here == null) {
                return;
            }
            var answer = here.answer(request, note);
            out.write(answer.bytes());
            out.flush();
            if (!answer.keep()) {
                return;
            }
        }
    }

    /** Returns the next request as it was received, or null when the connection ends. */
    private static byte @Nullable [] read(InputStream in, OutputStream out) throws IOException {
        var all = new ByteArrayOutputStream();
        var line = readLine(in, all, MAX_HEAD);
        while (line != null && !line.equals("\r\n")) {
            line = readLine(in, all, MAX_HEAD);
        }
        if (line == null) {
            return null;
        }
        var head = all.toString(StandardCharsets.ISO_8859_1);
        if (EXPECT.matcher(head).find()) {
            out.write(CONTINUE);
            out.flush();
        }
        var length = LENGTH.matcher(head);
        if (CHUNKED.matcher(head).find()) {
            readChunks(in, all);
        } else if (length.find()) {
            readBytes(in, all, Integer.parseInt(length.group(1)));
        }
        return all.toByteArray();
    }

    private static void readBytes(InputStream in, ByteArrayOutputStream all, int length) throws IOException {
        var bytes = length > MAX_BODY ? new byte[0] : in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("the body of a request is incomplete, or longer than " + MAX_BODY + " bytes");
        }
        all.write(bytes);
    }

    private static void readChunks(InputStream in, ByteArrayOutputStream all) throws IOException {
        for (var length = 1; length > 0; ) {
            var line = readLine(in, all, MAX_BODY);
            length = Integer.parseUnsignedInt(
                    String.valueOf(line).split(";", 2)[0].strip(), 16);
            readBytes(in, all, length);
            for (var end = readLine(in, all, MAX_BODY); length == 0 && end != null && !end.isBlank(); ) {
                end = readLine(in, all, MAX_BODY); // trailers are kept with the rest
            }
        }
    }

    /** Reads a line with its end; null at the end of the stream. */
    private static @Nullable String readLine(InputStream in, ByteArrayOutputStream all, int max) throws IOException {
        var line = new StringBuilder();
        for (var next = in.read(); next >= 0; next = in.read()) {
            all.write(next);
            line.append((char) next);
            if (next == '\n') {
                return line.toString();
            }
            if (all.size() > max) {
                throw new IOException("a request is longer than " + max + " bytes");
            }
        }
        return null;
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            // It no longer listens.
        }
        open.forEach(RecordingServer::closeQuietly);
    }
}
