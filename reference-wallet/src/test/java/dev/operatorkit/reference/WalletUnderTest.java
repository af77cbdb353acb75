package dev.operatorkit.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A wallet with a socket, started as {@code bin/wallet} starts it, and a client that signs. */
public final class WalletUnderTest implements AutoCloseable {
    /** Known to the wallet and to the test. */
    public static final String SECRET = "a secret that only this test knows";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final RunningWallet wallet;
    private final SecretKeys keys = SecretKeys.of(SECRET);
    private final HttpClient http = HttpClient.newHttpClient();
    private final Clock clock;

    private WalletUnderTest(RunningWallet wallet, Clock clock) {
        this.wallet = wallet;
        this.clock = clock;
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
        var environment = Map.of("OPERATORKIT_SECRET", SECRET);
        return new WalletUnderTest(
                RunningWallet.start(Main.options(environment, args.toArray(String[]::new)), environment, clock), clock);
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
        var received = callback.signed("/wallet", keys, clock).received();
        var query = received.rawQuery() == null ? "" : "?" + received.rawQuery();
        var address = wallet.address();
        var root = address.substring(0, address.length() - "/wallet".length());
        var request = HttpRequest.newBuilder(URI.create(root + received.rawPath() + query))
                .method(received.method(), BodyPublishers.ofByteArray(received.body()))
                .header("X-Svc-Timestamp", received.timestamps().get(0))
                .header("X-Svc-Signature", received.signatures().get(0));
        if (received.body().length > 0) {
            request.header("Content-Type", "application/json");
        }
        return send(request.build());
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
        return wallet.address();
    }

    /** What is wrong with the books of a database, in sentences; empty when they are clean. */
    public static List<String> auditOf(String databaseUrl) {
        try (var database = Database.open(TestDatabase.address(databaseUrl))) {
            return Audit.of(database).stream()
                    .filter(finding -> !finding.holds())
                    .map(Audit.Finding::toString)
                    .toList();
        }
    }

    @Override
    public void close() {
        http.close();
        wallet.close();
    }
}
