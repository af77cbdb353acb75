package com.example.casino;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wire.Game;
import java.time.Clock;
import java.util.List;

/** Shows how an operator's platform uses OperatorKit: it reads the catalogue and serves the wallet callbacks. */
public final class Casino {
    private Casino() {}

    /** Returns the slugs of the available games. */
    public static List<String> playable(CustomerApi api) {
        return api.fetchCatalogue().games().stream()
                .filter(Game::available)
                .map(Game::slug)
                .toList();
    }

    /** Returns the callbacks below {@code /wallet}, on a store and players of the platform. */
    public static WalletCallbacks callbacks(WalletStore store, PlayerDirectory players, SecretKeys keys, Clock clock) {
        return WalletCallbacks.builder(
                        "/wallet",
                        keys,
                        SourceAllowlist.allow("127.0.0.1"),
                        TransactionalWallet.builder(store, players).clock(clock).build())
                .clock(clock)
                .build();
    }
}
