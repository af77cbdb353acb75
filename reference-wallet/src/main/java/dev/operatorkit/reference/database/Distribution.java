package dev.operatorkit.reference.database;

import java.util.Optional;
import java.util.ServiceLoader;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;

/**
 * Supports databases that spread the tables of accounts over several servers. {@link ServiceLoader} finds it on the class path; without
 * one the wallet uses databases of one server, and refuses tables that were distributed.
 */
public interface Distribution {
    /**
     * Refuses a database that a wallet must not use, before anything is changed in it. By default none is refused.
     *
     * @throws IllegalStateException with a readable message
     */
    default void requireUsable(DSLContext sql) {}

    /**
     * Returns the partitions of migrated tables; empty if they have none.
     *
     * @throws IllegalStateException if the tables are distributed in a way that the wallet cannot use
     */
    Optional<Partitions> partitions(DSLContext sql);

    /** Starts to watch the servers of an open database. By default there is one. */
    default Servers watch(Database database) {
        return Servers.ONE;
    }

    /**
     * Distributes the tables that are not distributed yet. Returns true if there was anything to do.
     *
     * @throws IllegalStateException if they cannot be distributed, or another session uses them
     */
    default boolean distribute(Database.Address address) {
        throw new IllegalStateException("This wallet cannot distribute tables." + OneServer.MISSING);
    }

    /** Returns what the class path has. */
    static Distribution find() {
        return ServiceLoader.load(Distribution.class).findFirst().orElseGet(OneServer::new);
    }

    /** Returns true if the accounts have the column of a partition. */
    static boolean hasPartitions(DSLContext sql) {
        return sql.dialect() != SQLDialect.H2
                && !sql.fetch("select 1 from pg_attribute where attrelid = to_regclass('accounts') and attname = '"
                                + Partitions.COLUMN + "' and not attisdropped")
                        .isEmpty();
    }

    /** Stands for no support. */
    final class OneServer implements Distribution {
        private static final String MISSING =
                " Use the wallet with Citus: WALLET_MODULE=reference-wallet-citus bin/wallet, or that jar.";

        @Override
        public Optional<Partitions> partitions(DSLContext sql) {
            if (hasPartitions(sql)) {
                throw new IllegalStateException("The tables are distributed over several servers." + MISSING);
            }
            return Optional.empty();
        }
    }
}
