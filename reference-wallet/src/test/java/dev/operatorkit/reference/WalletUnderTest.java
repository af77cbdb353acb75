package dev.operatorkit.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.reference.store.Database;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A wallet with a socket, started as {@code bin/wallet} starts it, and a client that signs. */
public final class WalletUnderTest implements AutoCloseable {
    /** Known to the wallet and to the test. */
    public static final String SECRET = "a secret that only this test knows";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final @Nullable RunningWallet wallet;
    private final String address;
    private final SecretKeys keys = SecretKeys.of(SECRET);
    private final HttpClient http = HttpClient.newHttpClient();
    private final Clock clock;

    private WalletUnderTest(@Nullable RunningWallet wallet, String address, Clock clock) {
        this.wallet = wallet;
        this.address = address;
        this.clock = clock;
    }

    /** The client alone, for a wallet in another process. */
    public static WalletUnderTest client(String address) {
        return new WalletUnderTest(null, address, Clock.systemUTC());
    }

    /** On that database, with four demo players. */
    public static WalletUnderTest on(String databaseUrl, String... more) {
        return at(Clock.systemUTC(), databaseUrl, more);
    }

    /** The same at another time. */
    public static WalletUnderTest at(Clock clock, String databaseUrl, String... more) {
        var args = Stream.concat(
                Stream.of("--port", "0", "--host", "127.0.0.1", "--db", databaseUrl, "--demo-players", "4"),
                Stream.of(more));
        if (List.of(more).stream().noneMatch(option -> option.equals("--back-office-port"))) {
            args = Stream.concat(args, Stream.of("--back-office-port", "-1"));
        }
        if (List.of(more).stream().noneMatch(option -> option.equals("--operations-port"))) {
            args = Stream.concat(args, Stream.of("--operations-port", "0"));
        }
        var environment = Map.of("OPERATORKIT_SECRET", SECRET);
        var wallet = RunningWallet.start(Main.options(environment, args.toArray(String[]::new)), environment, clock);
        return new WalletUnderTest(wallet, wallet.address(), clock);
    }

    /** An answer as it came. */
    public record Answer(int status, String body) {
        /** A field, by names from the outside in. */
        public JsonNode get(String... path) {
            try {
                var node = JSON.readTree(body);
                for (var name : path) {
                    node = node.path(name);
                }
                return node;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** The balance that was answered, in minor units of a currency with two decimals. */
        public long balance() {
            return get("balance", "amount").decimalValue().movePointRight(2).longValueExact();
        }
    }

    /** Signs now and sends. */
    public Answer send(SignedCallback callback) {
        var received = callback.sign("/wallet", keys, clock).signedRequest();
        var query = received.rawQuery() == null ? "" : "?" + received.rawQuery();
        var root = address.substring(0, address.length() - "/wallet".length());
        var request = HttpRequest.newBuilder(URI.create(root + received.rawPath() + query))
                .method(received.method(), BodyPublishers.ofByteArray(received.body()))
                .header("X-Svc-Timestamp", received.timestamps().get(0))
                .header("X-Svc-Signature", received.signatures().get(0))
                // No caller waits for ever, least of all for a wallet that has been stopped.
                .timeout(Duration.ofSeconds(20));
        if (received.body().length > 0) {
            request.header("Content-Type", "application/json");
        }
        return send(request.build());
    }

    /** What they were answered, each sent by a thread of its own. */
    public List<Integer> statusesAtOnce(SignedCallback... callbacks) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = Stream.of(callbacks)
                    .map(callback ->
                            CompletableFuture.supplyAsync(() -> send(callback).status(), threads))
                    .toList();
            return answers.stream().map(CompletableFuture::join).toList();
        }
    }

    /** Sends what is given. */
    public Answer send(HttpRequest request) {
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@code GET /player} of {@code token-N}. */
    public Answer player(int number) {
        return send(SignedCallback.player("any-game", "token-" + number));
    }

    /** Where it answers, prefix included. */
    public String address() {
        return address;
    }

    /** Where its back office is. */
    public String backOffice() {
        return Objects.requireNonNull(Objects.requireNonNull(wallet).backOfficeAddress());
    }

    /** Where its health and metrics are. */
    public String operations() {
        return Objects.requireNonNull(Objects.requireNonNull(wallet).operationsAddress());
    }

    /** What {@code /health/ready} answers. */
    public int ready() {
        return send(HttpRequest.newBuilder(URI.create(operations() + "/health/ready"))
                        .build())
                .status();
    }

    /** What is registered at each address beside the callbacks' own. */
    Map<String, Set<ExactRoutes.Route>> routes() {
        return Objects.requireNonNull(wallet).routes();
    }

    /** What is wrong with the books of a database, in sentences; empty when they are clean. */
    public static List<String> auditOf(String databaseUrl) {
        try (var database = Database.open(TestDatabase.address(databaseUrl))) {
            return Audit.run(database).stream()
                    .filter(finding -> !finding.holds())
                    .map(Audit.Finding::toString)
                    .toList();
        }
    }

    /** As on SIGTERM; the client stays. */
    public void stop() {
        Objects.requireNonNull(wallet).close();
    }

    @Override
    public void close() {
        if (wallet != null) {
            wallet.close();
        }
        http.shutdownNow();
    }
}
