package dev.operatorkit.wallet.rules;

import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import java.util.Optional;

/**
 * Reads what a ledger has stored, for {@link RoundRules}. Every method must see all that was committed before the {@linkplain
 * Movement#idsToLock ids} and the account of the movement were locked. Called on the thread that calls {@link RoundRules}.
 */
public interface StoredState {
    /** Returns the account with this id; empty if there is none. */
    Optional<Account> account(String accountId);

    /** Returns the transaction with this id, of any account and kind; empty if there is none. */
    Optional<StoredTransaction> transaction(String transactionId);

    /**
     * Returns the credit or rollback with this {@link StoredTransaction#referenceTransactionId}, of any account; empty if
     * there is none. The debit that it refers to need not be stored (D-25).
     */
    Optional<StoredTransaction> settlement(String referenceTransactionId);

    /** Returns the round of this account and gameRoundId; empty if there is none. */
    Optional<Round> round(Round.Key key);
}
