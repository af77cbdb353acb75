package dev.operatorkit.reference.openapi;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.CallbackServer;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Instant;

/** Serves the wallet SDK with an in-memory store on the JDK's server; its faults come from the operator's own parts. */
final class JdkServerHost implements CallbackHost {
    private static final Clock CLOCK = Clock.systemUTC();

    private CallbackServer server;

    JdkServerHost() {
        var store = new InMemoryWalletStore();
        var players = new InMemoryPlayers(store);
        store.openAccount("player-1", Money.of("100", "EUR"));
        players.addSession("token-1", "player-1", Instant.MAX);
        server = serve(new TransactionalWallet(store, players, CLOCK));
    }

    @Override
    public String address() {
        return server.address() + PREFIX;
    }

    @Override
    public void makeOutcomesUnknown() {
        serveInstead(failing(Wallet.class, new IllegalStateException("breaks, as scripted")));
    }

    @Override
    public void makeStoreUnavailable() {
        var closed = new StoreException.RolledBack("closed, as scripted", false, null);
        serveInstead(new TransactionalWallet(
                failing(WalletStore.class, closed), failing(PlayerDirectory.class, closed), CLOCK));
    }

    private static <T> T failing(Class<T> type, RuntimeException failure) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.isDefault()) {
                        return InvocationHandler.invokeDefault(proxy, method, arguments);
                    }
                    throw failure;
                }));
    }

    private void serveInstead(Wallet wallet) {
        close();
        server = serve(wallet);
    }

    private static CallbackServer serve(Wallet wallet) {
        return CallbackServer.start(new WalletCallbacks(PREFIX, KEYS, CLOCK, wallet)::handle);
    }

    @Override
    public void close() {
        server.close();
    }
}
