package dev.operatorkit.reference.store;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntFunction;
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
    TRANSACTION_ID(Type.TEXT, StoredTransaction::transactionId),
    ACCOUNT_ID(Type.TEXT, StoredTransaction::accountId),
    ACCOUNT_VERSION(Type.NUMBER, StoredTransaction::accountVersion),
    KIND(Type.TEXT, row -> row.kind().name()),
    GAME_ROUND_ID(Type.TEXT, StoredTransaction::gameRoundId),
    REFERENCE_TRANSACTION_ID(Type.TEXT, StoredTransaction::referenceTransactionId),
    OPERATOR_TRANSACTION_ID(Type.TEXT, StoredTransaction::operatorTransactionId),
    CURRENCY(Type.TEXT, row -> row.amount().currency().code()),
    AMOUNT(Type.NUMBER, row -> row.amount().minorUnits()),
    BALANCE_BEFORE(Type.NUMBER, LedgerColumn::balanceBefore),
    BALANCE_AFTER(Type.NUMBER, row -> row.balanceAfter().minorUnits()),
    REASON(Type.TEXT, StoredTransaction::reason),
    FINGERPRINT(Type.BYTES, StoredTransaction::bodyHash),
    CREATED_AT(Type.TIME, row -> toText(row.createdAt()));

    /** Lists the names of all columns, separated by commas. */
    static final String NAMES = join(LedgerColumn::column);

    /** Lists the values to insert from a table {@code w} of parameters. */
    static final String INSERTED = join(LedgerColumn::inserted);

    /** Lists the array types of {@link MovementSql}, one for each column. */
    static final String PARAMETERS = join(column -> column.type.parameter);

    private final Type type;
    private final Function<StoredTransaction, @Nullable Object> value;

    LedgerColumn(Type type, Function<StoredTransaction, @Nullable Object> value) {
        this.type = type;
        this.value = value;
    }

    /** Names an array type of {@link MovementSql} and creates arrays of it. */
    private enum Type {
        TEXT(":texts", String[]::new),
        NUMBER(":longs", Long[]::new),
        BYTES(":bytes", byte[][]::new),
        TIME(":texts", String[]::new);

        private final String parameter;
        private final IntFunction<@Nullable Object[]> array;

        Type(String parameter, IntFunction<@Nullable Object[]> array) {
            this.parameter = parameter;
            this.array = array;
        }
    }

    /** Returns the values of {@link #PARAMETERS}: for each column those of all rows. */
    static Object[] parameters(Collection<StoredTransaction> rows) {
        return Stream.of(values())
                .map(column -> rows.stream().map(column.value).toArray(column.type.array))
                .toArray();
    }

    /** Reads the transaction in the current row of a result with the columns {@link #NAMES}. */
    static StoredTransaction read(ResultSet row) throws SQLException {
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
                .createdAt(row.getObject(CREATED_AT.position(), OffsetDateTime.class)
                        .toInstant())
                .build();
    }

    /** Formats a time as ISO-8601, which both databases parse, in microseconds, the precision that they store. */
    static String toText(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS).toString();
    }

    private int position() {
        return ordinal() + 1;
    }

    /** Returns the name of the column in the database. */
    String column() {
        return name().toLowerCase(Locale.ROOT);
    }

    private String inserted() {
        return type == Type.TIME ? "cast(w." + column() + " as timestamp with time zone)" : "w." + column();
    }

    private static long balanceBefore(StoredTransaction row) {
        var moved = row.amount().minorUnits();
        return row.balanceAfter().minorUnits() + (row.kind() == Kind.DEBIT ? moved : -moved);
    }

    private static String join(Function<LedgerColumn, String> part) {
        return Stream.of(values()).map(part).collect(Collectors.joining(", "));
    }
}
