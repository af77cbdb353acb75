package dev.operatorkit.examples.ledger;

import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.examples.JdkHttpServer;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.junit.WalletConformance;
import dev.operatorkit.wallet.WalletCallbacks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** A wallet with rules of its own is held against the whole suite. */
class LedgerWalletTest {
    private static final String SECRET = "a-secret-for-tests";

    private static HttpServer server;

    @BeforeAll
    static void start() throws IOException {
        var ledger = new Ledger();
        ledger.open("alice", Money.of("1000", "EUR"));
        ledger.open("bob", Money.of("1000", "EUR"));
        var wallet = new LedgerWallet(ledger, Map.of("token-a", "alice", "token-b", "bob"), Clock.systemUTC());
        var callbacks = new WalletCallbacks("/wallet", SecretKeys.of(SECRET), Clock.systemUTC(), wallet);
        server = JdkHttpServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), callbacks);
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    @TestFactory
    Stream<DynamicContainer> the_wallet_conforms() {
        var address = "http://127.0.0.1:" + server.getAddress().getPort() + "/wallet";
        return WalletConformance.of(address, SECRET, "token-a", "token-b").tests();
    }
}
