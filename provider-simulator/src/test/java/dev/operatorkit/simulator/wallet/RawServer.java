package dev.operatorkit.simulator.wallet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.operatorkit.signing.ReceivedRequest;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** Serves arbitrary bytes, or no response at all. */
public final class RawServer implements AutoCloseable {

    /** Answers one request; an exception closes the connection. */
    public interface Handler {
        void handle(Received request, OutputStream out, Socket socket) throws IOException;
    }

    /** Talks on one connection until one of both sides ends it, as an exception does. */
    interface Conversation {
        void talk(Socket socket) throws IOException;
    }

    /** Opens the socket to listen on, without binding it. */
    public interface Sockets {
        ServerSocket open() throws IOException;
    }

    /** Holds a received request. */
    public record Received(String method, String target, List<String> headers, byte[] body) {
        public List<String> values(String header) {
            var prefix = header.toLowerCase(Locale.ROOT) + ":";
            return headers.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(line -> line.substring(prefix.length()).strip())
                    .toList();
        }

        /** Returns the request as a verifier takes it, with this path. */
        public ReceivedRequest signed(String path) {
            return signed(path, UnaryOperator.identity());
        }

        ReceivedRequest signed(String path, UnaryOperator<String> rewrite) {
            var mark = target.indexOf('?');
            var query = mark < 0 ? null : target.substring(mark + 1);
            return ReceivedRequest.of(
                    method,
                    query == null ? path : path + "?" + query,
                    this::values,
                    rewrite.apply(new String(body, UTF_8)).getBytes(UTF_8));
        }

        public String path() {
            var mark = target.indexOf('?');
            return mark < 0 ? target : target.substring(0, mark);
        }
    }

    private final ServerSocket listener;
    private final Conversation conversation;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    public final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final Thread acceptor;

    public RawServer(Handler handler) {
        this(ServerSocket::new, handler, true, 0);
    }

    public RawServer(Sockets sockets, Handler handler, boolean recording, int port) {
        conversation = socket -> answer(socket, handler, recording);
        listener = listen(sockets, port);
        acceptor = Thread.startVirtualThread(this::accept);
    }

    RawServer(Sockets sockets, Conversation conversation) {
        this.conversation = conversation;
        listener = listen(sockets, 0);
        acceptor = Thread.startVirtualThread(this::accept);
    }

    private static ServerSocket listen(Sockets sockets, int port) {
        try {
            var listener = sockets.open();
            listener.setReuseAddress(true);
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 512);
            return listener;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers everything with these bytes. */
    public static RawServer answering(String head, byte[] body) {
        return new RawServer((request, out, socket) -> {
            out.write(head.getBytes(StandardCharsets.ISO_8859_1));
            out.write(body);
            out.flush();
        });
    }

    /** Returns a complete response with a JSON body, and further header lines. */
    public static byte[] json(int status, String body, String... headers) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var head = "HTTP/1.1 " + status + (status == 200 ? " OK" : " As scripted")
                + "\r\nContent-Type: application/json\r\n" + String.join("", headers) + "Content-Length: "
                + bytes.length
                + "\r\n\r\n";
        var all = new ByteArrayOutputStream();
        all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(bytes);
        return all.toByteArray();
    }

    public int port() {
        return listener.getLocalPort();
    }

    public String url(String prefix) {
        return "http://127.0.0.1:" + port() + prefix;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var socket = listener.accept();
                sockets.add(socket);
                Thread.startVirtualThread(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            conversation.talk(socket);
        } catch (IOException | RuntimeException e) {
            // The connection ends here, as the handler wished or the caller did.
        } finally {
            sockets.remove(socket);
        }
    }

    private void answer(Socket socket, Handler handler, boolean recording) throws IOException {
        var in = new BufferedInputStream(socket.getInputStream());
        var out = socket.getOutputStream();
        while (true) {
            var request = read(in);
            if (recording) {
                received.add(request);
            }
            handler.handle(request, out, socket);
        }
    }

    private static Received read(InputStream in) throws IOException {
        var start = line(in).split(" ", 3);
        var headers = new ArrayList<String>();
        var length = 0;
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            headers.add(line);
            if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        var body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException();
        }
        return new Received(start[0], start[1], headers, body);
    }

    static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (var c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException();
            }
            line.append((char) c);
        }
        return line.substring(0, line.length() - 1);
    }

    /** Closes every open connection. */
    public void closeConnections() throws IOException {
        for (var socket : sockets) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        try {
            acceptor.join(); // until then, a connection may still be accepted
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeConnections();
    }
}
