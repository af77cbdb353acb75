package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import org.junit.jupiter.api.Tag;

/** Runs the store contract on a store with 64 partitions. */
@Tag("thorough")
class PartitionedStoreTest extends WalletStoreContract {
    private final PartitionedStore store = new PartitionedStore(false);

    @Override
    protected WalletStore createStore() {
        return store.reconnect();
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        store.openAccount(accountId, balance);
    }
}
