package dev.operatorkit.examples;

import dev.operatorkit.conformance.junit.WalletConformance;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Runs the conformance suite against the servlet in Tomcat, below a context path. */
@ResourceLock(Resources.SYSTEM_PROPERTIES) // Tomcat sets some
class CallbackServletTest {
    private static final String SECRET = "a-secret-for-tests";
    private static final Tomcat TOMCAT = new Tomcat();

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        TOMCAT.setBaseDir(folder.toString());
        TOMCAT.setConnector(connector());
        var application = TOMCAT.addContext("/casino", folder.toString());
        Tomcat.addServlet(application, "callbacks", new CallbackServlet(callbacks("/casino/wallet")));
        application.addServletMappingDecoded("/wallet/*", "callbacks");
        TOMCAT.start();
    }

    private static Connector connector() {
        var connector = new Connector();
        connector.setProperty("address", InetAddress.getLoopbackAddress().getHostAddress());
        connector.setPort(0);
        connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
        return connector;
    }

    private static WalletCallbacks callbacks(String prefix) {
        var clock = Clock.systemUTC();
        var store = new InMemoryWalletStore();
        var players = new InMemoryPlayers(store);
        for (var player : new String[] {"one", "two"}) {
            store.openAccount("player-" + player, Money.of("1000", "EUR"));
            players.addSession(player, "player-" + player, clock.instant().plus(Duration.ofHours(2)));
        }
        return new WalletCallbacks(
                prefix, SecretKeys.of(SECRET), clock, new TransactionalWallet(store, players, clock));
    }

    @AfterAll
    static void stop() throws Exception {
        TOMCAT.stop();
        TOMCAT.destroy();
        // The next Tomcat in this JVM would create this test's temporary folder again.
        System.clearProperty("catalina.home");
    }

    @TestFactory
    Stream<DynamicContainer> the_wallet_conforms() {
        return WalletConformance.of("http://127.0.0.1:" + port() + "/casino/wallet", SECRET, "one", "two")
                .plan(Boolean.getBoolean("tests.long") ? "full" : "signing")
                .tests();
    }

    private static int port() {
        return TOMCAT.getConnector().getLocalPort();
    }
}
