package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists the columns of the ledger, each with its type and its value for a transaction. Every statement that reads or writes whole
 * rows takes its columns from here, in this order, so a new column needs only a migration, a constant and a line in
 * {@link #read}.
 */
// The functions have no state, and the order of the constants is the order of the columns in every statement.
@SuppressWarnings({"ImmutableEnumChecker", "EnumOrdinal"})
enum LedgerColumn {
    TRANSACTION_ID(ColumnType.TEXT, StoredTransaction::transactionId),
    ACCOUNT_ID(ColumnType.TEXT, StoredTransaction::accountId),
    ACCOUNT_VERSION(ColumnType.NUMBER, StoredTransaction::accountVersion),
    KIND(ColumnType.TEXT, row -> row.kind().name()),
    GAME_ROUND_ID(ColumnType.TEXT, StoredTransaction::gameRoundId),
    REFERENCE_TRANSACTION_ID(ColumnType.TEXT, StoredTransaction::referenceTransactionId),
    OPERATOR_TRANSACTION_ID(ColumnType.TEXT, StoredTransaction::operatorTransactionId),
    CURRENCY(ColumnType.TEXT, row -> row.amount().currency().code()),
    AMOUNT(ColumnType.NUMBER, row -> row.amount().minorUnits()),
    BALANCE_BEFORE(ColumnType.NUMBER, LedgerColumn::balanceBefore),
    BALANCE_AFTER(ColumnType.NUMBER, row -> row.balanceAfter().minorUnits()),
    REASON(ColumnType.TEXT, StoredTransaction::reason),
    FINGERPRINT(ColumnType.BYTES, StoredTransaction::bodyHash),
    CREATED_AT(ColumnType.TIME, (dialect, row) -> dialect.time(row.createdAt()));

    /** Lists the names of all columns, separated by commas. */
    static final String NAMES = join(LedgerColumn::column);

    /** Lists the names of all columns of a table {@code w} of parameters. */
    static final String INSERTED = join(column -> "w." + column.column());

    /** Lists the names and types, as a {@link Template} takes them. */
    static final String PARAMETERS = join(column -> column.column() + " " + column.type);

    private final ColumnType type;
    private final BiFunction<Dialect, StoredTransaction, @Nullable Object> value;

    LedgerColumn(ColumnType type, Function<StoredTransaction, @Nullable Object> value) {
        this(type, (dialect, row) -> value.apply(row));
    }

    LedgerColumn(ColumnType type, BiFunction<Dialect, StoredTransaction, @Nullable Object> value) {
        this.type = type;
        this.value = value;
    }

    /** Returns the values of {@link #PARAMETERS}: for each column those of all rows. */
    static Object[][] parameters(Dialect dialect, Collection<StoredTransaction> rows) {
        return Stream.of(values())
                .map(column -> column.type.column(rows, row -> column.value.apply(dialect, row)))
                .toArray(Object[][]::new);
    }

    /** Reads the transaction in the current row of a result with the columns {@link #NAMES}. */
    static StoredTransaction read(Dialect dialect, ResultSet row) throws SQLException {
        var currency = CurrencyCode.of(row.getString(CURRENCY.position()));
        return StoredTransaction.builder()
                .transactionId(row.getString(TRANSACTION_ID.position()))
                .kind(Kind.valueOf(row.getString(KIND.position())))
                .accountId(row.getString(ACCOUNT_ID.position()))
                .gameRoundId(row.getString(GAME_ROUND_ID.position()))
                .referenceTransactionId(row.getString(REFERENCE_TRANSACTION_ID.position()))
                .operatorTransactionId(row.getString(OPERATOR_TRANSACTION_ID.position()))
                .amount(new Money(row.getLong(AMOUNT.position()), currency))
                .balanceAfter(new Money(row.getLong(BALANCE_AFTER.position()), currency))
                .accountVersion(row.getLong(ACCOUNT_VERSION.position()))
                .reason(row.getString(REASON.position()))
                .bodyHash(row.getBytes(FINGERPRINT.position()))
                .createdAt(Objects.requireNonNull(dialect.time(row, CREATED_AT.position())))
                .build();
    }

    private int position() {
        return ordinal() + 1;
    }

    /** Returns the name of the column in the database. */
    private String column() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static long balanceBefore(StoredTransaction row) {
        var moved = row.amount().minorUnits();
        return row.balanceAfter().minorUnits() + (row.kind() == Kind.DEBIT ? moved : -moved);
    }

    private static String join(Function<LedgerColumn, String> part) {
        return Stream.of(values()).map(part).collect(Collectors.joining(", "));
    }
}
