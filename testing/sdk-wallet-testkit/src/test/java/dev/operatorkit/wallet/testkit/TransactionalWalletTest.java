package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.Wallet;
import java.time.Clock;

/** The SDK's own wallet keeps the contract that it asks of others. */
class TransactionalWalletTest extends WalletContract {
    private final InMemoryWalletStore store = new InMemoryWalletStore();
    private final Wallet wallet = new TransactionalWallet(store, new InMemoryPlayers(store), Clock.systemUTC());

    @Override
    protected Wallet wallet() {
        return wallet;
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        store.openAccount(accountId, balance);
    }

    @Override
    protected Money balance(String accountId) {
        return store.account(accountId).orElseThrow().balance();
    }
}
