package dev.operatorkit.simulator.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.CallbackServer;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs a wallet like an operator's: the wallet SDK with a store in memory. */
final class InMemoryWallet implements AutoCloseable {
    /** The number of callbacks of this path that fail before the wallet sees them. */
    final AtomicInteger failures = new AtomicInteger();

    volatile String failingPath = "";

    private final InMemoryWalletStore store = new InMemoryWalletStore();
    private final CallbackServer server;

    InMemoryWallet() {
        var clock = Clock.systemUTC();
        var players = new InMemoryPlayers(store);
        store.openAccount("ann", Money.of("100.00", "EUR"));
        players.addSession("canary-token", "ann", clock.instant().plus(Duration.ofHours(2)));
        var wallet = TransactionalWallet.builder(store, players).clock(clock).build();
        var callbacks = WalletCallbacks.builder(
                        "/wallet", SecretKeys.of(ProviderSimulatorTest.SECRET), SourceAllowlist.any(), wallet)
                .clock(clock)
                .build();
        server = CallbackServer.start(request -> respond(request, callbacks));
    }

    String address() {
        return server.address() + "/wallet";
    }

    Money balance() {
        return store.account("ann").orElseThrow().balance();
    }

    private CallbackResponse respond(CallbackRequest request, WalletCallbacks callbacks) {
        if (request.signedRequest().rawPath().endsWith(failingPath) && failures.getAndDecrement() > 0) {
            return new CallbackResponse(503, Map.of(), new byte[] {'{', '}'});
        }
        return callbacks.handle(request);
    }

    @Override
    public void close() {
        server.close();
    }
}
