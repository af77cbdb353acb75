package dev.operatorkit.reference.store;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Partitions;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.jdbc.AccountTable;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import dev.operatorkit.wallet.jdbc.Partitioning;
import dev.operatorkit.wallet.jdbc.StoreListener;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/** Opens the store of movements in the wallet's database. */
public final class Movements {
    private static final AccountTable ACCOUNTS =
            AccountTable.named("accounts").version("version").updatedAt("updated_at");

    private Movements() {}

    /** Opens a store in a database that is always tried. */
    public static JdbcWalletStore in(Database database) {
        return in(database, () -> false, Servers.ONE);
    }

    /** Opens a store in a database that is not tried while it, or the server of an account, is known to be down. */
    public static JdbcWalletStore in(Database database, BooleanSupplier down, Servers servers) {
        var builder = JdbcWalletStore.builder(database.movements())
                .lookups(database.lookupConnections())
                .prefix("")
                .accounts(ACCOUNTS)
                .columns(new Exclusion())
                .movementWriter(Movements::checkConstraints)
                .listener(new Listener(database))
                .refuseWhile(down)
                .connectionsHaveSettings()
                .withoutTrial(); // the migrations are checked, and so is a movement before the wallet is ready
        var partitions = database.partitions();
        return (partitions == null ? builder : builder.partitioning(partitioning(partitions, servers))).build();
    }

    /** Places the buckets of a distributed database on these servers. */
    static Partitioning partitioning(Partitions partitions, Servers servers) {
        return new Buckets(partitions, servers);
    }

    /** Lets the statements of a movement that is taken back check the constraints that others check when they commit. */
    private static void checkConstraints(Connection connection, Collection<StoredTransaction> transactions)
            throws SQLException {
        if (transactions.iterator().next().transactionId().startsWith(Database.TRIAL)) {
            try (var sql = connection.createStatement()) {
                sql.execute("set constraints all immediate");
            }
        }
    }

    /** Runs a maintenance of the ledger, whose failures at the database are then reported as all others are. */
    static <T> T orDatabaseFailure(Supplier<T> maintenance) {
        try {
            return maintenance.get();
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof SQLException cause) {
                throw new DataAccessException("the maintenance of the ledger failed", cause);
            }
            throw e;
        }
    }

    private record Listener(Database database) implements StoreListener {
        @Override
        public void failed(@Nullable String state) {
            database.failed(state);
        }

        @Override
        public void committed(String transactionId, Duration took) {
            database.committed(took);
            database.history().answered(transactionId);
        }
    }

    /** Places the buckets of a distributed database on its all. */
    private record Buckets(Partitions partitions, Servers all) implements Partitioning {
        @Override
        public String column() {
            return Partitions.COLUMN;
        }

        @Override
        public int count() {
            return partitions.count();
        }

        @Override
        public String condition(String table, int partition) {
            // The requests are not distributed.
            var column = table.equals("adjustment_requests")
                    ? partitions.expression().formatted("account_id")
                    : Partitions.COLUMN;
            return column + " = " + partition;
        }

        @Override
        public int of(String accountId) {
            return partitions.ofAccount().applyAsInt(accountId);
        }

        @Override
        public void require(int partition) {
            all.require(partition);
        }

        @Override
        public void requireAll() {
            all.requireAll();
        }

        @Override
        public <T> T read(String accountId, Supplier<T> read) {
            return all.read(accountId, read);
        }

        @Override
        public int servers() {
            return all.servers();
        }

        @Override
        public int serverOf(int partition) {
            return all.serverOf(partition);
        }

        @Override
        public boolean combinesPartitions() {
            return all.combinesPartitions();
        }

        @Override
        public boolean isUnreachable(int partition) {
            return all.isUnreachable(partition);
        }

        @Override
        public boolean isAnyUnreachable() {
            return all.isAnyUnreachable();
        }
    }
}
