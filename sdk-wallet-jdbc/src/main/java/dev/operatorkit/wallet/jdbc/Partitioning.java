package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.StoreException;
import java.util.function.Supplier;

/** Spreads the rows of accounts over the servers of a distributed database, by a number in a column of each table. Called concurrently. */
public interface Partitioning extends Placement {
    /** Names the column. */
    String column();

    /** Returns the number of partitions, which are numbered from 0. */
    int count();

    /** Returns the condition that a row of a table is in a partition. */
    default String condition(String table, int partition) {
        return column() + " = " + partition;
    }

    /** Returns the partition of an account, as {@link dev.operatorkit.wallet.WalletStore#partition} does. */
    int of(String accountId);

    /**
     * Refuses to use a partition while its server is down.
     *
     * @throws StoreException.RolledBack if it is down
     */
    default void require(int partition) {}

    /**
     * Refuses to use all partitions while a server of any is down.
     *
     * @throws StoreException.RolledBack if one is down
     */
    default void requireAll() {}

    /**
     * Runs a read of an account, when its server has a connection for it.
     *
     * @throws StoreException.RolledBack if the server is down or busy
     */
    default <T> T read(String accountId, Supplier<T> read) {
        return read.get();
    }
}
