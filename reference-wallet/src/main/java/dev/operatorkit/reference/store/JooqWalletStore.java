package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.LEDGER;
import static dev.operatorkit.reference.schema.Tables.LEDGER_ARCHIVE;

import dev.operatorkit.wallet.AccountBuckets;
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
    private final BooleanSupplier away;
    private final Workers workers;
    private final AtomicBoolean lastBatchAllReplays = new AtomicBoolean();

    /** Creates a store in a database that is always tried. */
    public JooqWalletStore(Database database) {
        this(database, () -> false, Workers.none(database));
    }

    /** Creates a store in a database that is not tried while it, or the worker of an account, is known to be away. */
    public JooqWalletStore(Database database, BooleanSupplier away, Workers workers) {
        this.database = database;
        this.away = away;
        this.workers = workers;
    }

    /** Returns the bucket of the account if the tables have buckets. */
    @Override
    public int partition(String accountId) {
        return database.hasBuckets() ? AccountBuckets.bucketOf(accountId) : 0;
    }

    @Override
    public Placement placement() {
        return workers;
    }

    @Override
    public UnitOfWork begin() {
        requireDatabase();
        try {
            return new SqlUnit(
                    database.movements().getConnection(),
                    database.isRemote(),
                    database.hasBuckets(),
                    workers,
                    lastBatchAllReplays);
        } catch (SQLException e) {
            throw new StoreException.RolledBack("no database connection", false, e);
        }
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        workers.require(null);
        return find(transactionId, table -> DSL.noCondition());
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String accountId, String transactionId) {
        return workers.read(
                accountId, () -> find(transactionId, table -> Buckets.condition(database.lookups(), table, accountId)));
    }

    private Optional<StoredTransaction> find(String transactionId, Function<Table<?>, Condition> bucket) {
        requireDatabase();
        try {
            // Without the bucket there may be several: an id may be used in two of them (D-52).
            return database.lookups()
                    .select(LEDGER_ROW)
                    .from(LEDGER)
                    .where(LEDGER.TRANSACTION_ID.eq(transactionId).and(bucket.apply(LEDGER)))
                    .unionAll(DSL.select(ARCHIVE_ROW)
                            .from(LEDGER_ARCHIVE)
                            .where(LEDGER_ARCHIVE
                                    .TRANSACTION_ID
                                    .eq(transactionId)
                                    .and(bucket.apply(LEDGER_ARCHIVE))))
                    .limit(1)
                    .fetchOptional(JooqWalletStore::transaction);
        } catch (DataAccessException e) {
            throw new StoreException.RolledBack("the database rejected the query with state " + e.sqlState(), false, e);
        }
    }

    /**
     * Refuses while the database is away. This holds for the look-up after a commit with an unknown outcome too (D-29): a row that is
     * there while no commit passes may be on one of two servers only, and must not be reported as stored.
     */
    private void requireDatabase() {
        if (away.getAsBoolean()) {
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
