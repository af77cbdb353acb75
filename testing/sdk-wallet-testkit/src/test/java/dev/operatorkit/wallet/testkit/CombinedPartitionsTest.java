package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import org.junit.jupiter.api.Tag;

/** Runs the store contract on a store with 64 partitions that share units. */
@Tag("thorough")
class CombinedPartitionsTest extends WalletStoreContract {
    private final PartitionedStore store = new PartitionedStore(true);

    @Override
    protected WalletStore createStore() {
        return store.reconnect();
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        store.openAccount(accountId, balance);
    }
}
