package dev.operatorkit.raw;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Serves arbitrary bytes, or no response at all. */
public final class RawServer implements AutoCloseable {

    /** Answers one request; an exception closes the connection, and so may the handler. */
    public interface Handler {
        void handle(Received request, Socket socket) throws IOException;
    }

    /** Talks on one connection until one of both sides ends it, as an exception does. */
    public interface Conversation {
        void talk(Socket socket) throws IOException;
    }

    /** Opens the socket to listen on, without binding it. */
    public interface Sockets {
        ServerSocket open() throws IOException;
    }

    /**
     * Holds a received request.
     *
     * @param head the request line and the headers, with their line ends
     */
    public record Received(String head, byte[] body) {
        /** Returns the whole request. */
        public String text() {
            return head + new String(body, UTF_8);
        }

        public String method() {
            return head.substring(0, head.indexOf(' '));
        }

        public String target() {
            return head.split(" ", 3)[1];
        }

        public String path() {
            return target().split("\\?", 2)[0];
        }

        public List<String> values(String header) {
            var prefix = header.toLowerCase(Locale.ROOT) + ":";
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(line -> line.substring(prefix.length()).strip())
                    .toList();
        }
    }

    private final ServerSocket listener;
    private final Conversation conversation;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final Thread acceptor;
    public final Queue<Received> received = new ConcurrentLinkedQueue<>();

    public RawServer(Handler handler) {
        this(ServerSocket::new, handler, true, 0);
    }

    /** Creates a server; one that is not {@code recording} keeps no requests. */
    public RawServer(Sockets sockets, Handler handler, boolean recording, int port) {
        conversation = socket -> answer(socket, handler, recording);
        listener = listen(sockets, port);
        acceptor = start(this::accept);
    }

    public RawServer(Sockets sockets, Conversation conversation) {
        this.conversation = conversation;
        listener = listen(sockets, 0);
        acceptor = start(this::accept);
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

    /** Answers everything with this response. */
    public static RawServer answering(String head, byte[] body) {
        return new RawServer((request, socket) -> {
            write(socket, head);
            socket.getOutputStream().write(body);
        });
    }

    /** Returns a complete response with a JSON body, and further header lines. */
    public static byte[] json(int status, String body, String... headers) {
        return response(status, body, headers).getBytes(UTF_8);
    }

    /** Returns a complete response with a JSON body, and further header lines. */
    public static String response(int status, String body, String... headers) {
        return "HTTP/1.1 " + status + (status == 200 ? " OK" : " As scripted")
                + "\r\nContent-Type: application/json\r\n" + String.join("", headers) + "Content-Length: "
                + body.getBytes(UTF_8).length + "\r\n\r\n" + body;
    }

    public static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    public int port() {
        return listener.getLocalPort();
    }

    public String url(String prefix) {
        return "http://127.0.0.1:" + port() + prefix;
    }

    public URI base() {
        return URI.create(url("/"));
    }

    /** Returns the number of connections that were accepted. */
    public int accepted() {
        return accepted.get();
    }

    /** Returns the number of connections that the client keeps open. */
    public int open() {
        return open.size();
    }

    private static Thread start(Runnable task) {
        var thread = new Thread(task, "raw-server");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var socket = listener.accept();
                accepted.incrementAndGet();
                open.add(socket);
                start(() -> serve(socket));
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
            open.remove(socket);
        }
    }

    private void answer(Socket socket, Handler handler, boolean recording) throws IOException {
        var in = new BufferedInputStream(socket.getInputStream());
        while (true) {
            var request = read(in);
            if (recording) {
                received.add(request);
            }
            handler.handle(request, socket);
        }
    }

    private static Received read(InputStream in) throws IOException {
        var head = readHead(in);
        var body = in.readNBytes(length(head));
        if (body.length < length(head)) {
            throw new EOFException();
        }
        return new Received(head, body);
    }

    /** Returns the length of the body after this head. */
    public static int length(String head) {
        return head.lines()
                .filter(line -> line.regionMatches(true, 0, "content-length:", 0, 15))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .sum();
    }

    /** Reads a request line and headers, up to the empty line. */
    public static String readHead(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
            var next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            head.append((char) next);
        }
        return head.toString();
    }

    /** Closes every open connection. */
    public void closeConnections() throws IOException {
        for (var socket : open) {
            socket.close();
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            acceptor.join(); // until then, a connection may still be accepted
            closeConnections();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
