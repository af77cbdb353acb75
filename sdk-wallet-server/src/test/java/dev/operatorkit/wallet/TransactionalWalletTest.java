package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.WalletContract;
import java.time.Clock;

/** Tests the wallet of the SDK with the contract for wallets. */
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
