package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import org.junit.jupiter.api.Nested;

/**
 * What a {@link WalletStore} must keep, as JUnit tests: extend it in the tests of an own store, and run it on the database
 * that is run in production.
 *
 * <p>Every test opens accounts of its own, so one database serves them all and need not be emptied in between.
 */
public abstract class WalletStoreContract {

    /** For the class that extends it. */
    protected WalletStoreContract() {}

    /**
     * A store on the one database of the test. Called several times in a test: where each call gives a store with its own
     * connections, the tests run as two processes would.
     */
    protected abstract WalletStore createStore();

    /** Opens an account with that balance, version 0. */
    protected abstract void openAccount(String accountId, Money balance);

    /**
     * Whether the database lets one unit of work write at a time, as embedded ones may. Then a unit on another account waits for
     * its turn, and must come through; where this is false, as for any database server, it must not have to wait.
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
    class Repeats extends StoreRepeats {
        Repeats() {
            super(WalletStoreContract.this);
        }
    }
}
