package dev.operatorkit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.testkit.ProviderSimulator;
import dev.operatorkit.simulator.testkit.ProviderSimulatorTest;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a wallet against the simulator, which plays rounds, injects faults and advances its clock. */
@ProviderSimulatorTest
class AgainstTheSimulatorTest {
    private final InMemoryWalletStore store = new InMemoryWalletStore();
    private HttpServer server;

    @BeforeEach
    void start(ProviderSimulator provider) throws IOException {
        var clock = Clock.systemUTC();
        var players = new InMemoryPlayers(store);
        store.openAccount("ann", Money.of("100.00", "EUR"));
        players.addSession("canary-token", "ann", clock.instant().plus(Duration.ofHours(2)));
        var keys = SecretKeys.of(ProviderSimulatorTest.SECRET);
        var wallet = TransactionalWallet.builder(store, players).clock(clock).build();
        var sources = SourceAllowlist.allow("127.0.0.1"); // where the provider calls from
        var callbacks = WalletCallbacks.builder("/wallet", keys, sources, wallet)
                .clock(clock)
                .build();
        server = JdkHttpServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), callbacks);
        provider.wallet("http://127.0.0.1:" + server.getAddress().getPort() + "/wallet");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_win_is_paid(ProviderSimulator provider) {
        var player = provider.open("canary-token", CurrencyCode.of("EUR"));
        provider.expectSettled(player.spin("1.00", player.win("2.50")));
        assertThat(balance()).isEqualTo(Money.of("101.50", "EUR"));
    }

    @Test
    void a_win_whose_response_was_lost_is_paid_once(ProviderSimulator provider) {
        var player = provider.open("canary-token", CurrencyCode.of("EUR"));
        provider.fault(FaultKind.DROP_RESPONSE, CallbackKind.CREDIT, 3);
        provider.expectSettled(player.spin("1.00", player.win("2.50")));
        assertThat(balance()).isEqualTo(Money.of("101.50", "EUR"));
    }

    private Money balance() {
        return store.account("ann").orElseThrow().balance();
    }
}
