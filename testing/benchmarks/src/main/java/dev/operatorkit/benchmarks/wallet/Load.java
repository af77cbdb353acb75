package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Generates load at almost no cost, since it shares the machine with the wallet: one thread, keep-alive connections, and
 * prepared requests.
 */
final class Load {
    private static final int CONNECTIONS = 64;
    private static final long STEP_NANOS = 50_000;

    private final Requests requests;
    private final long spacingNanos;
    private final long nanos;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Map<Integer, Integer> statuses = new TreeMap<>();
    private final Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(1), 3);
    private int sent;
    private int answered;
    private long began;
    private long last;

    private Load(Requests requests, double perSecond, double seconds) {
        this.requests = requests;
        this.spacingNanos = perSecond == 0 ? 0 : (long) (1e9 / perSecond);
        this.nanos = (long) (seconds * 1e9);
    }

    /**
     * Holds the result of a run.
     *
     * @param answered the number of responses
     * @param perSecond the responses per second
     * @param statuses the number of responses by status
     * @param micros the latencies in microseconds, counted from the time each request was due
     */
    record Outcome(int answered, double perSecond, Map<Integer, Integer> statuses, Histogram micros) {
        Outcome onlySuccesses() {
            if (!statuses.keySet().stream().allMatch(status -> status == 200)) {
                throw new IllegalStateException("not every debit got status 200: " + statuses);
            }
            return this;
        }
    }

    /** Runs a closed loop: each connection sends its next request after a response, until requests or time run out. */
    static Outcome closed(int port, Requests requests, double seconds) throws IOException {
        return new Load(requests, 0, seconds).run(port);
    }

    /** Runs an open loop: requests are sent on schedule, however slow the responses are. */
    static Outcome open(int port, Requests requests, double perSecond, double seconds) throws IOException {
        return new Load(requests, perSecond, seconds).run(port);
    }

    private Outcome run(int port) throws IOException {
        try (var selector = Selector.open()) {
            for (var i = 0; i < CONNECTIONS; i++) {
                idle.add(new Connection(selector, port));
            }
            began = System.nanoTime();
            last = began;
            sendWhatIsDue();
            while (answered < sent || mayStillSend()) {
                if (spacingNanos == 0) {
                    selector.select(this::readable);
                } else if (selector.selectNow(this::readable) == 0) {
                    LockSupport.parkNanos(STEP_NANOS);
                }
                sendWhatIsDue();
            }
            selector.keys().forEach(Load::close);
        }
        return new Outcome(answered, answered * 1e9 / (last - began), statuses, micros);
    }

    private boolean mayStillSend() {
        return sent < requests.count() && System.nanoTime() - began < nanos;
    }

    private void sendWhatIsDue() throws IOException {
        while (!idle.isEmpty() && mayStillSend()) {
            var due = spacingNanos == 0 ? System.nanoTime() : began + sent * spacingNanos;
            if (due - System.nanoTime() > 0) {
                return;
            }
            idle.remove().send(requests.get(sent++), due);
        }
    }

    private void readable(SelectionKey key) {
        try {
            var connection = (Connection) key.attachment();
            var status = connection.read();
            if (status != 0) {
                last = System.nanoTime();
                answered++;
                statuses.merge(status, 1, Integer::sum);
                micros.recordValue(TimeUnit.NANOSECONDS.toMicros(last - connection.due));
                idle.add(connection);
                sendWhatIsDue();
            }
        } catch (IOException e) {
            throw new IllegalStateException("a connection broke", e);
        }
    }

    private static void close(SelectionKey key) {
        try {
            key.channel().close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Connection {
        private final SocketChannel channel;
        private final ByteBuffer in = ByteBuffer.allocateDirect(16 * 1024);
        private final byte[] seen = new byte[16 * 1024];
        private long due;

        Connection(Selector selector, int port) throws IOException {
            channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        void send(ByteBuffer request, long due) throws IOException {
            this.due = due;
            while (request.hasRemaining()) {
                channel.write(request); // a few hundred bytes always fit into the empty send buffer
            }
        }

        /** Returns the status of a complete response, or 0 while it is incomplete. */
        int read() throws IOException {
            if (channel.read(in) < 0) {
                throw new IOException("closed by the wallet");
            }
            var length = in.position();
            in.get(0, seen, 0, length);
            var head = end(length);
            if (head < 0 || length < head + contentLength(head)) {
                return 0;
            }
            in.clear();
            return (seen[9] - '0') * 100 + (seen[10] - '0') * 10 + (seen[11] - '0');
        }

        private int end(int length) {
            for (var i = 3; i < length; i++) {
                if (seen[i] == '\n' && seen[i - 1] == '\r' && seen[i - 2] == '\n') {
                    return i + 1;
                }
            }
            return -1;
        }

        /** Finds the length, relying on no other response header that starts with "Content-L". */
        private int contentLength(int head) {
            for (var i = 0; i < head - 16; i++) {
                if (seen[i] == '\n' && (seen[i + 1] | 32) == 'c' && (seen[i + 9] | 32) == 'l') {
                    var value = 0;
                    for (var digit = i + 17; seen[digit] != '\r'; digit++) {
                        value = seen[digit] == ' ' ? value : value * 10 + seen[digit] - '0';
                    }
                    return value;
                }
            }
            return 0;
        }
    }
}
