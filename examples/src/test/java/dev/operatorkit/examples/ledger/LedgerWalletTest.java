package dev.operatorkit.examples.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.conformance.junit.WalletConformance;
import dev.operatorkit.examples.JdkHttpServer;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the conformance suite against a wallet that implements the rules itself, on the JDK's server. */
class LedgerWalletTest {
    private static final String SECRET = "a-secret-for-tests";

    private static HttpServer server;

    @BeforeAll
    static void start() throws IOException {
        var ledger = new Ledger();
        ledger.open("alice", Money.of("1000", "EUR"));
        ledger.open("bob", Money.of("1000", "EUR"));
        var wallet = new LedgerWallet(ledger, Map.of("token-a", "alice", "token-b", "bob"), Clock.systemUTC());
        var callbacks = WalletCallbacks.builder("/wallet", SecretKeys.of(SECRET), SourceAllowlist.any(), wallet)
                .build();
        server = JdkHttpServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), callbacks);
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    @Test
    void a_debit_in_progress_is_never_422_for_a_replay_that_names_nobody() throws Exception {
        var ledger = new Ledger();
        ledger.open("alice", Money.of("1000", "EUR"));
        var wallet = new LedgerWallet(ledger, Map.of("token-a", "alice"), Clock.systemUTC());
        var callbacks = WalletCallbacks.builder("", SecretKeys.of(SECRET), SourceAllowlist.any(), wallet)
                .build();
        var debit = SignedCallback.debit("bet").token("token-a").stake("2");
        var first = new FutureTask<>(() -> send(callbacks, debit));
        var replay = new FutureTask<>(() -> send(callbacks, debit.token("never-issued")));
        var held = ledger.withAccount("alice", () -> {
            startAndLetWait(first);
            startAndLetWait(replay);
            return !replay.isDone();
        });
        assertThat(first.get()).startsWith("200");
        assertThat(replay.get()).isEqualTo(first.get());
        assertThat(held).isTrue();
    }

    @Test
    void t40_of_a_tombstone_and_a_concurrent_debit_of_another_account_one_succeeds() throws Exception {
        var ledger = new Ledger();
        ledger.open("alice", Money.of("1000", "EUR"));
        ledger.open("bob", Money.of("1000", "EUR"));
        var pause = new AtomicReference<Runnable>(() -> {});
        InstantSource clock = () -> {
            pause.getAndSet(() -> {}).run();
            return Instant.now();
        };
        var wallet = new LedgerWallet(ledger, Map.of(), clock.withZone(ZoneOffset.UTC));
        var callbacks = WalletCallbacks.builder("", SecretKeys.of(SECRET), SourceAllowlist.any(), wallet)
                .build();
        var debit = new FutureTask<>(
                () -> send(callbacks, SignedCallback.debit("bet").player("bob").stake("2")));
        // The rollback has found no debit, and asks for the time of its entry.
        pause.set(() -> startAndLetWait(debit));
        assertThat(send(callbacks, SignedCallback.rollback("undo", "bet").player("alice")))
                .startsWith("200");
        assertThat(debit.get()).startsWith("422");
    }

    private static void startAndLetWait(FutureTask<String> call) {
        var thread = new Thread(call);
        thread.start();
        while (thread.getState() != Thread.State.BLOCKED && thread.isAlive()) {
            Thread.onSpinWait();
        }
    }

    private static String send(WalletCallbacks callbacks, SignedCallback callback) {
        var response = callbacks.handle(callback.sign("", SecretKeys.of(SECRET), Clock.systemUTC()));
        return response.status() + " " + new String(response.body(), UTF_8);
    }

    @TestFactory
    Stream<DynamicContainer> the_wallet_conforms() {
        var address = "http://127.0.0.1:" + server.getAddress().getPort() + "/wallet";
        return WalletConformance.of(address, SECRET, "token-a", "token-b")
                .plan("quick")
                .tests();
    }

    /** Tests that the JDK's server decodes neither path nor query, and changes no body. */
    @TestFactory
    Stream<DynamicContainer> requests_arrive_as_they_were_sent() {
        var address = "http://127.0.0.1:" + server.getAddress().getPort() + "/wallet";
        return WalletConformance.of(address, SECRET, "token-a", "token-b")
                .only("lookup-with-reserved-characters", "query-with-*", "large-body")
                .accept("incomplete")
                .tests();
    }
}
