package dev.operatorkit.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.store.Archive;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Finding;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
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

/** Runs a wallet with the same options as {@code bin/wallet}, together with a client that signs. */
public final class WalletUnderTest implements AutoCloseable {
    /** The secret shared by wallet and test. */
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

    /** Creates only the client, for a wallet in another process. */
    public static WalletUnderTest client(String address) {
        return new WalletUnderTest(null, address, Clock.systemUTC());
    }

    /** Starts a wallet on a database, with four demo players. */
    public static WalletUnderTest on(String databaseUrl, String... more) {
        return at(Clock.systemUTC(), databaseUrl, more);
    }

    /** Starts a wallet with another clock. */
    public static WalletUnderTest at(Clock clock, String databaseUrl, String... more) {
        var args = Stream.concat(Stream.of("--bind", "127.0.0.1", "--db", databaseUrl), Stream.of(more));
        for (var usual : List.of("--demo-players 4", "--port 0", "--back-office-port -1", "--operations-port 0")) {
            var option = usual.split(" ", 2);
            if (!List.of(more).contains(option[0])) {
                args = Stream.concat(args, Stream.of(option));
            }
        }
        var environment = Map.of("OPERATORKIT_SECRET", SECRET);
        var wallet = RunningWallet.start(Main.options(environment, args.toArray(String[]::new)), environment, clock);
        return new WalletUnderTest(wallet, wallet.address(), clock);
    }

    /** Starts a wallet with a back office, which calls a Customer API at this address. */
    public static WalletUnderTest withBackOffice(
            Clock clock, String databaseUrl, Path passwordFile, String provider, String... more) {
        var options = "--back-office-port 0 --operator demo --provider " + provider + " --back-office-password-file "
                + passwordFile;
        return at(
                clock,
                databaseUrl,
                Stream.concat(Stream.of(options.split(" ")), Stream.of(more)).toArray(String[]::new));
    }

    /** Holds a response. */
    public record Answer(int status, String body) {
        /** Returns a field by its path. */
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

        /** Returns the balance in minor units of a currency with two decimals. */
        public long balance() {
            return get("balance", "amount").decimalValue().movePointRight(2).longValueExact();
        }
    }

    /** Signs a callback with the current time and sends it. */
    public Answer send(SignedCallback callback) {
        return answer(respond(callback, keys));
    }

    /** Signs a callback with these keys and sends it. */
    public HttpResponse<String> respond(SignedCallback callback, SecretKeys keys) {
        var prefix = URI.create(address).getRawPath();
        var received = callback.sign(prefix, keys, clock).signedRequest();
        var query = received.rawQuery() == null ? "" : "?" + received.rawQuery();
        var root = address.substring(0, address.length() - prefix.length());
        var request = HttpRequest.newBuilder(URI.create(root + received.rawPath() + query))
                .method(received.method(), BodyPublishers.ofByteArray(received.body()))
                .header("X-Svc-Timestamp", received.timestamps().get(0))
                .header("X-Svc-Signature", received.signatures().get(0))
                // Bounds the wait, for example for a wallet that was stopped.
                .timeout(Duration.ofMinutes(1));
        if (received.body().length > 0) {
            request.header("Content-Type", "application/json");
        }
        return respond(request.build());
    }

    /** Sends callbacks concurrently and returns their statuses. */
    public List<Integer> sendConcurrently(SignedCallback... callbacks) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = Stream.of(callbacks)
                    .map(callback ->
                            CompletableFuture.supplyAsync(() -> send(callback).status(), threads))
                    .toList();
            return answers.stream().map(CompletableFuture::join).toList();
        }
    }

    /** Sends a request unchanged. */
    public Answer send(HttpRequest request) {
        return answer(respond(request));
    }

    private static Answer answer(HttpResponse<String> response) {
        return new Answer(response.statusCode(), response.body());
    }

    private HttpResponse<String> respond(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends {@code GET /player} with {@code token-N}. */
    public Answer player(int number) {
        return send(SignedCallback.player("any-game", "token-" + number));
    }

    /** Returns the base URL of the callbacks, including the path prefix. */
    public String address() {
        return address;
    }

    /** Returns the URL of the back office. */
    public String backOffice() {
        return Objects.requireNonNull(Objects.requireNonNull(wallet).backOfficeAddress());
    }

    /** Returns the base URL of health and metrics. */
    public String operations() {
        return Objects.requireNonNull(Objects.requireNonNull(wallet).operationsAddress());
    }

    /** Returns the status of {@code /health/ready}. */
    public int ready() {
        return readiness().status();
    }

    /** Sends {@code GET /health/ready}. */
    public Answer readiness() {
        return send(HttpRequest.newBuilder(URI.create(operations() + "/health/ready"))
                .build());
    }

    /** Returns the registered routes of each internal server by its URL. */
    public Map<String, Set<ExactRoutes.Route>> routes() {
        return Objects.requireNonNull(wallet).routes();
    }

    /** Audits the ledger of a database and returns the violations. */
    public static List<String> auditOf(String databaseUrl) {
        try (var database = Database.open(TestDatabase.address(databaseUrl))) {
            return Audit.run(database).stream()
                    .filter(finding -> !finding.holds())
                    .map(Finding::toString)
                    .toList();
        }
    }

    /** Runs a command of {@code bin/wallet} and returns its exit code. */
    public static int run(String... args) {
        return Main.run(Map.of(), args);
    }

    /** Archives all rounds of a database that are closed, and returns their number. */
    public static long archive(String databaseUrl) {
        try (var database = Database.open(TestDatabase.address(databaseUrl))) {
            var later = Clock.offset(Clock.systemUTC(), Duration.ofDays(40));
            return Archive.olderThan(Duration.ofDays(30), database, later);
        }
    }

    /** Stops the wallet as SIGTERM does; the client stays usable. */
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
