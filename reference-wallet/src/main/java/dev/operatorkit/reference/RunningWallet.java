package dev.operatorkit.reference;

import dev.operatorkit.reference.http.CallbackRoutes;
import dev.operatorkit.reference.http.HttpServer;
import dev.operatorkit.reference.store.Accounts;
import dev.operatorkit.reference.store.Database;
import dev.operatorkit.reference.store.DemoPlayers;
import dev.operatorkit.reference.store.JooqPlayers;
import dev.operatorkit.reference.store.JooqWalletStore;
import dev.operatorkit.reference.store.Sessions;
import dev.operatorkit.wallet.SourceAddresses;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletListener;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/** A wallet at work: what was started, to be stopped in the opposite order. */
final class RunningWallet implements AutoCloseable {
    private static final Duration REQUEST = Duration.ofSeconds(15);
    private static final Duration IDLE = Duration.ofSeconds(75);
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final String address;

    private RunningWallet(WalletOptions options, Map<String, String> environment, Clock clock) {
        var secrets = options.secrets(environment);
        var database = started(Database.open(options.database.address(environment)));
        DemoPlayers.ensure(database, clock, options.demoPlayers);
        var accounts = new Accounts(database, clock);
        var sessions = new Sessions(database, clock);
        var wallet = new TransactionalWallet(new JooqWalletStore(database), new JooqPlayers(sessions, accounts), clock);
        var callbacks = new WalletCallbacks(
                options.prefix,
                secrets,
                clock,
                SourceAddresses.of(options.allowedSources, options.trustedProxies),
                wallet,
                WalletListener.NONE);
        var pem = options.pem();
        var http = new HttpServer.Options(
                options.host, options.port, pem == null ? null : pem.tls(), WalletCallbacks.MAX_BODY, REQUEST, IDLE);
        var server = started(HttpServer.start(http, routes -> CallbackRoutes.routing(routes, callbacks::handle)));
        if (pem != null) {
            started(pem.watch(server::reload)::shutdownNow);
        }
        started(() -> server.drain(DRAIN));
        address = (pem == null ? "http" : "https") + "://" + reachable(options.host) + ":" + server.port()
                + options.prefix;
    }

    static RunningWallet start(WalletOptions options, Map<String, String> environment, Clock clock) {
        return new RunningWallet(options, environment, clock);
    }

    /** Where the callbacks are answered, prefix included. */
    String address() {
        return address;
    }

    private static String reachable(String host) {
        return host.equals("0.0.0.0") ? "127.0.0.1" : host;
    }

    private <T extends AutoCloseable> T started(T part) {
        started.push(part);
        return part;
    }

    @Override
    public void close() {
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception e) {
                org.slf4j.LoggerFactory.getLogger(RunningWallet.class).warn("not stopped cleanly", e);
            }
        }
    }
}
