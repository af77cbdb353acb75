package dev.operatorkit.wallet;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where accounts, rounds and transactions are kept. Its contract is proven by {@code WalletStoreContract} of the test
 * kit; the decisions are made elsewhere, in the round rules.
 *
 * <p>Two keys must be unique whatever the account (IDM-3, RND-4, D-52): a transaction's id, and the debit that a
 * settlement refers to. Within an account a round's key is (RND-1, D-51). Ids are compared as the characters they are:
 * never trimmed, folded or normalised.
 */
public interface WalletStore {

    /** Begins a unit of work; {@link StoreException.RolledBack} when there is no connection to be had. */
    UnitOfWork begin();

    /** One committed transaction, read outside any unit (WAL-12); {@link StoreException.RolledBack} when it cannot be read. */
    Optional<StoredTransaction> findTransaction(String transactionId);

    /**
     * One unit of work, used by one thread. Whatever is not committed when it is closed never happened. Any exception
     * out of {@code lockAndRead} or {@code write} means that nothing was and nothing will be written; out of
     * {@code commit} that is true of {@link StoreException.RolledBack} alone.
     */
    interface UnitOfWork extends AutoCloseable {
        /**
         * Locks the accounts that exist in one order that is the same for every unit, then, <em>after</em> the locks are
         * held, reads what is committed about the transactions, their settlements and the rounds. Called once in a unit.
         * Waits a bounded time for a lock, then throws {@link StoreException.RolledBack}. A store may leave the locks out
         * when transactions are asked about and all of them are stored: a stored answer depends on no balance (IDM-2).
         */
        Snapshot lockAndRead(ReadRequest wanted);

        /** Writes all of it, or fails. Called at most once in a unit. */
        void write(Changes changes);

        /**
         * Commits. Returns when everything is durable; {@link StoreException.RolledBack} when surely nothing is;
         * {@link StoreException.Indeterminate} when nobody can tell.
         */
        void commit();

        /** Rolls back what was not committed and lets go of the locks; never throws. */
        @Override
        void close();
    }

    /**
     * What a unit needs to know.
     *
     * @param accountIds accounts to lock
     * @param transactionIds ids to look up, both as transactions and as the debit that a settlement refers to
     * @param rounds rounds to look up; their accounts are among {@code accountIds}
     */
    record ReadRequest(Set<String> accountIds, Set<String> transactionIds, Set<Round.Key> roundKeys) {}

    /**
     * What was known once the locks were held.
     *
     * @param accounts by id; an unknown account is absent, and so may be one that was not locked
     * @param transactions by transaction id, of whatever account
     * @param settlements credits and rollbacks by the id of the debit that they refer to, of whatever account; a
     *     rollback whose debit never came is among them (D-25)
     * @param rounds by key
     */
    record Snapshot(
            Map<String, Account> accounts,
            Map<String, StoredTransaction> transactions,
            Map<String, StoredTransaction> settlements,
            Map<Round.Key, Round> rounds) {}

    /**
     * What a unit decided. Each account, round and transaction is in it once: a round that was opened and closed in one
     * unit is a new round in its last state.
     *
     * @param transactions to insert, in the order of their accounts' versions
     * @param newRounds rounds to insert
     * @param settledRounds rounds whose state changes
     * @param accounts accounts with their new balance, version and time
     */
    record Changes(
            Collection<StoredTransaction> transactions,
            Collection<Round> newRounds,
            Collection<Round> closedRounds,
            Collection<Account> accounts) {}
}
