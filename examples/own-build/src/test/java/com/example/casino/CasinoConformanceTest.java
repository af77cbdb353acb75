package com.example.casino;

import dev.operatorkit.conformance.junit.WalletConformance;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.testkit.CallbackServer;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.time.Clock;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Runs some cases of the conformance suite against the casino's wallet. */
class CasinoConformanceTest {
    private static final String SECRET = "secret-of-the-conformance-test";

    private static CallbackServer server;

    @BeforeAll
    static void start() {
        var keys = SecretKeys.of(SECRET);
        var store = new InMemoryWalletStore();
        store.openAccount("player", Money.of("100", "EUR"));
        var players = new InMemoryPlayers(store);
        players.addSession("token", "player", Instant.MAX);
        var callbacks = Casino.callbacks(store, players, keys, Clock.systemUTC());
        server = CallbackServer.start(callbacks::handle);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @TestFactory
    Stream<DynamicContainer> the_wallet_conforms() {
        return WalletConformance.of(server.address() + "/wallet", SECRET, "token")
                .only("replayed-*")
                .accept("incomplete")
                .tests();
    }
}
