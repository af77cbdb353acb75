package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.LEDGER;
import static dev.operatorkit.reference.schema.Tables.LEDGER_ARCHIVE;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Partitions;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;

/** Stores the wallet's data in H2 or PostgreSQL, with a few statements and one commit for a batch of any size (IDM-3). */
public final class JooqWalletStore implements WalletStore {
    private static final List<Field<?>> LEDGER_ROW = Stream.of(LedgerColumn.values())
            .<Field<?>>map(column -> LEDGER.field(column.column()))
            .toList();
    private static final List<Field<?>> ARCHIVE_ROW =
            LEDGER_ROW.stream().<Field<?>>map(LEDGER_ARCHIVE::field).toList();

    private final Database database;
    private final BooleanSupplier down;
    private final Servers servers;
    private final AtomicBoolean lastBatchAllReplays = new AtomicBoolean();

    /** Creates a store in a database that is always tried. */
    public JooqWalletStore(Database database) {
        this(database, () -> false, Servers.ONE);
    }

    /** Creates a store in a database that is not tried while it, or the server of an account, is known to be down. */
    public JooqWalletStore(Database database, BooleanSupplier down, Servers servers) {
        this.database = database;
        this.down = down;
        this.servers = servers;
    }

    @Override
    public int partition(String accountId) {
        var partitions = database.partitions();
        return partitions == null ? 0 : partitions.ofAccount().applyAsInt(accountId);
    }

    @Override
    public Placement placement() {
        return servers;
    }

    @Override
    public UnitOfWork begin() {
        requireDatabase();
        try {
            return new SqlUnit(database.movements().getConnection(), database, servers, lastBatchAllReplays);
        } catch (SQLException e) {
            throw new StoreException.RolledBack("no database connection", false, e);
        }
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        servers.require(null);
        return find(transactionId, table -> DSL.noCondition());
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String accountId, String transactionId) {
        return servers.read(
                accountId,
                () -> find(transactionId, table -> Partitions.condition(database.lookups(), table, accountId)));
    }

    private Optional<StoredTransaction> find(String transactionId, Function<Table<?>, Condition> partition) {
        requireDatabase();
        try {
            // Without the partition there may be several: an id may be used in two of them (D-52).
            return database.lookups()
                    .select(LEDGER_ROW)
                    .from(LEDGER)
                    .where(LEDGER.TRANSACTION_ID.eq(transactionId).and(partition.apply(LEDGER)))
                    .unionAll(DSL.select(ARCHIVE_ROW)
                            .from(LEDGER_ARCHIVE)
                            .where(LEDGER_ARCHIVE
                                    .TRANSACTION_ID
                                    .eq(transactionId)
                                    .and(partition.apply(LEDGER_ARCHIVE))))
                    .limit(1)
                    .fetchOptional(JooqWalletStore::transaction);
        } catch (DataAccessException e) {
            throw new StoreException.RolledBack("the database rejected the query with state " + e.sqlState(), false, e);
        }
    }

    /**
     * Refuses while the database is down. This holds for the look-up after a commit with an unknown outcome too (D-29): a row that is
     * there while no commit passes may be on one of two servers only, and must not be reported as stored.
     */
    private void requireDatabase() {
        if (down.getAsBoolean()) {
            throw new StoreException.RolledBack("the database is not available", false, null);
        }
    }

    private static StoredTransaction transaction(Record row) {
        try (var result = row.intoResultSet()) {
            result.next();
            return LedgerColumn.read(result);
        } catch (SQLException e) {
            throw new DataAccessException("a ledger row could not be read", e);
        }
    }
}
