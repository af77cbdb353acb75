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
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Generates load at almost no cost, since it shares the machine with the wallet: keep-alive connections, prepared requests, and one
 * thread for every four processors.
 */
final class Load {
    private static final long STEP_NANOS = 50_000;
    private static final int PROCESSORS_PER_THREAD = 4;

    private final Requests requests;
    private final long spacingNanos;
    private final long nanos;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Map<Integer, Integer> statuses = new TreeMap<>();
    private final Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(1), 3);
    private int begun;
    private int finished;
    private long began;
    private long last;

    private Load(Requests requests, double perSecond, double seconds) {
        this.requests = requests;
        this.spacingNanos = perSecond == 0 ? 0 : (long) (1e9 / perSecond);
        this.nanos = (long) (seconds * 1e9);
    }

    /**
     * Names what the load is sent to.
     *
     * @param ports the ports of the wallets, which get the same number of connections
     * @param connections the number of connections
     */
    record Target(List<Integer> ports, int connections) {}

    /**
     * Holds the result of a run.
     *
     * @param units the number of units of which every request got a response
     * @param perSecond the units per second
     * @param statuses the number of responses by status
     * @param micros the latencies of units in microseconds, counted from the time each was due: a unit that had to wait because the
     *     wallet was slow counts with its wait
     */
    record Outcome(int units, double perSecond, Map<Integer, Integer> statuses, Histogram micros) {
        Outcome onlySuccesses() {
            if (!statuses.keySet().stream().allMatch(status -> status == 200)) {
                throw new IllegalStateException("Not every callback got status 200: " + statuses
                        + ". The figures of such a run mean nothing; see the log of the wallet.");
            }
            return this;
        }
    }

    /** Runs a closed loop: each connection sends its next request after a response, until requests or time run out. */
    static Outcome closed(Target target, Requests requests, double seconds) throws IOException {
        return run(target, requests, 0, seconds);
    }

    /** Runs an open loop: units are due on schedule, however slow the responses are. */
    static Outcome open(Target target, Requests requests, double perSecond, double seconds) throws IOException {
        return run(target, requests, perSecond, seconds);
    }

    private static Outcome run(Target target, Requests requests, double perSecond, double seconds) throws IOException {
        var threads =
                Math.clamp(Runtime.getRuntime().availableProcessors() / PROCESSORS_PER_THREAD, 1, target.connections());
        var loads = IntStream.range(0, threads)
                .mapToObj(part -> new Load(requests.part(part, threads), perSecond / threads, seconds))
                .toList();
        try (var executor = Executors.newFixedThreadPool(threads)) {
            List<Future<Load>> running = new ArrayList<>();
            for (var part = 0; part < threads; part++) {
                var load = loads.get(part);
                var ports = portsOf(target, part, threads);
                running.add(executor.submit(() -> load.run(ports)));
            }
            for (var load : running) {
                load.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("The load failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return sum(loads);
    }

    /** Returns the port of each connection of one thread. */
    private static List<Integer> portsOf(Target target, int part, int threads) {
        return IntStream.range(0, target.connections())
                .filter(connection -> connection % threads == part)
                .map(connection ->
                        target.ports().get(connection / threads % target.ports().size()))
                .boxed()
                .toList();
    }

    private static Outcome sum(List<Load> loads) {
        var all = loads.getFirst();
        for (var load : loads.subList(1, loads.size())) {
            all.finished += load.finished;
            all.began = Math.min(all.began, load.began);
            all.last = Math.max(all.last, load.last);
            load.statuses.forEach((status, count) -> all.statuses.merge(status, count, Integer::sum));
            all.micros.add(load.micros);
        }
        return new Outcome(all.finished, all.finished * 1e9 / (all.last - all.began), all.statuses, all.micros);
    }

    private Load run(List<Integer> ports) throws IOException {
        try (var selector = Selector.open()) {
            for (var port : ports) {
                idle.add(new Connection(selector, port));
            }
            began = System.nanoTime();
            last = began;
            sendWhatIsDue();
            while (finished < begun || mayStillBegin()) {
                if (spacingNanos == 0) {
                    selector.select(this::readable);
                } else if (selector.selectNow(this::readable) == 0) {
                    LockSupport.parkNanos(STEP_NANOS);
                }
                sendWhatIsDue();
            }
            selector.keys().forEach(Load::close);
        }
        return this;
    }

    private boolean mayStillBegin() {
        return begun < requests.units() && System.nanoTime() - began < nanos;
    }

    private void sendWhatIsDue() throws IOException {
        while (!idle.isEmpty() && mayStillBegin()) {
            var due = spacingNanos == 0 ? System.nanoTime() : began + begun * spacingNanos;
            if (due - System.nanoTime() > 0) {
                return;
            }
            var connection = idle.remove();
            connection.due = due;
            connection.next = begun * requests.perUnit();
            begun++;
            connection.send(requests.get(connection.next++));
        }
    }

    private void readable(SelectionKey key) {
        try {
            var connection = (Connection) key.attachment();
            var status = connection.read();
            if (status == 0) {
                return;
            }
            statuses.merge(status, 1, Integer::sum);
            if (connection.next % requests.perUnit() != 0) {
                connection.send(requests.get(connection.next++));
                return;
            }
            last = System.nanoTime();
            finished++;
            micros.recordValue(TimeUnit.NANOSECONDS.toMicros(last - connection.due));
            idle.add(connection);
            sendWhatIsDue();
        } catch (IOException e) {
            throw new IllegalStateException("A connection broke after responses with these statuses: " + statuses, e);
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
        private int next;

        Connection(Selector selector, int port) throws IOException {
            channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        void send(ByteBuffer request) throws IOException {
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
        private int contentLength(int head) throws IOException {
            for (var i = 0; i < head - 16; i++) {
                if (seen[i] == '\n' && (seen[i + 1] | 32) == 'c' && (seen[i + 9] | 32) == 'l') {
                    var value = 0;
                    for (var digit = i + 17; seen[digit] != '\r'; digit++) {
                        value = seen[digit] == ' ' ? value : value * 10 + seen[digit] - '0';
                    }
                    return value;
                }
            }
            throw new IOException("A response has no Content-Length, so its end would be taken for another response");
        }
    }
}
