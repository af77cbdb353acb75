package dev.operatorkit.wallet;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Stores accounts, rounds and transactions. A store only stores: {@link TransactionalWallet} decides whether a movement
 * is applied. An implementation must be thread-safe and pass {@code WalletStoreContract} of {@code sdk-wallet-testkit}.
 * {@link StoredTransaction} lists the lengths of all values.
 *
 * <p>The store must enforce these unique keys (IDM-3, RND-1, RND-4, D-51, D-52):
 *
 * <ul>
 * <li>across all accounts, the id of a transaction;
 * <li>across all accounts, the referenceTransactionId of credits and rollbacks, so that a debit has at most one of
 * them;
 * <li>within an account, the gameRoundId of a round.
 * </ul>
 *
 * <p>The unique keys do not prevent one conflict: account A rolls back a debit that is still unknown (D-25), while that
 * debit is applied to account B. Therefore, of two units that find the same id unknown, at most one may commit. Also, a
 * unit whose {@link ReadRequest} names no account must not find an id unknown while another unit may still commit it
 * (ERR-3). A store that locks each requested id before it reads fulfils both; locks on accounts are not enough.
 *
 * <p>A store may spread its accounts over several {@linkplain #partition partitions}, such as the shards of a distributed
 * database. All of the above then holds within each partition: an id that accounts of two partitions use is applied
 * twice, and a check of the ledger must report it (D-52).
 *
 * <p>Ids are compared exactly: never trimmed, case-folded or normalised.
 *
 * <p><strong>Deposits, withdrawals and corrections</strong> are not movements: apply them with {@link Postings} in
 * your database transaction, and store their entries in another table. A unit of work writes the new
 * balance, not the difference, and would overwrite a change that was made without the lock that {@link
 * UnitOfWork#lockAndRead} takes. The wallet adds 1 to {@code version} for each of its transactions, and {@code Postings}
 * for each of your entries, so together they form one sequence without gaps.
 */
public interface WalletStore {

    /**
     * Returns the partition of an account: any number, and the same one at all times and in all processes, whether the
     * account exists or not. Each unit of work names accounts of one partition only, so that it is committed in one
     * place, or of several that are {@linkplain Placement#combinesPartitions combined}. {@link AccountBuckets} assigns
     * accounts to 64 partitions. By default all accounts are in one partition.
     *
     * <p>Called on request threads: must not read the database or throw.
     */
    default int partition(String accountId) {
        return 0;
    }

    /** Returns the placement of the partitions, the same object at all times. By default all are on one server. */
    default Placement placement() {
        return Placement.ONE_SERVER;
    }

    /**
     * Begins a unit of work (one database transaction).
     *
     * @throws StoreException.RolledBack if no connection is available
     */
    UnitOfWork begin();

    /**
     * Returns a committed transaction, read outside any unit of work (WAL-12); empty if there is none. Must see every
     * unit whose {@code commit} has returned, so do not read from a replica that may lag behind.
     *
     * @throws StoreException.RolledBack if it cannot be read; also if it was not found and one partition cannot be read
     */
    Optional<StoredTransaction> findTransaction(String transactionId);

    /**
     * Returns a committed transaction, read like {@link #findTransaction(String)} from the partition of the account;
     * the transaction may belong to another account of that partition. By default, the account is not used.
     *
     * @throws StoreException.RolledBack if it cannot be read
     */
    default Optional<StoredTransaction> findTransaction(Wallet.TransactionLookup lookup) {
        return findTransaction(lookup.transactionId());
    }

    /**
     * Runs one unit of work on one thread. Closing it discards everything that was not committed. If {@code
     * lockAndRead} or {@code write} throws anything, the store must guarantee that nothing was or will be written. If
     * {@code commit} throws, the store gives that guarantee only with {@link StoreException.RolledBack}.
     */
    interface UnitOfWork extends AutoCloseable {
        /**
         * Locks every id in {@code transactionIds}, whether it is stored or not (in PostgreSQL with an advisory lock,
         * for example), and every account in {@code accountIds} that exists, always in the same order. Then,
         * <em>after</em> acquiring the locks, reads the accounts and the committed transactions, their settlements and
         * the rounds. Called once in a unit, or once for each partition if they are {@linkplain
         * Placement#combinesPartitions combined}: then it must see what the unit has written before. If the database
         * lets only one unit write at a time, the lock of that unit is enough. A request that names no account reads
         * all partitions, and writes nothing.
         *
         * <p>Optional: if {@code transactionIds} is not empty and all of them are already stored, the store need not
         * lock anything, because a replay depends only on its stored transaction (IDM-2).
         *
         * @throws StoreException.RolledBack if a lock is not acquired within a second or two (less than {@link
         *     GroupCommitOptions#maxWait}); not retryable, because a retry would wait for the same lock
         */
        Snapshot lockAndRead(ReadRequest request);

        /**
         * Returns a committed transaction of another partition. Called after {@code lockAndRead}, for the debit of a
         * rollback that is unknown in this partition: it may be another player's (D-26). By default there is no other
         * partition.
         *
         * @throws StoreException.RolledBack if it was not found and one partition cannot be read
         */
        default Optional<StoredTransaction> findInOtherPartitions(String transactionId) {
            return Optional.empty();
        }

        /** Writes all changes of the partition that was read last, or throws. Called at most once after each read. */
        void write(Changes changes);

        /**
         * Commits the unit, and returns once everything is durable.
         *
         * @throws StoreException.RolledBack if it is guaranteed that nothing was committed
         * @throws StoreException.OutcomeUnknown if it is unknown whether anything was committed
         */
        void commit();

        /** Rolls back what was not committed and releases the locks. Never throws. */
        @Override
        void close();
    }

    /**
     * Holds the keys of what a unit of work locks and reads.
     *
     * @param accountIds the accounts to lock, of one partition; none for a callback that names no account
     * @param transactionIds the ids to look up, both as transactions and as the referenceTransactionId of credits and
     *     rollbacks
     * @param roundKeys the rounds to look up; their accounts are among {@code accountIds}
     */
    record ReadRequest(Set<String> accountIds, Set<String> transactionIds, Set<Round.Key> roundKeys) {
        public ReadRequest {
            Objects.requireNonNull(accountIds, "accountIds");
            Objects.requireNonNull(transactionIds, "transactionIds");
            Objects.requireNonNull(roundKeys, "roundKeys");
        }
    }

    /** Provides the data read under the locks. Later versions may add methods with a default. */
    interface Snapshot {
        /**
         * Returns the accounts by id, without those that do not exist; an account that was not locked may be missing.
         */
        Map<String, Account> accounts();

        /** Returns the transactions by id, whichever account they belong to. */
        Map<String, StoredTransaction> transactions();

        /**
         * Returns credits and rollbacks by their referenceTransactionId, whichever account they belong to; includes
         * rollbacks whose debit was never received (D-25).
         */
        Map<String, StoredTransaction> settlements();

        /** Returns the rounds by key. */
        Map<Round.Key, Round> rounds();

        /**
         * Returns the data that your {@link DebitPolicy} needs about an account, such as its limits, by account id; of any
         * type. Read it after acquiring the locks too, with one query for all accounts, since a query for each account
         * would slow group commit down.
         */
        Map<String, Object> policyData();

        /** Returns a builder; what is not set is empty. */
        static Builder builder() {
            return new Builder();
        }

        /** Builds {@link Snapshot} from named parts, which it does not copy. Not thread-safe. */
        final class Builder {
            private Map<String, Account> accounts = Map.of();
            private Map<String, StoredTransaction> transactions = Map.of();
            private Map<String, StoredTransaction> settlements = Map.of();
            private Map<Round.Key, Round> rounds = Map.of();
            private Map<String, Object> policyData = Map.of();

            private Builder() {}

            public Builder accounts(Map<String, Account> value) {
                accounts = value;
                return this;
            }

            public Builder transactions(Map<String, StoredTransaction> value) {
                transactions = value;
                return this;
            }

            public Builder settlements(Map<String, StoredTransaction> value) {
                settlements = value;
                return this;
            }

            public Builder rounds(Map<Round.Key, Round> value) {
                rounds = value;
                return this;
            }

            public Builder policyData(Map<String, Object> value) {
                policyData = value;
                return this;
            }

            /** Returns what was set. */
            public Snapshot build() {
                record Parts(
                        Map<String, Account> accounts,
                        Map<String, StoredTransaction> transactions,
                        Map<String, StoredTransaction> settlements,
                        Map<Round.Key, Round> rounds,
                        Map<String, Object> policyData)
                        implements Snapshot {}
                return new Parts(accounts, transactions, settlements, rounds, policyData);
            }
        }
    }

    /**
     * Provides the rows that a unit of work writes. Each account, round and transaction appears once: a round that is
     * opened and closed in one unit appears only among the new rounds, in its final state.
     */
    interface Changes {
        /** Returns the transactions to insert; those of one account are ordered by their accountVersion. */
        Collection<StoredTransaction> transactions();

        /** Returns the rounds to insert. */
        Collection<Round> newRounds();

        /** Returns the rounds to update, with their new state SETTLED or REVERTED. */
        Collection<Round> closedRounds();

        /** Returns the accounts to update, with their new balance, version and time. */
        Collection<Account> accounts();

        /** Returns a builder; what is not set is empty. */
        static Builder builder() {
            return new Builder();
        }

        /** Builds {@link Changes} from named parts, which it does not copy. Not thread-safe. */
        final class Builder {
            private Collection<StoredTransaction> transactions = List.of();
            private Collection<Round> newRounds = List.of();
            private Collection<Round> closedRounds = List.of();
            private Collection<Account> accounts = List.of();

            private Builder() {}

            public Builder transactions(Collection<StoredTransaction> value) {
                transactions = value;
                return this;
            }

            public Builder newRounds(Collection<Round> value) {
                newRounds = value;
                return this;
            }

            public Builder closedRounds(Collection<Round> value) {
                closedRounds = value;
                return this;
            }

            public Builder accounts(Collection<Account> value) {
                accounts = value;
                return this;
            }

            /** Returns what was set. */
            public Changes build() {
                record Parts(
                        Collection<StoredTransaction> transactions,
                        Collection<Round> newRounds,
                        Collection<Round> closedRounds,
                        Collection<Account> accounts)
                        implements Changes {}
                return new Parts(transactions, newRounds, closedRounds, accounts);
            }
        }
    }
}
