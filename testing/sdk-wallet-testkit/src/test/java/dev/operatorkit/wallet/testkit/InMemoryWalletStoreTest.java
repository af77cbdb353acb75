package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;

class InMemoryWalletStoreTest extends WalletStoreContract {
    private final InMemoryWalletStore store = new InMemoryWalletStore();

    @Override
    protected WalletStore createStore() {
        return store.reconnect();
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        store.openAccount(accountId, balance);
    }
}
