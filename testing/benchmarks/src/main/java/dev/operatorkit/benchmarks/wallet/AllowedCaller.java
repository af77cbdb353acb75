package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.net.SocketFactory;
import org.HdrHistogram.Histogram;

/**
 * Sends a debit every few milliseconds, each on schedule however slow the previous one was, and every fifth over a new
 * connection. Two histograms keep the time of the handshakes apart.
 */
final class AllowedCaller implements AutoCloseable {
    private static final long SPACING_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int FRESH_EVERY = 5;
    private static final int GIVE_UP_MILLIS = 60_000;

    private final SocketFactory sockets;
    private final int port;
    private final Socket kept;

    AllowedCaller(SocketFactory sockets, int port) throws IOException {
        this.sockets = sockets;
        this.port = port;
        this.kept = open();
    }

    /** Holds the latencies in microseconds, counted from the time each debit was due, and the number of each status. */
    record Outcome(Histogram kept, Histogram fresh, Map<Integer, Integer> statuses) {
        Outcome() {
            this(histogram(), histogram(), new TreeMap<>());
        }

        private static Histogram histogram() {
            return new Histogram(TimeUnit.MINUTES.toMicros(2), 3);
        }

        Outcome with(Outcome other) {
            var both = new Outcome();
            for (var one : new Outcome[] {this, other}) {
                both.kept.add(one.kept);
                both.fresh.add(one.fresh);
                one.statuses.forEach((status, count) -> both.statuses.merge(status, count, Integer::sum));
            }
            return both;
        }
    }

    /** Sends debits while {@code goOn} returns true. */
    Outcome call(Requests requests, BooleanSupplier goOn) throws IOException {
        var outcome = new Outcome();
        var began = System.nanoTime();
        for (var i = 0; i < requests.count() && goOn.getAsBoolean(); i++) {
            var due = began + i * SPACING_NANOS;
            while (due - System.nanoTime() > 0) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            var request = requests.get(i);
            var bytes = new byte[request.remaining()];
            request.get(bytes);
            var fresh = i % FRESH_EVERY == FRESH_EVERY - 1;
            int status;
            if (fresh) {
                try (var socket = open()) {
                    status = exchange(socket, bytes);
                }
            } else {
                status = exchange(kept, bytes);
            }
            var micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - due);
            (fresh ? outcome.fresh : outcome.kept).recordValue(micros);
            outcome.statuses.merge(status, 1, Integer::sum);
        }
        return outcome;
    }

    private Socket open() throws IOException {
        var socket = sockets.createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(GIVE_UP_MILLIS);
        return socket;
    }

    private static int exchange(Socket socket, byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        var answer = new StringBuilder();
        var in = socket.getInputStream();
        var buffer = new byte[4096];
        while (!isWhole(answer)) {
            var read = in.read(buffer);
            if (read < 0) {
                throw new IOException("the wallet closed the connection of the allowed caller after: " + answer);
            }
            for (var i = 0; i < read; i++) {
                answer.append((char) (buffer[i] & 0xff));
            }
        }
        return Integer.parseInt(answer.substring(9, 12));
    }

    private static boolean isWhole(StringBuilder answer) {
        var head = answer.indexOf("\r\n\r\n");
        if (head < 0) {
            return false;
        }
        var name = answer.indexOf("ontent-Length: ");
        var length = name < 0 ? 0 : Integer.parseInt(answer.substring(name + 15, answer.indexOf("\r", name)));
        return answer.length() >= head + 4 + length;
    }

    @Override
    public void close() throws IOException {
        kept.close();
    }
}
