package com.example.casino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.testkit.FakeCustomerApi;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.testkit.ProviderSimulator;
import dev.operatorkit.simulator.testkit.ProviderSimulatorTest;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import dev.operatorkit.wire.Game;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Uses each of the test kits once. */
@ProviderSimulatorTest
class CasinoTest {
    private static final SecretKeys KEYS = SecretKeys.of(ProviderSimulatorTest.SECRET);

    @Test
    void unavailable_games_are_not_listed() {
        try (var service = FakeCustomerApi.start();
                var api = service.client().build()) {
            service.games(
                    new Game("blue-reef", false, true, List.of(), Map.of()),
                    new Game("golden-orchard", true, true, List.of(), Map.of()));
            assertEquals(List.of("golden-orchard"), Casino.playable(api));
        }
    }

    @Test
    void the_simulator_has_games(ProviderSimulator provider) {
        try (var api = CustomerApi.builder(provider.address(), "demo", KEYS)
                .allowPlainHttp()
                .build()) {
            assertFalse(Casino.playable(api).isEmpty());
        }
    }

    @Test
    void a_replayed_debit_is_applied_once() {
        var clock = Clock.systemUTC();
        var store = new InMemoryWalletStore();
        store.openAccount("player", Money.of("100", "EUR"));
        var callbacks = Casino.callbacks(store, new InMemoryPlayers(store), KEYS, clock);
        var debit = SignedCallback.debit("bet-1").player("player").stake("1.50");
        for (var attempt = 1; attempt <= 3; attempt++) {
            assertEquals(
                    200, callbacks.handle(debit.sign("/wallet", KEYS, clock)).status());
        }
        assertEquals(
                Money.of("98.50", "EUR"), store.account("player").orElseThrow().balance());
    }
}
