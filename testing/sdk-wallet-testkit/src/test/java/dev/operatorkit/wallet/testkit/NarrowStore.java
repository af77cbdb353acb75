package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Behaves like tables with ids of 36 characters, balances of 32 bits and no reason. */
record NarrowStore(WalletStore complete, Overflow overflow) implements WalletStore {
    static final int ID_LENGTH = 36;
    static final long LARGEST = Integer.MAX_VALUE;

    /** Lists what a database does with a value that does not fit. */
    enum Overflow {
        REFUSE,
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
                unit.write(new Changes(
                        changes.transactions().stream()
                                .map(NarrowStore.this::fit)
                                .toList(),
                        changes.newRounds().stream().map(NarrowStore.this::fit).toList(),
                        changes.closedRounds().stream()
                                .map(NarrowStore.this::fit)
                                .toList(),
                        changes.accounts().stream().map(NarrowStore.this::fit).toList()));
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
                && entry.reason().length() > ID_LENGTH) {
            throw tooLarge(entry.reason());
        }
        return StoredTransaction.builder()
                .transactionId(fit(entry.transactionId()))
                .kind(entry.kind())
                .accountId(entry.accountId())
                .gameRoundId(fit(entry.gameRoundId()))
                .referenceTransactionId(fitOptional(entry.referenceTransactionId()))
                .operatorTransactionId(entry.operatorTransactionId())
                .amount(fit(entry.amount()))
                .balanceAfter(fit(entry.balanceAfter()))
                .accountVersion(entry.accountVersion())
                .bodyHash(entry.bodyHash())
                .createdAt(entry.createdAt())
                .build();
    }

    private Round fit(Round round) {
        var key = new Round.Key(round.key().accountId(), fit(round.key().gameRoundId()));
        return new Round(key, fit(round.debitTransactionId()), round.state());
    }

    private Account fit(Account account) {
        return new Account(account.id(), fit(account.balance()), account.version(), account.updatedAt());
    }

    private @Nullable String fitOptional(@Nullable String id) {
        return id == null ? null : fit(id);
    }

    private String fit(String id) {
        if (id.length() <= ID_LENGTH) {
            return id;
        }
        if (overflow == Overflow.CUT) {
            return id.substring(0, ID_LENGTH);
        }
        throw tooLarge(id);
    }

    private Money fit(Money money) {
        if (money.minorUnits() <= LARGEST) {
            return money;
        }
        if (overflow == Overflow.CUT) {
            return new Money(LARGEST, money.currency());
        }
        throw tooLarge(money);
    }

    private static RolledBack tooLarge(Object value) {
        return new RolledBack("too large for its column: " + value, false, new IllegalArgumentException());
    }
}
