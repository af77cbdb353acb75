package dev.operatorkit.benchmarks.simulator;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs a wallet that responds immediately, so that only the simulator is measured. It verifies nothing and keeps only each
 * player's balance in EUR, and expects stakes of 1.00. Its balances are still correct.
 */
public final class InstantWallet implements AutoCloseable {
    private static final long START = 100_000_000_00L;
    private static final long STAKE = 100;
    private static final int BACKLOG = 1024;

    private final ServerSocket server;
    private final Map<String, AtomicLong> balances = new ConcurrentHashMap<>();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private volatile boolean settlementsFail;

    /** Listens on a free port of the loopback address. */
    public InstantWallet() throws IOException {
        server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    /** Runs a wallet in its own process: prints its address and serves until standard input ends. */
    public static void main(String[] args) throws IOException {
        try (var wallet = new InstantWallet()) {
            System.out.println("ready " + wallet.address());
            System.in.transferTo(System.out);
        }
    }

    String address() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/wallet";
    }

    /** Starts or ends an outage, in which credits and rollbacks get a 503. */
    void settlementsFail(boolean fail) {
        settlementsFail = fail;
        mostAtOnce.set(0);
    }

    /** Returns the maximum number of concurrent settlements since the outage began or ended. */
    int mostAtOnce() {
        return mostAtOnce.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var peer = server.accept();
                peer.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> serve(peer));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket peer) {
        try (peer) {
            var in = new BufferedInputStream(peer.getInputStream());
            while (true) {
                peer.getOutputStream().write(answer(head(in), in));
            }
        } catch (IOException e) {
            // The simulator has closed the connection.
        }
    }

    private byte[] answer(String head, InputStream in) throws IOException {
        var path = head.substring(head.indexOf(' ') + 1, head.indexOf(' ', head.indexOf(' ') + 1));
        var length = value(head, "Content-Length: ", "\r");
        var body = length.isEmpty() ? "" : new String(in.readNBytes(Integer.parseInt(length)), StandardCharsets.UTF_8);
        if (path.startsWith("/wallet/player?")) {
            var player = path.replaceFirst(".*token=token-", "player-");
            return json(200, "{\"accountId\":\"" + player + "\",\"displayName\":\"x\"," + balance(player, 0) + "}");
        }
        var settles = !path.endsWith("/debit");
        if (settles) {
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        }
        try {
            return settles && settlementsFail
                    ? json(503, "{\"message\":\"an outage\"}")
                    : json(200, "{\"operatorTransactionId\":\"1\"," + moved(path, body) + "}");
        } finally {
            if (settles) {
                atOnce.decrementAndGet();
            }
        }
    }

    private String moved(String path, String body) {
        var player = value(body, "\"playerId\":\"", "\"");
        if (path.endsWith("/debit")) {
            return balance(player, -STAKE);
        }
        if (path.endsWith("/rollback")) {
            return balance(player, STAKE);
        }
        var payout = new BigDecimal(value(body, "\"amount\":", ","));
        return balance(player, payout.movePointRight(2).longValueExact());
    }

    private String balance(String player, long change) {
        var minor =
                balances.computeIfAbsent(player, name -> new AtomicLong(START)).addAndGet(change);
        return "\"balance\":{\"amount\":" + BigDecimal.valueOf(minor, 2) + ",\"currency\":\"EUR\"}";
    }

    private static byte[] json(int status, String body) {
        return ("HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String value(String text, String before, String after) {
        var start = text.indexOf(before);
        return start < 0 ? "" : text.substring(start + before.length(), text.indexOf(after, start + before.length()));
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder(512);
        while (head.length() < 4 || head.lastIndexOf("\r\n\r\n") != head.length() - 4) {
            var b = in.read();
            if (b < 0) {
                throw new IOException("the connection was closed");
            }
            head.append((char) b);
        }
        return head.toString();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
