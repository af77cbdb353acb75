package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/**
 * Checks, with JUnit tests, that your {@link WalletStore} keeps its contract: extend it in the tests of that store, and
 * run it on the database that you use in production. Several threads may call the methods that you implement.
 *
 * <p>Every test opens its own accounts, so the tests can share one database, which need not be cleared in between.
 *
 * <p>Run it with {@code -Duser.timezone=America/New_York} too if you store times as local times: in UTC none is ambiguous.
 *
 * <p>If your store has several {@linkplain WalletStore#partition partitions}, keys are unique within each of them.
 *
 * <p>If your tables hold less than the specification allows, declare it in {@link #capacity()}. To run one test in Maven,
 * name your class and the method: {@code mvn test -Dtest='MyStoreTest,WalletStoreContract$Races#concurrent_identical*'}.
 */
public abstract class WalletStoreContract {

    /** Creates the contract for a subclass. */
    protected WalletStoreContract() {}

    /**
     * Creates a store on the database of the test. Called several times in a test: if each call returns a store with
     * its own connections, the tests simulate several processes.
     */
    protected abstract WalletStore createStore();

    /** Opens an account with this balance and version 0. */
    protected abstract void openAccount(String accountId, Money balance);

    /**
     * Returns true if the database lets only one unit of work write at a time, as some embedded databases do. By
     * default the tests require that units of work for different accounts do not block each other. If this method
     * returns true, such a unit may wait for another one, but must then succeed.
     */
    protected boolean hasSingleWriter() {
        return false;
    }

    /**
     * Returns what the tables can hold; by default everything that the specification allows. The columns that this needs
     * are in {@link dev.operatorkit.wallet.StoredTransaction}.
     */
    protected StoreCapacity capacity() {
        return StoreCapacity.complete();
    }

    /**
     * Returns the address of your database, if it is a server: then the contract also loses connections while your store
     * commits, and requires that it never reports a commit that was lost as done, or one that was done as rolled back.
     */
    protected Optional<InetSocketAddress> database() {
        return Optional.empty();
    }

    /** Creates a store that reaches the database by this address. Called only if {@link #database} returns one. */
    protected WalletStore createStore(InetSocketAddress address) {
        throw new UnsupportedOperationException("Override createStore(InetSocketAddress) together with database().");
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
    class Partitions extends StorePartitions {
        Partitions() {
            super(WalletStoreContract.this);
        }
    }

    @Nested
    class Policies extends StorePolicies {
        Policies() {
            super(WalletStoreContract.this);
        }
    }

    @Nested
    class Attempts extends StoreAttempts {
        Attempts() {
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
    class Replays extends StoreReplays {
        Replays() {
            super(WalletStoreContract.this);
        }
    }
}
