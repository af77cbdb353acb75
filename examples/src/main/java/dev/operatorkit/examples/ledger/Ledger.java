package dev.operatorkit.examples.ledger;

import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for an operator's existing ledger: accounts, and entries that never change. The wallet only needs three of
 * its abilities: to lock a reference, to lock one account, and to find an entry by its reference.
 */
public final class Ledger {
    private final Map<String, Account> accounts = new ConcurrentHashMap<>();
    private final Map<String, Entry> byReference = new ConcurrentHashMap<>();
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

    /** Runs work with the reference locked, so that nobody else looks for its entry or writes it meanwhile. */
    public <T> T withReference(String reference, Supplier<T> work) {
        synchronized (locks.computeIfAbsent(reference, unused -> new Object())) {
            return work.get();
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

    /** Writes an entry and updates the balance, or does neither when the reference is in use. */
    boolean post(Account account, Entry entry) {
        if (byReference.putIfAbsent(entry.reference(), entry) != null) {
            return false;
        }
        account.entries.add(entry);
        account.balance = entry.after();
        return true;
    }
}
