package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import java.util.Optional;

/** Looks transactions up outside any unit of work. */
public interface Lookups {
    /**
     * Finds one committed transaction of an account, or of any account if {@code accountId} is empty. Throws {@link
     * StoreException.RolledBack} if the store does not answer in {@code nanos}.
     */
    Optional<StoredTransaction> find(String accountId, String transactionId, long nanos);
}
