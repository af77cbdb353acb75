package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.Wallet;
import org.jspecify.annotations.Nullable;

/**
 * Runs the contract for wallets through {@code TransactionalWallet}: a unit must decide on what the previous unit wrote.
 * All accounts of a test are in one partition, in which their ids are unique.
 */
abstract class StoreRounds extends WalletContract {
    private final StoreTestSupport support;
    private final TransactionalWallet wallet;
    private @Nullable String latest;

    StoreRounds(WalletStoreContract contract) {
        support = new StoreTestSupport(contract) {};
        wallet = support.wallet();
    }

    @Override
    protected Wallet wallet() {
        return wallet;
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        support.openAccount(accountId, balance);
    }

    @Override
    protected Money balance(String accountId) {
        return support.account(accountId).balance();
    }

    @Override
    CurrencyCode currency() {
        return support.currency();
    }

    @Override
    String newAccountId(String name) {
        latest = latest == null ? support.newAccountId(name) : support.idTogether(latest, name);
        return latest;
    }
}
