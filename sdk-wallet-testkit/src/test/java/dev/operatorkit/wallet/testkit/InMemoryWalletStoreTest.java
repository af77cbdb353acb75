package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;

class InMemoryWalletStoreTest extends WalletStoreContract {
    private final InMemoryWalletStore store = new InMemoryWalletStore();

    @Override
    protected WalletStore store() {
        return store.sibling();
    }

    @Override
    protected void open(String accountId, Money balance) {
        store.open(accountId, balance);
    }
}
