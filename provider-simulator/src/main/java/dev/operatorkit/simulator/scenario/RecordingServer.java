package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.Endpoint;
import dev.operatorkit.conformance.transport.HttpTransport;
import dev.operatorkit.conformance.transport.Resolver;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Stands in front of a simulator: records every byte of each call, disturbs it as the scenario says, and lets the simulator answer
 * it. It is a server of its own, because no other shows bytes as they are and cuts connections on purpose.
 */
final class RecordingServer implements AutoCloseable {
    private static final int HANDSHAKE = 0x16;
    private static final int BACKLOG = 64;
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final CallLimits LIMITS =
            new CallLimits(Duration.ofSeconds(2), Duration.ofSeconds(30), 64 * 1024, 16 * 1024 * 1024);

    private final ServerSocket listener;
    private final @Nullable SSLContext tls;
    private final Clock clock;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Recording recording;
    private volatile @Nullable HttpTransport simulator;

    private RecordingServer(ServerSocket listener, @Nullable SSLContext tls, Clock clock) {
        this.listener = listener;
        this.tls = tls;
        this.clock = clock;
    }

    /** Listens on a port, or on any free one; {@code tls} is null for plain HTTP. */
    static RecordingServer listen(String bind, int port, @Nullable SSLContext tls, Clock clock) throws IOException {
        var listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(new InetSocketAddress(InetAddress.getByName(bind), port), BACKLOG);
        var server = new RecordingServer(listener, tls, clock);
        Thread.ofVirtual().name("client-conformance").start(server::accept);
        return server;
    }

    /** Sends calls on to this simulator. */
    void connect(URI address) {
        simulator = new HttpTransport(
                new Endpoint(false, address.getHost(), address.getPort()),
                LIMITS,
                TrustedCertificates.system(clock),
                any -> Optional.empty(),
                Resolver.SYSTEM);
    }

    /** Returns the base address of the service. */
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
            if (tls == null) {
                talk(socket, new RequestReader(socket.getInputStream(), socket.getOutputStream()), "");
            } else {
                secure(socket, tls);
            }
        } catch (IOException | IllegalArgumentException e) {
            // The client ended the connection, or what it sent is no HTTP; the recording shows what was read.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    private void secure(Socket socket, SSLContext context) throws IOException, InterruptedException {
        var in = new PushbackInputStream(socket.getInputStream());
        var first = in.read();
        if (first < 0) {
            return;
        }
        in.unread(first);
        if (first != HANDSHAKE) {
            talk(socket, new RequestReader(in, socket.getOutputStream()), "plain HTTP to an https address");
            return;
        }
        var here = recording;
        if (here != null) {
            here.recordHandshake();
        }
        try (var secured = (SSLSocket) context.getSocketFactory().createSocket(socket, in, true)) {
            secured.setUseClientMode(false);
            secured.startHandshake();
            talk(secured, new RequestReader(secured.getInputStream(), secured.getOutputStream()), "");
        }
    }

    private void talk(Socket socket, RequestReader requests, String note) throws IOException, InterruptedException {
        for (var request = requests.read(); request != null; request = requests.read()) {
            var here = recording;
            if (here == null) {
                return;
            }
            var answer = here.answer(request, note, Objects.requireNonNull(simulator));
            socket.getOutputStream().write(answer.bytes());
            socket.getOutputStream().flush();
            if (!answer.keep()) {
                return;
            }
        }
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
        var transport = simulator;
        if (transport != null) {
            transport.close();
        }
    }
}
