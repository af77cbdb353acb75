package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.Simulator;
import dev.operatorkit.simulator.SimulatorSettings;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import dev.operatorkit.simulator.transcript.Transcript;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The transcript page over many exchanges: {@code -Dexchanges=100000 -Dsurefire.extra.args=-Xmx256m} proves that its heap
 * suffices, and prints how long each page takes to open.
 */
class ManyExchangesTest {
    private static final int KEPT = Integer.getInteger("exchanges", 3_000);
    private static final double NANOS_IN_A_MILLISECOND = 1e6;

    @Test
    void the_transcript_opens_whatever_is_kept(@TempDir Path folder) throws Exception {
        opens(folder);
    }

    @Test
    void in_memory_too() throws Exception {
        opens(null);
    }

    private static void opens(@Nullable Path folder) throws Exception {
        var settings = SimulatorSettings.local(Operator.of("demo", SecretKeys.of("a-secret-for-tests"), null))
                .withData(folder);
        try (var simulator = Simulator.start(settings);
                var http = HttpClient.newHttpClient()) {
            for (var i = 0; i < KEPT; i++) {
                simulator.walletSide().transcript().add(exchange(i));
            }
            var kept = simulator.walletSide().transcript().size();
            if (folder == null) {
                // As many as lie within its bytes.
                assertThat(kept).isBetween(Math.min(KEPT, 20_000L), (long) Math.min(KEPT, Transcript.USUAL_BOUND));
            } else {
                // It is cut by the thousand.
                assertThat(kept).isBetween((long) Math.min(KEPT, Transcript.USUAL_BOUND), (long) KEPT);
            }
            for (var path : new String[] {
                "/transcript",
                "/transcript",
                "/transcript?status=500",
                "/transcript/" + KEPT,
                "/",
                "/",
                "/launch",
                "/rounds",
                "/delivery",
                "/games",
                "/free-rounds",
                "/faults",
                "/conformance",
                "/load",
                "/reference"
            }) {
                var start = System.nanoTime();
                var page = http.send(
                        HttpRequest.newBuilder(simulator.address().resolve(path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                System.out.printf(
                        Locale.ROOT,
                        "%d exchanges %s: %s in %.1f ms%n",
                        kept,
                        folder == null ? "in memory" : "in a file",
                        path,
                        (System.nanoTime() - start) / NANOS_IN_A_MILLISECOND);
                assertThat(page.statusCode()).isEqualTo(200);
                if (path.equals("/transcript")) {
                    assertThat(page.body()).contains(kept + " exchanges are kept", "Older", "/transcript/" + KEPT);
                }
            }
            System.gc();
            System.out.printf(
                    Locale.ROOT,
                    "heap in use: %d MiB%n",
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20);
        }
    }

    /** As large as a debit with all its headers. */
    private static Entry exchange(int number) {
        var body = "{\"transactionId\":\"d-%08d\",\"gameRoundId\":\"r-%08d\",\"playerId\":\"player-1\",\"gameId\":"
                        .formatted(number, number)
                + "\"cherry-rush\",\"token\":\"token-1\",\"stake\":{\"amount\":1.00,\"currency\":\"EUR\"},\"reason\":\"bet\"}";
        var request = "POST /wallet/debit HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nX-Svc-Timestamp: 1767225600000\r\n"
                + "X-Svc-Signature: " + "0123456789abcde-".repeat(8) + "\r\nAccept: application/json\r\nUser-Agent:"
                + " operatorkit-simulator\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
        var answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 147\r\n\r\n"
                + "{\"operatorTransactionId\":\"op-" + number
                + "\",\"balance\":{\"amount\":99999.00,\"currency\":\"EUR\","
                + "\"updatedAt\":\"2026-01-01T00:00:00.000Z\"},\"createdAt\":\"2026-01-01T00:00:00.000Z\"}";
        return new Entry(
                0,
                Instant.ofEpochMilli(1_767_225_600_000L + number),
                Instant.ofEpochMilli(1_767_225_600_000L + number),
                Direction.TO_WALLET,
                "demo",
                "DEBIT",
                "player-" + number % 50,
                "r-" + number,
                "d-" + number,
                1,
                number % 50_000 == 0 ? 500 : 200,
                "200 done, balance 99999.00 EUR",
                null,
                900,
                request.getBytes(StandardCharsets.UTF_8),
                answer.getBytes(StandardCharsets.UTF_8),
                ("/wallet/debit|1767225600000|" + body).getBytes(StandardCharsets.UTF_8));
    }
}
