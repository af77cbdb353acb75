package dev.operatorkit.wallet.jdbc;

import java.math.BigDecimal;
import java.sql.JDBCType;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Lists the types of parameters, each with the array type that PostgreSQL and H2 both know. */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
enum ColumnType {
    TEXT("varchar", String[]::new),
    /** A text in a character set that lacks characters, so that only those of ASCII can be compared. */
    ASCII("varchar", String[]::new),
    NUMBER("bigint", Long[]::new),
    DECIMAL("numeric(38, 18)", BigDecimal[]::new),
    UUID("uuid", String[]::new),
    BYTES("bytea", byte[][]::new),
    TIME("timestamp with time zone", String[]::new),
    DAY("date", String[]::new);

    private final String name;
    private final IntFunction<@Nullable Object[]> array;

    ColumnType(String name, IntFunction<@Nullable Object[]> array) {
        this.name = name;
        this.array = array;
    }

    /** Returns a placeholder for a whole column of values. */
    String placeholder() {
        return "cast(? as " + name + " array)";
    }

    /** Returns a column with a value of each row: a text for a time, a day or a UUID. */
    <E> Object[] column(Collection<E> rows, Function<E, ? extends @Nullable Object> value) {
        return rows.stream().map(value).toArray(array);
    }

    /**
     * Returns a value of a column as it is passed to the database.
     *
     * @throws IllegalStateException if it is of another class than {@link AccountColumns.Written} names
     */
    @Nullable
    Object parameter(String column, @Nullable Object value) {
        if (value == null || (this == TEXT && value instanceof String) || (this == NUMBER && value instanceof Long)) {
            return value;
        }
        if (this == DAY && value instanceof LocalDate) {
            return value.toString();
        }
        throw new IllegalStateException(
                "AccountColumns.valuesAfter returned a " + value.getClass().getName()
                        + " for the column " + column + ", which is written from a "
                        + (this == TEXT ? "String" : this == NUMBER ? "Long" : "LocalDate") + ".");
    }

    static ColumnType named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    static ColumnType of(JDBCType type) {
        return switch (type) {
            case VARCHAR -> TEXT;
            case BIGINT -> NUMBER;
            case DATE -> DAY;
            default ->
                throw new IllegalArgumentException(
                        "A column of an account is written as VARCHAR, BIGINT or DATE, not as " + type + ".");
        };
    }

    /** Returns the name as a {@link Template} has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
