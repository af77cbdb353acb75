package dev.operatorkit.conformance.wire;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends exactly what a case wrote over HTTP/1.1: doubled headers, odd paths, false lengths. Connections are reused. It follows no
 * redirect and decodes nothing but chunks.
 */
public final class WireClient implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final WalletAddress address;
    private final Secret secret;
    private final @Nullable SSLSocketFactory tls;
    private final Duration timeout;
    private final Duration pause;
    private final Clock clock;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();

    /** Creates a client that calls {@code address}, each call within {@code timeout} and after {@code pause}. */
    public WireClient(
            WalletAddress address,
            Secret secret,
            @Nullable SSLSocketFactory tls,
            Duration timeout,
            Duration pause,
            Clock clock) {
        this.address = address;
        this.secret = secret;
        this.tls = address.tls() ? tls : null;
        this.timeout = timeout;
        this.pause = pause;
        this.clock = clock;
    }

    /** Returns the address of the wallet. */
    public WalletAddress address() {
        return address;
    }

    /** Returns the current time in milliseconds, by the clock that makes the timestamps. */
    public long millis() {
        return clock.millis();
    }

    /** Signs and sends a request; throws {@link NoResponse} when no readable response arrived in time. */
    public WalletResponse send(Request request) {
        pauseBeforeCall();
        var kept = request.fresh ? null : takeIdle();
        if (kept != null) {
            try {
                return exchange(kept, request, "");
            } catch (NoResponse e) {
                // A server may close an idle connection at any moment; nothing was received on it, so the request is
                // safe
                // to send again.
                if (e.exchange().received().length > 0 || e.getCause() instanceof java.net.SocketTimeoutException) {
                    throw e;
                }
                return exchange(null, request, "sent again: the wallet had closed the idle connection");
            }
        }
        return exchange(null, request, "");
    }

    private WalletResponse exchange(@Nullable Connection kept, Request request, String note) {
        var rendered = SignedRequest.of(request, address, secret, clock.millis());
        var bytes = rendered.bytes();
        var start = System.nanoTime();
        var at = clock.instant();
        var connection = kept;
        try {
            if (connection == null) {
                connection = Connection.open(address, tls, CONNECT, timeout);
            }
            connection.send(bytes, start + timeout.toNanos());
            var reply = Reply.read(connection.in(), request.method);
            var received = connection.receivedBytes();
            var exchange = new Exchange(at, rendered, bytes, received, micros(start), note);
            if (reply.keepAlive() && !request.fresh) {
                connection.markUsed();
                idle.addFirst(connection);
            } else {
                connection.close();
            }
            return new WalletResponse(reply.status(), reply.headers(), reply.body(), exchange);
        } catch (IOException e) {
            var received = connection == null ? new byte[0] : connection.receivedBytes();
            if (connection != null) {
                connection.close();
            }
            var message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            var exchange = new Exchange(at, rendered, bytes, received, micros(start), (note + " " + message).strip());
            throw new NoResponse(message, exchange, connection == null && unreachable(e), e);
        }
    }

    private static boolean unreachable(IOException e) {
        return e instanceof ConnectException
                || e instanceof UnknownHostException
                || e instanceof NoRouteToHostException
                || e instanceof java.net.SocketTimeoutException;
    }

    private @Nullable Connection takeIdle() {
        for (var connection = idle.pollFirst(); connection != null; connection = idle.pollFirst()) {
            if (!connection.isStale()) {
                return connection;
            }
            connection.close();
        }
        return null;
    }

    private void pauseBeforeCall() {
        if (pause.isPositive()) {
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static long micros(long start) {
        return (System.nanoTime() - start) / 1000;
    }

    @Override
    public void close() {
        for (var connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }

    /** Holds a response as it is read from the connection. */
    private record Reply(int status, List<Header> headers, byte[] body, boolean keepAlive) {
        private static final int LONGEST_LINE = 1 << 16;

        static Reply read(InputStream in, String method) throws IOException {
            var line = line(in);
            while (line.startsWith("HTTP/1.1 1")) { // interim responses come before the final one
                headers(in);
                line = line(in);
            }
            var parts = line.split(" ", 3);
            if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("[1-9][0-9]{2}")) {
                throw new IOException("not an HTTP response: " + line);
            }
            var status = Integer.parseInt(parts[1]);
            var headers = headers(in);
            var length = first(headers, "Content-Length");
            var close = parts[0].equals("HTTP/1.0")
                    ? !first(headers, "Connection").equalsIgnoreCase("keep-alive")
                    : first(headers, "Connection").toLowerCase(Locale.ROOT).contains("close");
            if (method.equals("HEAD") || status == 204 || status == 304) {
                return new Reply(status, headers, new byte[0], !close);
            }
            if (first(headers, "Transfer-Encoding").toLowerCase(Locale.ROOT).contains("chunked")) {
                return new Reply(status, headers, chunks(in), !close);
            }
            if (length.matches("[0-9]{1,9}")) {
                return new Reply(status, headers, exactly(in, Integer.parseInt(length)), !close);
            }
            return new Reply(status, headers, in.readAllBytes(), false);
        }

        private static String first(List<Header> headers, String name) {
            return headers.stream()
                    .filter(h -> h.is(name))
                    .map(Header::value)
                    .findFirst()
                    .orElse("");
        }

        private static List<Header> headers(InputStream in) throws IOException {
            var headers = new ArrayList<Header>();
            for (var line = line(in); !line.isEmpty(); line = line(in)) {
                var colon = line.indexOf(':');
                if (colon > 0) {
                    headers.add(new Header(
                            line.substring(0, colon), line.substring(colon + 1).strip()));
                }
            }
            return headers;
        }

        private static byte[] chunks(InputStream in) throws IOException {
            var body = new ByteArrayOutputStream();
            while (true) {
                var announced = line(in).split(";", 2)[0].strip();
                if (!announced.matches("[0-9a-fA-F]{1,7}")) {
                    throw new IOException("a chunk of the response has no readable length: " + announced);
                }
                var size = Integer.parseInt(announced, 16);
                if (size == 0) {
                    headers(in);
                    return body.toByteArray();
                }
                body.writeBytes(exactly(in, size));
                line(in);
            }
        }

        private static byte[] exactly(InputStream in, int length) throws IOException {
            var bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw new EOFException("the response ended after " + bytes.length + " of " + length + " bytes");
            }
            return bytes;
        }

        private static String line(InputStream in) throws IOException {
            var line = new ByteArrayOutputStream();
            for (var next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    throw new EOFException("the connection was closed before the response was complete");
                }
                if (line.size() > LONGEST_LINE) {
                    throw new IOException("a header line of the response is too long");
                }
                line.write(next);
            }
            return line.toString(StandardCharsets.UTF_8).strip();
        }
    }
}
