package dev.operatorkit.examples.ledger;

import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for an operator's existing ledger: accounts, and entries that never change. The wallet only needs three of
 * its abilities: to lock references, to lock one account, and to find an entry by its reference, what it closes or its round.
 */
public final class Ledger {
    private final Map<String, Money> balances = new ConcurrentHashMap<>();
    private final Map<List<String>, Entry> firstOfRound = new ConcurrentHashMap<>();
    private final Map<String, Entry> byReference = new ConcurrentHashMap<>();
    private final Map<String, Entry> byClosed = new ConcurrentHashMap<>();
    private final Map<Object, Object> locks = new ConcurrentHashMap<>();

    /**
     * Holds an entry.
     *
     * @param reference the provider's id of the transaction
     * @param kind DEBIT, CREDIT or ROLLBACK
     * @param closes the id of the debit that a credit or rollback settles
     * @param amount the amount, never negative
     * @param after the balance after the entry
     */
    public record Entry(
            String reference,
            String kind,
            String account,
            String round,
            @Nullable String closes,
            Money amount,
            Money after,
            Instant at) {}

    /** Opens an account. */
    public void open(String id, Money balance) {
        balances.put(id, balance);
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

    /** Runs work with the account locked. */
    public <T> T withAccount(String accountId, Supplier<T> work) {
        synchronized (locks.computeIfAbsent(List.of(accountId), unused -> new Object())) {
            return work.get();
        }
    }

    /** Returns the balance of an account; empty if there is no such account. */
    public Optional<Money> balance(String accountId) {
        return Optional.ofNullable(balances.get(accountId));
    }

    /** Finds the entry of a reference in any account. */
    public Optional<Entry> find(String reference) {
        return Optional.ofNullable(byReference.get(reference));
    }

    /** Finds the entry of any account that closes this debit, which may never have arrived. */
    public Optional<Entry> findClosing(String debitId) {
        return Optional.ofNullable(byClosed.get(debitId));
    }

    /** Finds the first entry of a round. */
    public Optional<Entry> findFirst(String account, String round) {
        return Optional.ofNullable(firstOfRound.get(List.of(account, round)));
    }

    /** Writes an entry and updates the balance. */
    void post(Entry entry) {
        byReference.put(entry.reference(), entry);
        if (entry.closes() != null) {
            byClosed.put(entry.closes(), entry);
        }
        firstOfRound.putIfAbsent(List.of(entry.account(), entry.round()), entry);
        balances.put(entry.account(), entry.after());
    }
}
