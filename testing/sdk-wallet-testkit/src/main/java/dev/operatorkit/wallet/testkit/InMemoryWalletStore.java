package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.AccountEntry;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.PostingStore;
import dev.operatorkit.wallet.Postings;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps accounts, rounds and transactions in memory, for tests. It fulfils the whole contract of {@link WalletStore}
 * except durability. Thread-safe.
 */
public final class InMemoryWalletStore implements WalletStore {
    private static final long LOCK_SECONDS = 2;

    private final Tables tables;

    /** Creates an empty store. */
    public InMemoryWalletStore() {
        this(new Tables());
    }

    private InMemoryWalletStore(Tables tables) {
        this.tables = tables;
    }

    /** Returns another store on the same accounts, like a second process on the same database. */
    public InMemoryWalletStore reconnect() {
        return new InMemoryWalletStore(tables);
    }

    /**
     * Opens an account with this balance.
     *
     * @throws IllegalStateException if the account exists
     */
    public void openAccount(String accountId, Money balance) {
        var account = new Account(accountId, balance, 0, Instant.EPOCH);
        if (tables.accounts.putIfAbsent(accountId, new Row(account)) != null) {
            throw new IllegalStateException("the account exists already: " + accountId);
        }
    }

    /** Returns the account; empty if there is none. */
    public Optional<Account> account(String accountId) {
        return Optional.ofNullable(tables.accounts.get(accountId)).map(row -> row.account);
    }

    /** Sets the data that units read for the policy about this account, such as its limits. */
    public void setPolicyData(String accountId, Object data) {
        tables.policyData.put(accountId, data);
    }

    /** Applies a posting under the lock of its account, in one transaction. */
    public PostingOutcome post(Posting posting, Clock clock) {
        return runInTransaction(store -> new Postings(store, clock).post(posting));
    }

    /** Runs this work in a transaction, which is rolled back if the work throws. */
    public <T> T runInTransaction(Function<PostingStore, T> work) {
        try (var unit = new MemoryUnit(tables)) {
            var result = work.apply(unit);
            unit.commitEntries();
            return result;
        }
    }

    @Override
    public UnitOfWork begin() {
        return new MemoryUnit(tables);
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        return Optional.ofNullable(tables.transactions.get(transactionId));
    }

    private static final class Row {
        final ReentrantLock lock = new ReentrantLock();
        volatile Account account;

        Row(Account account) {
            this.account = account;
        }
    }

    private static final class Tables {
        final Map<String, Row> accounts = new ConcurrentHashMap<>();
        final Map<String, StoredTransaction> transactions = new ConcurrentHashMap<>();
        final Map<String, StoredTransaction> settlements = new ConcurrentHashMap<>();
        final Map<Round.Key, Round> rounds = new ConcurrentHashMap<>();
        final Map<String, AccountEntry> entries = new ConcurrentHashMap<>();
        final Map<String, Object> policyData = new ConcurrentHashMap<>();
        final Map<String, ReentrantLock> ids = new ConcurrentHashMap<>();
        final ReentrantLock commit = new ReentrantLock();
    }

    private static final class MemoryUnit implements UnitOfWork, PostingStore {
        private final Tables tables;
        private final List<ReentrantLock> locked = new ArrayList<>();
        private final Map<String, AccountEntry> newEntries = new LinkedHashMap<>();
        private @Nullable Changes changes;

        MemoryUnit(Tables tables) {
            this.tables = tables;
        }

        @Override
        public Snapshot lockAndRead(ReadRequest request) {
            // A tombstone and the debit that it bars may belong to two accounts, and so share no other lock.
            for (var id : new TreeSet<>(request.transactionIds())) {
                lock(tables.ids.computeIfAbsent(id, unused -> new ReentrantLock()), "the transaction " + id);
            }
            Map<String, Account> accounts = new HashMap<>();
            for (var id : new TreeSet<>(request.accountIds())) {
                lockAccount(id).ifPresent(account -> accounts.put(id, account));
            }
            return Snapshot.builder()
                    .accounts(accounts)
                    .transactions(known(tables.transactions, request.transactionIds()))
                    .settlements(known(tables.settlements, request.transactionIds()))
                    .rounds(known(tables.rounds, request.roundKeys()))
                    .policyData(known(tables.policyData, request.accountIds()))
                    .build();
        }

        @Override
        public Optional<Account> lockAccount(String accountId) {
            var row = tables.accounts.get(accountId);
            if (row == null) {
                return Optional.empty();
            }
            lock(row.lock, "the account " + accountId);
            var account = row.account;
            for (var entry : newEntries.values()) {
                account = entry.account().id().equals(accountId) ? entry.account() : account;
            }
            return Optional.of(account);
        }

        @Override
        public Optional<AccountEntry> findEntry(String reference) {
            return Optional.ofNullable(newEntries.getOrDefault(reference, tables.entries.get(reference)));
        }

        @Override
        public void write(AccountEntry entry) {
            newEntries.put(entry.posting().reference(), entry);
        }

        void commitEntries() {
            tables.commit.lock();
            try {
                for (var reference : newEntries.keySet()) {
                    if (tables.entries.containsKey(reference)) {
                        throw StoreException.retryable("another transaction has inserted the entry " + reference, null);
                    }
                }
                tables.entries.putAll(newEntries);
                newEntries.values().forEach(entry -> update(entry.account()));
            } finally {
                tables.commit.unlock();
            }
        }

        private void lock(ReentrantLock lock, String of) {
            try {
                if (!lock.tryLock(LOCK_SECONDS, TimeUnit.SECONDS)) {
                    throw StoreException.rolledBack("another unit holds the lock of " + of, null);
                }
                locked.add(lock);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw StoreException.rolledBack("interrupted while waiting for a lock", e);
            }
        }

        private static <K, V> Map<K, V> known(Map<K, V> table, Iterable<K> keys) {
            Map<K, V> found = new HashMap<>();
            for (var key : keys) {
                var value = table.get(key);
                if (value != null) {
                    found.put(key, value);
                }
            }
            return found;
        }

        @Override
        public void write(Changes changes) {
            for (var account : changes.accounts()) {
                if (account.balance().isNegative()) {
                    throw StoreException.rolledBack("a balance would be below zero: " + account.id(), null);
                }
            }
            this.changes = changes;
        }

        @Override
        public void commit() {
            if (changes == null) {
                return;
            }
            tables.commit.lock();
            try {
                requireUnique(changes);
                changes.transactions().forEach(this::insert);
                changes.newRounds().forEach(round -> tables.rounds.put(round.key(), round));
                changes.closedRounds().forEach(round -> tables.rounds.put(round.key(), round));
                changes.accounts().forEach(this::update);
                changes = null;
            } finally {
                tables.commit.unlock();
            }
        }

        private void requireUnique(Changes changes) {
            for (var transaction : changes.transactions()) {
                var reference = transaction.referenceTransactionId();
                if (tables.transactions.containsKey(transaction.transactionId())
                        || (reference != null && tables.settlements.containsKey(reference))) {
                    throw StoreException.retryable(
                            "another unit has inserted the transaction " + transaction.transactionId(), null);
                }
            }
            for (var round : changes.newRounds()) {
                if (tables.rounds.containsKey(round.key())) {
                    throw StoreException.retryable("another unit has inserted the round " + round.key(), null);
                }
            }
        }

        private void insert(StoredTransaction transaction) {
            tables.transactions.put(transaction.transactionId(), transaction);
            if (transaction.referenceTransactionId() != null) {
                tables.settlements.put(transaction.referenceTransactionId(), transaction);
            }
        }

        private void update(Account account) {
            var row = tables.accounts.get(account.id());
            if (row == null) {
                throw new IllegalStateException("the account does not exist: " + account.id());
            }
            row.account = account;
        }

        @Override
        public void close() {
            locked.forEach(ReentrantLock::unlock);
            locked.clear();
            changes = null;
        }
    }
}
