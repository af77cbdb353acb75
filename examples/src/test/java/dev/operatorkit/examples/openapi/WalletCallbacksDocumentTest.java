package dev.operatorkit.examples.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.examples.JdkHttpServer;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.Admission;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.FaultyStore;
import dev.operatorkit.wallet.testkit.FaultyStore.Fault;
import dev.operatorkit.wallet.testkit.FaultyStore.Step;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code wallet-callbacks.yaml} against a wallet over HTTP, made of the wallet SDK as the reference wallet is. */
class WalletCallbacksDocumentTest {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    private static final SecretKeys OTHERS = SecretKeys.of("another-secret-for-tests");
    private static final Clock CLOCK = Clock.systemUTC();

    private static Document document;

    private final InMemoryWalletStore memory = new InMemoryWalletStore();
    private final FaultyStore store = new FaultyStore(memory);
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer server;

    @BeforeAll
    static void read() throws IOException {
        document = Document.of("wallet-callbacks.yaml");
    }

    @BeforeEach
    void start() throws IOException {
        var players = new InMemoryPlayers(memory);
        memory.open("player", Money.of("100", "EUR"));
        players.session("canary-token", "player", CLOCK.instant().plus(Duration.ofHours(2)));
        serve(new TransactionalWallet(store, players, CLOCK));
    }

    private void serve(Wallet wallet) throws IOException {
        var callbacks = new WalletCallbacks("", KEYS, CLOCK, wallet);
        server = JdkHttpServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), callbacks);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @AfterAll
    static void nothing_is_promised_that_was_not_seen() {
        assertThat(document.unseen()).isEmpty();
    }

    @Test
    void what_is_applied_looks_as_promised() throws Exception {
        answers(200, SignedCallback.player("game", "canary-token"));
        answers(200, debit("bet"));
        answers(200, debit("bet"));
        answers(200, SignedCallback.credit("win", "bet").player("player").payout("2.50"));
        answers(200, debit("other").round("other"));
        answers(200, SignedCallback.rollback("back", "other").player("player").round("other"));
        answers(200, SignedCallback.lookup("player", "win"));
    }

    @Test
    void what_is_not_verified_looks_as_promised() throws Exception {
        for (var callback : List.of(
                SignedCallback.player("game", "canary-token"),
                debit("bet"),
                SignedCallback.credit("win", "bet").player("player").payout("1"),
                SignedCallback.rollback("back", "bet").player("player"),
                SignedCallback.lookup("player", "bet"))) {
            answers(401, callback, OTHERS);
        }
    }

    @Test
    void what_is_refused_looks_as_promised() throws Exception {
        answers(403, SignedCallback.player("game", "nobodys"));
        answers(422, SignedCallback.get("/player").query("gameId=game"));
        answers(409, debit("much").stake("1000"));
        answers(422, debit("none").stake("-1"));
        answers(422, SignedCallback.credit("win", "unknown").player("player").payout("1"));
        answers(422, SignedCallback.rollback("back", "bet").player("nobody"));
        answers(404, SignedCallback.lookup("player", "unknown"));
    }

    @Test
    void what_is_too_large_looks_as_promised() throws Exception {
        var large = "x".repeat(WalletCallbacks.MAX_BODY);
        answers(413, debit("bet").text("x", large));
        answers(
                413,
                SignedCallback.credit("win", "bet").player("player").payout("1").text("x", large));
        answers(413, SignedCallback.rollback("back", "bet").player("player").text("x", large));
    }

    @Test
    void trouble_looks_as_promised() throws Exception {
        answers(200, debit("bet"));
        var credit = SignedCallback.credit("win", "bet").player("player").payout("1");
        var rollback = SignedCallback.rollback("back", "bet").player("player");
        for (var settlement : List.of(credit, rollback)) {
            store.plan(Step.BEGIN, Fault.ROLLED_BACK);
            answers(503, settlement);
        }
        server.stop(0);
        serve(new BrokenWallet());
        for (var movement : List.of(debit("next"), credit, rollback)) {
            answers(500, movement);
        }
        answers(503, SignedCallback.player("game", "canary-token"));
        answers(503, SignedCallback.lookup("player", "bet"));
    }

    /** Of which nobody can tell what it did. */
    private static final class BrokenWallet implements Wallet {
        @Override
        public Admission player(String gameId, String token) {
            throw new IllegalStateException("broken");
        }

        @Override
        public Outcome debit(Debit debit, byte[] fingerprint) {
            throw new IllegalStateException("broken");
        }

        @Override
        public Outcome credit(Credit credit, byte[] fingerprint) {
            throw new IllegalStateException("broken");
        }

        @Override
        public Outcome rollback(Rollback rollback, byte[] fingerprint) {
            throw new IllegalStateException("broken");
        }

        @Override
        public Optional<TransactionResult> transaction(String accountId, String transactionId) {
            throw new IllegalStateException("broken");
        }
    }

    private static SignedCallback debit(String id) {
        return SignedCallback.debit(id).player("player").stake("1.50");
    }

    private void answers(int status, SignedCallback callback) throws Exception {
        answers(status, callback, KEYS);
    }

    private void answers(int status, SignedCallback callback, SecretKeys keys) throws Exception {
        var signed = callback.signed("", keys, CLOCK);
        var received = signed.received();
        var query = received.rawQuery() == null ? "" : "?" + received.rawQuery();
        var address = "http://127.0.0.1:" + server.getAddress().getPort() + received.rawPath() + query;
        var request = HttpRequest.newBuilder(URI.create(address))
                .method(received.method(), BodyPublishers.ofByteArray(received.body()))
                .header("X-Svc-Timestamp", received.timestamps().get(0))
                .header("X-Svc-Signature", received.signatures().get(0))
                .header("Content-Type", "application/json")
                .build();
        var answer = client.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        document.check(request, received.rawPath(), new String(received.body(), StandardCharsets.UTF_8), answer);
    }
}
