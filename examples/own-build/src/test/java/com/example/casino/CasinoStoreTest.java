package com.example.casino;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.WalletStoreContract;

/** Runs the store contract, here on the store in memory: replace it with the store on your database. */
class CasinoStoreTest extends WalletStoreContract {
    private final InMemoryWalletStore memory = new InMemoryWalletStore();

    @Override
    protected WalletStore createStore() {
        return memory.reconnect();
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        memory.openAccount(accountId, balance);
    }
}
