package com.example.casino;

import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;

/** Creates the wallet. Replace the store and the players in memory with those on your database. */
public class Casino {
    static final String PREFIX = "/wallet";

    private static final Clock CLOCK = Clock.systemUTC();

    @Produces
    @Singleton
    InMemoryWalletStore store() {
        var store = new InMemoryWalletStore();
        store.openAccount("player-1", Money.of("100", "EUR"));
        store.openAccount("player-2", Money.of("100", "EUR"));
        return store;
    }

    @Produces
    @Singleton
    PlayerDirectory players(InMemoryWalletStore store) {
        var players = new InMemoryPlayers(store);
        var expiry = CLOCK.instant().plus(Duration.ofHours(2));
        players.addSession("token-of-player-1", "player-1", expiry);
        players.addSession("token-of-player-2", "player-2", expiry);
        return players;
    }

    @Produces
    @Singleton
    TransactionalWallet wallet(WalletStore store, PlayerDirectory players) {
        return TransactionalWallet.builder(store, players).clock(CLOCK).build();
    }

    void close(@Disposes TransactionalWallet wallet) {
        wallet.close();
    }

    @Produces
    @Singleton
    WalletCallbacks callbacks(TransactionalWallet wallet) {
        return WalletCallbacks.builder(PREFIX, SecretKeys.fromEnvironment(), SourceAllowlist.allow("127.0.0.1"), wallet)
                .build();
    }
}
