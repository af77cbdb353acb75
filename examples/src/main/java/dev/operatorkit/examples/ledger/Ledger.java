package dev.operatorkit.examples.ledger;

import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the ledger that an operator has had for years: accounts, and entries that are never changed. All it is asked for
 * is what such a ledger can do: work on one account alone at a time, and find an entry by its reference.
 */
public final class Ledger {
    private final Map<String, Account> accounts = new ConcurrentHashMap<>();
    private final Map<String, Entry> byReference = new ConcurrentHashMap<>();

    /**
     * An entry.
     *
     * @param reference the provider's id of the transaction
     * @param kind debit, credit or rollback
     * @param closes the debit that a credit or rollback closes
     * @param change below zero when it takes
     * @param after the balance after it
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

    /** One account while nobody else works on it. */
    public static final class Account {
        private final String id;
        private final List<Entry> entries = new ArrayList<>();
        private Money balance;

        private Account(String id, Money balance) {
            this.id = id;
            this.balance = balance;
        }

        /** Its id. */
        public String id() {
            return id;
        }

        /** What is on it. */
        public Money balance() {
            return balance;
        }

        /** Its entries, oldest first. */
        public List<Entry> entries() {
            return entries;
        }
    }

    /** Opens an account. */
    public void open(String id, Money balance) {
        accounts.put(id, new Account(id, balance));
    }

    /** Works on one account alone; empty when there is no such account. */
    public <T> Optional<T> with(String accountId, Function<Account, T> work) {
        var account = accounts.get(accountId);
        if (account == null) {
            return Optional.empty();
        }
        synchronized (account) {
            return Optional.of(work.apply(account));
        }
    }

    /** The entry of a reference, of whatever account. */
    public Optional<Entry> find(String reference) {
        return Optional.ofNullable(byReference.get(reference));
    }

    /** Writes an entry and moves the balance, or does neither when the reference is taken. */
    boolean post(Account account, Entry entry) {
        if (byReference.putIfAbsent(entry.reference(), entry) != null) {
            return false;
        }
        account.entries.add(entry);
        account.balance = entry.after();
        return true;
    }
}
