package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.wallet.StoredTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;

/**
 * Writes further rows in the transaction of the movements, such as those of an outbox: there is a row for each movement that is committed and
 * for no other. The rows of the ledger may not be there yet. Its statements must be fast, since the accounts are locked, and must not commit or roll back. Called concurrently, on the threads of the units of work.
 */
@FunctionalInterface
public interface MovementWriter {
    /** Writes the rows of these movements, those of one account in their order. */
    void write(Connection transaction, Collection<StoredTransaction> movements) throws SQLException;
}
