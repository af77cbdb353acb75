package com.example.casino;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wire.Game;
import java.time.Clock;
import java.util.List;

/** What an operator's platform does with OperatorKit: it asks for games, and it answers the wallet callbacks. */
public final class Casino {
    private Casino() {}

    /** Slugs of the games that can be played now. */
    public static List<String> playable(CustomerApi api) {
        return api.catalogue().games().stream()
                .filter(Game::available)
                .map(Game::slug)
                .toList();
    }

    /** The callbacks below {@code /wallet}, on a store and on players of the platform's own. */
    public static WalletCallbacks callbacks(WalletStore store, PlayerDirectory players, SecretKeys keys, Clock clock) {
        return new WalletCallbacks("/wallet", keys, clock, new TransactionalWallet(store, players, clock));
    }
}
