package dev.operatorkit.wallet;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where accounts, rounds and transactions are kept. Its contract is proven by {@code WalletStoreContract} of the test
 * kit; the decisions are made elsewhere, in the round rules.
 */
public interface WalletStore {

    /** Begins a unit of work; {@link StoreException.RolledBack} when there is no connection to be had. */
    Unit begin();

    /** One committed transaction, read outside any unit (WAL-12). */
    Optional<StoredTransaction> find(String transactionId);

    /** One unit of work, used by one thread. Whatever is not committed when it is closed never happened. */
    interface Unit extends AutoCloseable {
        /**
         * Locks the accounts in one order that is the same for every unit, then, <em>after</em> the locks are held,
         * reads what is known about the transactions, their settlements and the rounds. Called once in a unit.
         */
        Facts lockAndRead(Wanted wanted);

        /** Writes all of it, or fails. Called at most once in a unit. */
        void write(Changes changes);

        /**
         * Commits. Returns when everything is durable; {@link StoreException.RolledBack} when surely nothing is;
         * {@link StoreException.OutcomeUnknown} when nobody can tell.
         */
        void commit();

        /** Rolls back what was not committed; never throws. */
        @Override
        void close();
    }

    /**
     * What a unit needs to know.
     *
     * @param accountIds accounts to lock
     * @param transactionIds ids to look up, both as transactions and as the debit that a settlement refers to
     * @param rounds rounds to look up
     */
    record Wanted(Set<String> accountIds, Set<String> transactionIds, Set<Round.Key> rounds) {}

    /**
     * What was known once the locks were held.
     *
     * @param accounts by id; an unknown account is absent
     * @param transactions by transaction id, of whatever account
     * @param settlements by the id of the debit that they refer to
     * @param rounds by key
     */
    record Facts(
            Map<String, Account> accounts,
            Map<String, StoredTransaction> transactions,
            Map<String, StoredTransaction> settlements,
            Map<Round.Key, Round> rounds) {}

    /**
     * What a unit decided.
     *
     * @param transactions to insert, in the order of their accounts' versions
     * @param newRounds rounds to insert
     * @param settledRounds rounds whose state changes
     * @param accounts accounts with their new balance and version
     */
    record Changes(
            Collection<StoredTransaction> transactions,
            Collection<Round> newRounds,
            Collection<Round> settledRounds,
            Collection<Account> accounts) {}
}
