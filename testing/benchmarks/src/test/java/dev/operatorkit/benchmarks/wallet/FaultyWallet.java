package dev.operatorkit.benchmarks.wallet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** Answers every callback immediately and stores as many rows for it as a test sets, on a real socket and a real database. */
final class FaultyWallet implements AutoCloseable {
    private final HttpServer server;
    private final Postgres postgres;
    private final AtomicInteger callbacks = new AtomicInteger();

    private FaultyWallet(HttpServer server, Postgres postgres) {
        this.server = server;
        this.postgres = postgres;
    }

    /**
     * Starts a wallet.
     *
     * @param rows how many rows it stores for its first, second, … callback
     * @param statuses the status of its first, second, … response
     */
    static FaultyWallet start(Postgres postgres, IntUnaryOperator rows, IntUnaryOperator statuses) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var wallet = new FaultyWallet(server, postgres);
        server.createContext("/", exchange -> wallet.handle(exchange, rows, statuses));
        server.start();
        return wallet;
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange, IntUnaryOperator rows, IntUnaryOperator statuses) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            var number = callbacks.incrementAndGet();
            for (var row = 0; row < rows.applyAsInt(number); row++) {
                postgres.run("wallet", """
                    insert into ledger (transaction_id, account_id, account_version, kind, game_round_id,
                      operator_transaction_id, currency, amount, balance_before, balance_after, fingerprint, created_at)
                    select gen_random_uuid(), gen_random_uuid(), 1, 'DEBIT', 'round', 'operator', 'EUR', 1, 1, 0, '', now()\
                    """);
            }
            var body = "{}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(statuses.applyAsInt(number), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
