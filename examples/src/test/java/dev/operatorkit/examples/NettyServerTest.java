package dev.operatorkit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.junit.WalletConformance;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the conformance suite against the callbacks on Netty, and looks at the threads that handle them. */
class NettyServerTest {
    private static final String SECRET = "a-secret-for-tests";
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    private static final Clock CLOCK = Clock.systemUTC();
    private static final Set<Thread> HANDLERS = ConcurrentHashMap.newKeySet();

    private static NettyServer server;

    @BeforeAll
    static void start() {
        var store = new InMemoryWalletStore();
        var players = new InMemoryPlayers(store);
        for (var player : new String[] {"one", "two", "three"}) {
            store.openAccount("player-" + player, Money.of("1000", "EUR"));
            players.addSession(player, "player-" + player, CLOCK.instant().plus(Duration.ofHours(2)));
        }
        var listener = new WalletListener() {
            @Override
            public void onApplied(StoredTransaction transaction) {
                HANDLERS.add(Thread.currentThread());
            }
        };
        var wallet = TransactionalWallet.builder(store, players)
                .clock(CLOCK)
                .listener(listener)
                .build();
        server = new NettyServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                WalletCallbacks.builder("/wallet", KEYS, SourceAllowlist.any(), wallet)
                        .clock(CLOCK)
                        .build());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Tries the most revealing cases, and all in the long form. */
    @TestFactory
    Stream<DynamicContainer> the_wallet_conforms() {
        return WalletConformance.of("http://127.0.0.1:" + server.address().getPort() + "/wallet", SECRET, "one", "two")
                .plan(Boolean.getBoolean("tests.long") ? "full" : "quick")
                .tests();
    }

    @Test
    void callbacks_are_handled_on_virtual_threads() throws Exception {
        var debit = SignedCallback.debit("bet-a").player("player-three").sign("/wallet", KEYS, CLOCK);
        var signed = debit.signedRequest();
        var request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.address().getPort() + signed.rawPath()))
                .header("Content-Type", String.valueOf(debit.contentType()))
                .header("X-Svc-Timestamp", signed.timestamps().get(0))
                .header("X-Svc-Signature", signed.signatures().get(0))
                .POST(HttpRequest.BodyPublishers.ofByteArray(signed.body()))
                .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(HANDLERS)
                .isNotEmpty()
                .allMatch(Thread::isVirtual)
                .noneMatch(FastThreadLocalThread.class::isInstance);
    }
}
