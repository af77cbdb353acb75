package dev.operatorkit.examples.ledger;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.testkit.WalletContract;
import java.time.Clock;
import java.util.Map;

/** Tests a wallet on an existing ledger with the contract of the test kit. */
class LedgerWalletContractTest extends WalletContract {
    private final Ledger ledger = new Ledger();
    private final Wallet wallet = new LedgerWallet(ledger, Map.of(), Clock.systemUTC());

    @Override
    protected Wallet wallet() {
        return wallet;
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        ledger.open(accountId, balance);
    }

    @Override
    protected Money balance(String accountId) {
        return ledger.balance(accountId).orElseThrow();
    }
}
