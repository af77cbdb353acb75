package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import org.junit.jupiter.api.Nested;

/**
 * Defines the contract of a {@link WalletStore} as JUnit tests: extend it in the tests of your store, and run it on the
 * database that you use in production.
 *
 * <p>Every test opens its own accounts, so that one database serves all tests and need not be cleared in between.
 */
public abstract class WalletStoreContract {

    /** Creates the contract for the class that extends it. */
    protected WalletStoreContract() {}

    /**
     * Creates a store on the database of the test. Called several times in a test: if each call returns a store with
     * its own connections, the tests run like two processes.
     */
    protected abstract WalletStore createStore();

    /** Opens an account with this balance and version 0. */
    protected abstract void openAccount(String accountId, Money balance);

    /**
     * Returns true if the database lets only one unit of work write at a time, as embedded databases may. A unit of
     * another account may then wait for its turn, and must succeed. The default is false, as for any database server:
     * such a unit must not have to wait.
     */
    protected boolean hasSingleWriter() {
        return false;
    }

    @Nested
    class Units extends StoreUnits {
        Units() {
            super(WalletStoreContract.this);
        }
    }

    @Nested
    class Values extends StoreValues {
        Values() {
            super(WalletStoreContract.this);
        }
    }

    @Nested
    class Rounds extends StoreRounds {
        Rounds() {
            super(WalletStoreContract.this);
        }
    }

    @Nested
    class Races extends StoreRaces {
        Races() {
            super(WalletStoreContract.this);
        }
    }

    @Nested
    class Failures extends StoreFailures {
        Failures() {
            super(WalletStoreContract.this);
        }
    }

    @Nested
    class Repeats extends StoreReplays {
        Repeats() {
            super(WalletStoreContract.this);
        }
    }
}
