package dev.operatorkit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the server over real sockets: the signed bytes arrive unchanged. */
class JdkHttpServerTest {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    private static final Clock CLOCK = Clock.systemUTC();

    private final InMemoryWalletStore store = new InMemoryWalletStore();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        store.openAccount("player", new Money(10_000, CurrencyCode.of("EUR")));
        var wallet = new TransactionalWallet(store, new InMemoryPlayers(store), CLOCK);
        var callbacks = new WalletCallbacks("/wallet", KEYS, CLOCK, wallet);
        server = JdkHttpServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), callbacks);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_round_is_played_and_looked_up() throws Exception {
        var debit = send(SignedCallback.debit("bet/1").player("player").stake("1.50"));
        assertThat(debit.statusCode()).isEqualTo(200);
        assertThat(debit.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(send(SignedCallback.debit("bet/1").player("player").stake("1.50"))
                        .body())
                .isEqualTo(debit.body());
        assertThat(send(SignedCallback.lookup("player", "bet/1")).body()).isEqualTo(debit.body());
        assertThat(send(SignedCallback.credit("win", "bet/1").player("player").payout("3"))
                        .body())
                .contains("\"amount\":101.50");
        assertThat(send(SignedCallback.debit("bet/2").player("player").stake("1000"))
                        .statusCode())
                .isEqualTo(409);
        assertThat(send(SignedCallback.debit("bet/3").player("player").text("x", "x".repeat(70_000)))
                        .statusCode())
                .isEqualTo(413);
    }

    private HttpResponse<String> send(SignedCallback callback) throws IOException, InterruptedException {
        var signed = callback.sign("/wallet", KEYS, CLOCK);
        var received = signed.signedRequest();
        var query = received.rawQuery() == null ? "" : "?" + received.rawQuery();
        var address = "http://127.0.0.1:" + server.getAddress().getPort() + received.rawPath() + query;
        var request = HttpRequest.newBuilder(URI.create(address))
                .method(received.method(), HttpRequest.BodyPublishers.ofByteArray(received.body()))
                .header("X-Svc-Timestamp", received.timestamps().get(0))
                .header("X-Svc-Signature", received.signatures().get(0));
        if (signed.contentType() != null) {
            request.header("Content-Type", signed.contentType());
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
