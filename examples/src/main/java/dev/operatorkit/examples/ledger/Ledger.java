package dev.operatorkit.examples.ledger;

import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for an operator's existing ledger: accounts, and entries that never change. The wallet only needs three of
 * its abilities: to lock references, to lock one account, and to find an entry by its reference or by what it closes.
 */
public final class Ledger {
    private final Map<String, Account> accounts = new ConcurrentHashMap<>();
    private final Map<String, Entry> byReference = new ConcurrentHashMap<>();
    private final Map<String, Entry> byClosed = new ConcurrentHashMap<>();
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    /**
     * Holds an entry.
     *
     * @param reference the provider's id of the transaction
     * @param kind debit, credit or rollback
     * @param closes the id of the debit that a credit or rollback settles
     * @param change the amount, negative for a debit
     * @param after the balance after the entry
     */
    public record Entry(
            String reference,
            String kind,
            String account,
            String round,
            @Nullable String closes,
            Money change,
            Money after,
            Instant at) {}

    /** Holds an account while it is locked. */
    public static final class Account {
        private final String id;
        private final List<Entry> entries = new ArrayList<>();
        private Money balance;

        private Account(String id, Money balance) {
            this.id = id;
            this.balance = balance;
        }

        /** Returns the id. */
        public String id() {
            return id;
        }

        /** Returns the balance. */
        public Money balance() {
            return balance;
        }

        /** Returns the entries, oldest first. */
        public List<Entry> entries() {
            return entries;
        }
    }

    /** Opens an account. */
    public void open(String id, Money balance) {
        accounts.put(id, new Account(id, balance));
    }

    /**
     * Runs work with the references locked, so that no other caller reads or writes their entries meanwhile. Locks
     * them in one order, so that two calls never wait for each other.
     */
    public <T> T withReferences(Collection<String> references, Supplier<T> work) {
        return withReferences(new TreeSet<>(references).iterator(), work);
    }

    private <T> T withReferences(Iterator<String> references, Supplier<T> work) {
        if (!references.hasNext()) {
            return work.get();
        }
        synchronized (locks.computeIfAbsent(references.next(), unused -> new Object())) {
            return withReferences(references, work);
        }
    }

    /** Runs work with the account locked; returns nothing when there is no such account. */
    public <T> Optional<T> with(String accountId, Function<Account, T> work) {
        var account = accounts.get(accountId);
        if (account == null) {
            return Optional.empty();
        }
        synchronized (account) {
            return Optional.of(work.apply(account));
        }
    }

    /** Finds the entry of a reference in any account. */
    public Optional<Entry> find(String reference) {
        return Optional.ofNullable(byReference.get(reference));
    }

    /** Returns true if an entry of any account closes this debit, which may never have arrived. */
    public boolean isClosed(String debitId) {
        return byClosed.containsKey(debitId);
    }

    /** Writes an entry and updates the balance, or does neither when the reference is in use. */
    boolean post(Account account, Entry entry) {
        if (byReference.putIfAbsent(entry.reference(), entry) != null) {
            return false;
        }
        if (entry.closes() != null) {
            byClosed.put(entry.closes(), entry);
        }
        account.entries.add(entry);
        account.balance = entry.after();
        return true;
    }
}
