package dev.operatorkit.conformance.wallets;

import dev.operatorkit.raw.RawServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/** Stands in front of a wallet, and disturbs its connections. */
public final class WalletProxy implements AutoCloseable {
    private static final int QUIET_MILLIS = 15;
    private final RawServer server;
    private final URI wallet;

    /** Passes on what one connection carries, until one of the two ends it. */
    public interface Relay {
        void relay(Socket client, Socket server) throws IOException;
    }

    public WalletProxy(String address, Relay relay) {
        wallet = URI.create(address);
        server = new RawServer(ServerSocket::new, client -> {
            try (var connected = new Socket(wallet.getHost(), wallet.getPort())) {
                relay.relay(client, connected);
            }
        });
    }

    public String address() {
        return server.url(wallet.getPath());
    }

    /** Keeps a connection open after a response, and closes it when the next request arrives on it, which never reaches the wallet. */
    public static void closeIdle(Socket client, Socket server) throws IOException {
        var isAnswered = new AtomicBoolean();
        Thread.ofVirtual().start(() -> passResponses(client, server, isAnswered));
        var bytes = new byte[65_536];
        var in = client.getInputStream();
        for (var n = in.read(bytes); n >= 0 && !isAnswered.get(); n = in.read(bytes)) {
            server.getOutputStream().write(bytes, 0, n);
        }
    }

    private static void passResponses(Socket client, Socket server, AtomicBoolean isAnswered) {
        try {
            var bytes = new byte[65_536];
            var in = server.getInputStream();
            for (var n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                isAnswered.set(true);
                client.getOutputStream().write(bytes, 0, n);
            }
        } catch (IOException e) {
            // The other direction ends as well.
        }
    }

    /** Ignores {@code Content-Length}: everything that arrives until the line is quiet is the body. */
    static void ignoreLengths(Socket client, Socket server) throws IOException {
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
        var parts = bytes.toString(StandardCharsets.ISO_8859_1).split("\r\n\r\n", 2);
        var body = parts.length == 2 ? parts[1] : "";
        var head = parts[0].replaceAll("(?i)\r\n(Content-Length|Connection):[^\r]*", "");
        var fitting = head + "\r\nContent-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body;
        server.getOutputStream().write(fitting.getBytes(StandardCharsets.ISO_8859_1));
        server.getInputStream().transferTo(client.getOutputStream());
    }

    @Override
    public void close() {
        server.close();
    }
}
