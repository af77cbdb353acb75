package dev.operatorkit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.junit.WalletConformance;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.GroupCommitOptions;
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
import java.net.Socket;
import java.nio.charset.StandardCharsets;
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
        var wallet = new TransactionalWallet(store, players, CLOCK, GroupCommitOptions.defaults(), listener);
        server = new NettyServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new WalletCallbacks("/wallet", KEYS, CLOCK, wallet));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Tries the most revealing cases, and all in the long form. */
    @TestFactory
    Stream<DynamicContainer> the_wallet_conforms() {
        var plan = Boolean.getBoolean("tests.long") ? Plans.full() : Plans.quick();
        return WalletConformance.of("http://127.0.0.1:" + server.address().getPort() + "/wallet", SECRET, "one", "two")
                .only(plan.cases().stream().map(Case::id).toArray(String[]::new))
                .tests();
    }

    @Test
    void callbacks_are_handled_on_virtual_threads_and_requests_sent_ahead_are_answered_in_their_order()
            throws Exception {
        try (var socket =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            var head = socket.getOutputStream();
            head.write(raw("bet-a"));
            head.write(raw("bet-b"));
            head.write("GET /wallet/unsigned HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            var responses = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(responses).containsPattern("(?s)200 OK.*999.*200 OK.*998.*401 Unauthorized");
        }
        assertThat(HANDLERS)
                .isNotEmpty()
                .allMatch(Thread::isVirtual)
                .noneMatch(FastThreadLocalThread.class::isInstance);
    }

    private static byte[] raw(String id) {
        var request = SignedCallback.debit(id)
                .player("player-three")
                .stake("1.00")
                .sign("/wallet", KEYS, CLOCK)
                .signedRequest();
        var body = new String(request.body(), StandardCharsets.UTF_8);
        return """
            POST /wallet/debit HTTP/1.1\r
            Host: x\r
            Content-Type: application/json\r
            Content-Length: %d\r
            X-Svc-Timestamp: %s\r
            X-Svc-Signature: %s\r
            \r
            %s\
            """.formatted(
                        request.body().length,
                        request.timestamps().get(0),
                        request.signatures().get(0),
                        body)
                .getBytes(StandardCharsets.UTF_8);
    }
}
