package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.util.Optional;

/** Behaves like tables with balances of 32 bits and no reason. */
record NarrowStore(WalletStore complete, Overflow overflow) implements WalletStore {
    static final long LARGEST = Integer.MAX_VALUE;

    /** Lists what a database does with a value that does not fit. */
    enum Overflow {
        REFUSE_BALANCES,
        CUT,
        REFUSE_REASONS_TOO
    }

    @Override
    public UnitOfWork begin() {
        var unit = complete.begin();
        return new UnitOfWork() {
            @Override
            public Snapshot lockAndRead(ReadRequest request) {
                return unit.lockAndRead(request);
            }

            @Override
            public void write(Changes changes) {
                var transactions = changes.transactions().stream()
                        .map(NarrowStore.this::fit)
                        .toList();
                var accounts =
                        changes.accounts().stream().map(NarrowStore.this::fit).toList();
                unit.write(Changes.builder()
                        .transactions(transactions)
                        .newRounds(changes.newRounds())
                        .closedRounds(changes.closedRounds())
                        .accounts(accounts)
                        .build());
            }

            @Override
            public void commit() {
                unit.commit();
            }

            @Override
            public void close() {
                unit.close();
            }
        };
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        return complete.findTransaction(transactionId);
    }

    private StoredTransaction fit(StoredTransaction entry) {
        if (overflow == Overflow.REFUSE_REASONS_TOO
                && entry.reason() != null
                && !entry.reason().isEmpty()) {
            throw StoreException.rolledBack("no column for the reason", null);
        }
        return StoredTransaction.builder()
                .transactionId(entry.transactionId())
                .kind(entry.kind())
                .accountId(entry.accountId())
                .gameRoundId(entry.gameRoundId())
                .referenceTransactionId(entry.referenceTransactionId())
                .operatorTransactionId(entry.operatorTransactionId())
                .amount(fit(entry.amount()))
                .balanceAfter(fit(entry.balanceAfter()))
                .accountVersion(entry.accountVersion())
                .bodyHash(entry.bodyHash())
                .createdAt(entry.createdAt())
                .build();
    }

    private Account fit(Account account) {
        return new Account(account.id(), fit(account.balance()), account.version(), account.updatedAt());
    }

    private Money fit(Money money) {
        if (money.minorUnits() <= LARGEST) {
            return money;
        }
        if (overflow == Overflow.CUT) {
            return new Money(LARGEST, money.currency());
        }
        throw StoreException.rolledBack("too large for its column: " + money, null);
    }
}
