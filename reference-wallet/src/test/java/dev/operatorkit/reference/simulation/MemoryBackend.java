package dev.operatorkit.reference.simulation;

import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.AccountEntry;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.PostingStore;
import dev.operatorkit.wallet.Postings;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.Snapshot;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Keeps what is committed, in maps. Locks, delays and faults are those of {@link SimulatedStore}. */
class MemoryBackend {
    final Map<String, Account> accounts = new LinkedHashMap<>();
    final Map<String, StoredTransaction> transactions = new LinkedHashMap<>();
    final Map<String, StoredTransaction> settlements = new LinkedHashMap<>();
    final Map<Round.Key, Round> rounds = new LinkedHashMap<>();
    private final Map<String, AccountEntry> entries = new LinkedHashMap<>();

    /** Opens an account. */
    void open(Account account) {
        accounts.put(account.id(), account);
    }

    /** Reads what a unit of work asks for. */
    Snapshot read(ReadRequest request) {
        return new Snapshot(
                known(accounts, request.accountIds()),
                known(transactions, request.transactionIds()),
                known(settlements, request.transactionIds()),
                known(rounds, request.roundKeys()));
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

    /** Finds a committed transaction. */
    Optional<StoredTransaction> find(String transactionId) {
        return Optional.ofNullable(transactions.get(transactionId));
    }

    /** Commits a unit of work, all of it or nothing. */
    void apply(Changes changes) {
        requireUnique(changes);
        for (var transaction : changes.transactions()) {
            transactions.put(transaction.transactionId(), transaction);
            if (transaction.referenceTransactionId() != null) {
                settlements.put(transaction.referenceTransactionId(), transaction);
            }
        }
        changes.newRounds().forEach(round -> rounds.put(round.key(), round));
        changes.closedRounds().forEach(round -> rounds.put(round.key(), round));
        changes.accounts().forEach(account -> accounts.put(account.id(), account));
    }

    private void requireUnique(Changes changes) {
        for (var transaction : changes.transactions()) {
            var reference = transaction.referenceTransactionId();
            if (transactions.containsKey(transaction.transactionId())
                    || (reference != null && settlements.containsKey(reference))) {
                throw new RolledBack("the transaction " + transaction.transactionId() + " exists", true, null);
            }
        }
        for (var round : changes.newRounds()) {
            if (rounds.containsKey(round.key())) {
                throw new RolledBack("the round " + round.key() + " exists", true, null);
            }
        }
    }

    /** Applies and commits a posting. */
    PostingOutcome post(Posting posting, Clock clock) {
        return new Postings(
                        new PostingStore() {
                            @Override
                            public Optional<Account> lockAccount(String accountId) {
                                return Optional.ofNullable(accounts.get(accountId));
                            }

                            @Override
                            public Optional<AccountEntry> findEntry(String reference) {
                                return Optional.ofNullable(entries.get(reference));
                            }

                            @Override
                            public void write(AccountEntry entry) {
                                entries.put(entry.posting().reference(), entry);
                                accounts.put(entry.account().id(), entry.account());
                            }
                        },
                        clock)
                .post(posting);
    }

    /** Loses the process of the store. What is committed is durable. */
    void crash() {}
}
