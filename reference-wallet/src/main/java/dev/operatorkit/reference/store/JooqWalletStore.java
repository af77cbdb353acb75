package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.LEDGER;
import static dev.operatorkit.reference.schema.Tables.LEDGER_ARCHIVE;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;

/** The wallet's tables on H2 and PostgreSQL: a few statements for a batch of any size, one commit (IDM-3). */
public final class JooqWalletStore implements WalletStore {
    private static final List<Field<?>> LEDGER_ROW = List.of(
            LEDGER.TRANSACTION_ID,
            LEDGER.KIND,
            LEDGER.ACCOUNT_ID,
            LEDGER.GAME_ROUND_ID,
            LEDGER.REFERENCE_TRANSACTION_ID,
            LEDGER.OPERATOR_TRANSACTION_ID,
            LEDGER.CURRENCY,
            LEDGER.AMOUNT,
            LEDGER.BALANCE_AFTER,
            LEDGER.ACCOUNT_VERSION,
            LEDGER.REASON,
            LEDGER.FINGERPRINT,
            LEDGER.CREATED_AT);
    private static final List<Field<?>> ARCHIVE_ROW =
            LEDGER_ROW.stream().<Field<?>>map(LEDGER_ARCHIVE::field).toList();

    private final Database database;
    private final AtomicBoolean storm = new AtomicBoolean();

    /** Keeps everything in {@code database}. */
    public JooqWalletStore(Database database) {
        this.database = database;
    }

    @Override
    public UnitOfWork begin() {
        try {
            return new SqlUnit(database.movements().getConnection(), database.isRemote(), storm);
        } catch (SQLException e) {
            throw new StoreException.RolledBack("no connection to the database", false, e);
        }
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        try {
            return database.lookups()
                    .select(LEDGER_ROW)
                    .from(LEDGER)
                    .where(LEDGER.TRANSACTION_ID.eq(transactionId))
                    .unionAll(DSL.select(ARCHIVE_ROW)
                            .from(LEDGER_ARCHIVE)
                            .where(LEDGER_ARCHIVE.TRANSACTION_ID.eq(transactionId)))
                    .fetchOptional(JooqWalletStore::transaction);
        } catch (DataAccessException e) {
            throw new StoreException.RolledBack("the database refused, state " + e.sqlState(), false, e);
        }
    }

    private static StoredTransaction transaction(Record row) {
        var currency = CurrencyCode.of(row.get(LEDGER.CURRENCY));
        return new StoredTransaction(
                row.get(LEDGER.TRANSACTION_ID),
                Kind.valueOf(row.get(LEDGER.KIND)),
                row.get(LEDGER.ACCOUNT_ID),
                row.get(LEDGER.GAME_ROUND_ID),
                row.get(LEDGER.REFERENCE_TRANSACTION_ID),
                row.get(LEDGER.OPERATOR_TRANSACTION_ID),
                new Money(row.get(LEDGER.AMOUNT), currency),
                new Money(row.get(LEDGER.BALANCE_AFTER), currency),
                row.get(LEDGER.ACCOUNT_VERSION),
                row.get(LEDGER.REASON),
                row.get(LEDGER.FINGERPRINT),
                row.get(LEDGER.CREATED_AT).toInstant());
    }
}
