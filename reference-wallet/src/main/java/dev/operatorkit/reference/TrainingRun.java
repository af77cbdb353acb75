package dev.operatorkit.reference;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * Starts a wallet in memory and sends it callbacks, so that the JVM puts the classes that a wallet needs into its start cache. The
 * launchers run it after a build.
 */
final class TrainingRun {
    private static final String SECRET = UUID.randomUUID().toString();
    private static final int CALLERS = 4;
    private static final int ROUNDS = 10;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Signer signer = new Signer(SecretKeys.of(SECRET));
    private final URI wallet;
    private final Clock clock;

    private TrainingRun(URI wallet, Clock clock) {
        this.wallet = wallet;
        this.clock = clock;
    }

    /** Runs the training, and prints {@code ready} when it has ended. */
    public static void main(String[] args) throws Exception {
        Startup.configureLogging("text");
        run(ROUNDS);
        System.out.println("ready");
    }

    /** Plays this many rounds with each player, all of which must be accepted. */
    static void run(int rounds) throws Exception {
        var environment = Map.of("OPERATORKIT_SECRET", SECRET);
        var options = Main.options(
                environment,
                "--host=127.0.0.1",
                "--port=0",
                "--back-office-port=-1",
                "--operations-port=-1",
                "--db=jdbc:h2:mem:training",
                "--demo-players=" + CALLERS);
        var clock = Clock.systemUTC();
        try (var running = RunningWallet.start(options, environment, clock);
                var callers = Executors.newFixedThreadPool(CALLERS)) {
            var training = new TrainingRun(URI.create(running.address()), clock);
            CompletableFuture.allOf(IntStream.rangeClosed(1, CALLERS)
                            .mapToObj(player ->
                                    CompletableFuture.runAsync(() -> training.playRounds(player, rounds), callers))
                            .toArray(CompletableFuture[]::new))
                    .join();
        }
    }

    private void playRounds(int player, int rounds) {
        for (var round = 0; round < rounds; round++) {
            var debit = UUID.randomUUID().toString();
            var fields = """
                "gameRoundId":"%s","playerId":"player-%d","gameId":"training","token":"token-%2$d"\
                """.formatted(UUID.randomUUID(), player);
            var settlement = """
                {"transactionId":"%s","referenceTransactionId":"%s",%s\
                """.formatted(UUID.randomUUID(), debit, fields);
            send("GET", "/player", "gameId=training&token=token-" + player, "");
            send("POST", "/debit", "", """
                {"transactionId":"%s",%s,"stake":{"amount":0.50}}\
                """.formatted(debit, fields));
            if (round % 4 == 0) {
                send("POST", "/rollback", "", settlement + "}");
            } else {
                send("POST", "/credit", "", settlement + ",\"payout\":{\"amount\":0.50}}");
            }
            send("GET", "/players/player-" + player + "/transactions/" + debit, "", "");
        }
    }

    private void send(String method, String path, String query, String body) {
        var timestamp = Long.toString(clock.millis());
        var data = (query.isEmpty() ? body : query).getBytes(StandardCharsets.UTF_8);
        var target = wallet.getRawPath() + path;
        var request = HttpRequest.newBuilder(wallet.resolve(target + (query.isEmpty() ? "" : "?" + query)))
                .header("X-Svc-Timestamp", timestamp)
                .header("X-Svc-Signature", signer.sign(target, timestamp, data));
        if (body.isEmpty()) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json").method(method, BodyPublishers.ofString(body));
        }
        try {
            var response = http.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(
                        method + " " + path + ": status " + response.statusCode() + " " + response.body());
            }
        } catch (IOException e) {
            throw new IllegalStateException(method + " " + path + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
