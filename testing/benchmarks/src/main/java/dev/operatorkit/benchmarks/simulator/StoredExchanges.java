package dev.operatorkit.benchmarks.simulator;

import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import dev.operatorkit.simulator.transcript.Transcript;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;

/** Fills the data folder of a simulator, before it starts, with exchanges as large as real debits. */
public final class StoredExchanges {
    private static final int FAILED_EVERY = 50_000;
    private static final int PLAYERS = 50;

    private StoredExchanges() {}

    /** Takes the folder and the number of exchanges. */
    public static void main(String[] args) {
        var many = Integer.parseInt(args[1]);
        try (var database = Database.in(Path.of(args[0]));
                var transcript = Transcript.in(database, many)) {
            for (var i = 0; i < many; i++) {
                transcript.add(exchange(i));
            }
        }
    }

    private static Entry exchange(int number) {
        var body = "{\"transactionId\":\"d-%08d\",\"gameRoundId\":\"r-%08d\",\"playerId\":\"player-1\",\"gameId\":"
                        .formatted(number, number)
                + "\"cherry-rush\",\"token\":\"token-1\",\"stake\":{\"amount\":1.00,\"currency\":\"EUR\"},\"reason\":\"bet\"}";
        var request = "POST /wallet/debit HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nX-Svc-Timestamp: 1767225600000\r\n"
                + "X-Svc-Signature: " + "0123456789abcdef".repeat(8) + "\r\nAccept: application/json\r\nUser-Agent:"
                + " operatorkit-simulator\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
        var answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 147\r\n\r\n"
                + "{\"operatorTransactionId\":\"op-" + number
                + "\",\"balance\":{\"amount\":99999.00,\"currency\":\"EUR\","
                + "\"updatedAt\":\"2026-01-01T00:00:00.000Z\"},\"createdAt\":\"2026-01-01T00:00:00.000Z\"}";
        var at = Instant.ofEpochMilli(1_767_225_600_000L + number);
        var failed = number % FAILED_EVERY == 0;
        return new Entry(
                new Entry.Time(at, at, 900),
                new Entry.Subject(
                        Direction.TO_WALLET,
                        "demo",
                        "DEBIT",
                        "player-" + number % PLAYERS,
                        "r-" + number,
                        "d-" + number),
                new Entry.Result(
                        failed ? 2 : 1,
                        failed ? 500 : 200,
                        failed ? "500 outcome unknown" : "200 done, balance 99999.00 EUR",
                        null),
                new Entry.Messages(
                        request.getBytes(StandardCharsets.UTF_8),
                        answer.getBytes(StandardCharsets.UTF_8),
                        ("/wallet/debit|1767225600000|" + body).getBytes(StandardCharsets.UTF_8)));
    }
}
