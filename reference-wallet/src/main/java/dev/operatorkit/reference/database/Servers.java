package dev.operatorkit.reference.database;

import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.StoreException;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reports which of the servers that share the rows of a distributed database are down, so that each takes out its own accounts only. By
 * default there is one server, whose checks are those of the database.
 */
public interface Servers extends Placement, AutoCloseable {
    /** Stands for a database on one server. */
    Servers ONE = new Servers() {};

    /** Returns each server and whether its latest check has passed. */
    default Map<String, Boolean> checks() {
        return Map.of();
    }

    /** Returns each server and whether its breaker is open. */
    default Map<String, Boolean> down() {
        return Map.of();
    }

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
     * Runs a read of an account for a callback. A server that hangs holds its share of the connections for reads only.
     *
     * @throws StoreException.RolledBack if the server is down, or its share is in use for too long
     */
    default <T> T read(String accountId, Supplier<T> read) {
        return read.get();
    }

    /** Combines them: few callers for each partition of a server would make many small batches. */
    @Override
    default boolean combinesPartitions() {
        return true;
    }

    @Override
    default void close() {}
}
