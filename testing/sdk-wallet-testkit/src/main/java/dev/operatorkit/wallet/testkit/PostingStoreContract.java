package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.PostingStore;
import dev.operatorkit.wallet.WalletStore;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;

/**
 * Checks, with JUnit tests, that your {@link PostingStore} takes the lock that your {@link WalletStore} takes, and that
 * postings and movements form one chain: extend it in the tests of these stores, and run it on the database that you use
 * in production. {@link WalletStoreContract} checks the movements. Several threads may call the methods that you implement.
 *
 * <p>Every test opens its own accounts, so the tests can share one database, which need not be cleared in between.
 */
public abstract class PostingStoreContract {
    /** Creates the contract for a subclass. */
    protected PostingStoreContract() {}

    /** Creates the store of movements on the database of the test. */
    protected abstract WalletStore createWalletStore();

    /** Opens an account with this balance and version 0. */
    protected abstract void openAccount(String accountId, Money balance);

    /**
     * Runs this work with your store in a database transaction, as your code does. It commits the transaction
     * before it returns, or rolls it back if the work throws. Several threads call it at the same time.
     */
    protected abstract <T> T runInTransaction(Function<PostingStore, T> work);

    /** Returns what the tables can hold; by default everything that the specification allows. */
    protected StoreCapacity capacity() {
        return StoreCapacity.complete();
    }

    @Nested
    class PostingTests extends StorePostings {
        PostingTests() {
            super(PostingStoreContract.this);
        }
    }
}
