package dev.operatorkit.benchmarks.client;

import com.sun.management.ThreadMXBean;
import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.signing.SecretKeys;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/**
 * Compares a signed {@code catalogue()} call that gets a 304 with the same bare OkHttp call. The two take turns on one
 * machine against one server, so that other load affects both alike.
 */
public final class NotModifiedPair {
    /** Number of calls per block: small, so that other load on the machine affects both alike. */
    private static final int BLOCK = 25;

    private static final String ETAG = "\"1\"";
    private static final String NOT_MODIFIED = "HTTP/1.1 304 Not Modified\r\nETag: " + ETAG
            + "\r\nLast-Modified: Sat, 21 Nov 2026 09:00:00 GMT\r\nCache-Control: public, max-age=300\r\n\r\n";

    private NotModifiedPair() {}

    private interface Call {
        void run() throws IOException;
    }

    /** Runs the number of pairs of blocks given as the argument, 2000 by default. */
    public static void main(String[] args) throws IOException {
        var rounds = args.length > 0 ? Integer.parseInt(args[0]) : 2000;
        try (var socket = new ServerSocket(0, 16, InetAddress.getLoopbackAddress())) {
            var server = new Thread(() -> serve(socket), "server");
            server.setDaemon(true);
            server.start();
            var base = URI.create("http://127.0.0.1:" + socket.getLocalPort());
            var bare = bare(base);
            try (var api = CustomerApi.of(base, "operator-1", SecretKeys.of("a-secret-for-measuring"))) {
                api.fetchCatalogue();
                compare(rounds, api::fetchCatalogue, bare);
                allocation(api);
            }
        }
    }

    private static void compare(int rounds, Call signed, Call bare) throws IOException {
        for (var i = 0; i < rounds / 3; i++) {
            micros(signed);
            micros(bare);
        }
        var ratios = new double[rounds];
        var costs = new double[rounds];
        for (var i = 0; i < rounds; i++) {
            var first = i % 2 == 0;
            var one = micros(first ? signed : bare);
            var other = micros(first ? bare : signed);
            ratios[i] = first ? one / other : other / one;
            costs[i] = first ? other : one;
        }
        Arrays.sort(ratios);
        Arrays.sort(costs);
        System.out.printf(
                Locale.ROOT,
                "a signed catalogue() with a 304: %.3f x the bare call of %.1f us (medians of %d pairs of %d;"
                        + " quartiles %.3f to %.3f); target: at most 1.05 x%n",
                ratios[rounds / 2],
                costs[rounds / 2],
                rounds,
                BLOCK,
                ratios[rounds / 4],
                ratios[rounds * 3 / 4]);
    }

    private static double micros(Call call) throws IOException {
        var started = System.nanoTime();
        for (var i = 0; i < BLOCK; i++) {
            call.run();
        }
        return (System.nanoTime() - started) / 1e3 / BLOCK;
    }

    private static void allocation(CustomerApi api) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var before = threads.getCurrentThreadAllocatedBytes();
        for (var i = 0; i < BLOCK; i++) {
            api.fetchCatalogue();
        }
        var each = (threads.getCurrentThreadAllocatedBytes() - before) / BLOCK;
        System.out.printf(Locale.ROOT, "allocated per call: %,d bytes; target: under 32,768%n", each);
    }

    /** Sends the same headers with a constant signature and the same timeouts. */
    private static Call bare(URI base) {
        var client = new OkHttpClient.Builder()
                .callTimeout(Duration.ofSeconds(5))
                .followRedirects(false)
                .build();
        return () -> {
            var request = new Request.Builder()
                    .url(base + "/api/v1/games")
                    .header("Accept", "application/json")
                    .header("User-Agent", "operatorkit-client")
                    .header("If-None-Match", ETAG)
                    .header("X-Operator", "operator-1")
                    .header("X-Svc-Timestamp", "1760000000000")
                    .header("X-Svc-Signature", "0123456789abcdef".repeat(8))
                    .build();
            try (var response = client.newCall(request).execute()) {
                if (response.code() != 304 || response.body().bytes().length > 0) {
                    throw new IllegalStateException("expected 304, got " + response.code());
                }
            }
        };
    }

    private static void serve(ServerSocket socket) {
        try {
            while (true) {
                var peer = socket.accept();
                peer.setTcpNoDelay(true);
                var thread = new Thread(() -> answer(peer), "connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            // The measurement is over.
        }
    }

    private static void answer(Socket peer) {
        try (peer) {
            var in = new BufferedInputStream(peer.getInputStream());
            var empty = "{\"data\":[]}";
            var whole =
                    "HTTP/1.1 200 OK\r\nETag: " + ETAG + "\r\nContent-Length: " + empty.length() + "\r\n\r\n" + empty;
            while (true) {
                var head = head(in);
                var answer = head.contains("If-None-Match") ? NOT_MODIFIED : whole;
                peer.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The client is done.
        }
    }

    private static String head(BufferedInputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.length() < 4 || head.lastIndexOf("\r\n\r\n") != head.length() - 4) {
            var b = in.read();
            if (b < 0) {
                throw new IOException("the connection was closed");
            }
            head.append((char) b);
        }
        return head.toString();
    }
}
