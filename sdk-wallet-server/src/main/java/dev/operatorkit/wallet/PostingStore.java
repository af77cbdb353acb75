package dev.operatorkit.wallet;

import java.util.Optional;

/**
 * Reads and writes your tables for {@link Postings}, in a database transaction that you begin and end. Other rows that you
 * write in it, such as the state of the payment or an outbox row, is committed together with the entry, or not at all. Called on the thread that calls {@link Postings}.
 */
public interface PostingStore {
    /**
     * Takes the lock of the account that {@link WalletStore.UnitOfWork#lockAndRead} takes, and holds it until the end of
     * the transaction; then reads the account. Must read it from the database after the lock was acquired, never from a
     * cache such as JPA's persistence context: a movement may have changed the balance meanwhile.
     *
     * @return the account; empty if there is none
     */
    Optional<Account> lockAccount(String accountId);

    /** Returns the entry with this reference, of any account. Must see what was committed before the lock was acquired. */
    Optional<AccountEntry> findEntry(String reference);

    /**
     * Inserts the entry, under a unique key on its reference, and sets the account's balance, version and time to those
     * of {@link AccountEntry#account}.
     */
    void write(AccountEntry entry);
}
