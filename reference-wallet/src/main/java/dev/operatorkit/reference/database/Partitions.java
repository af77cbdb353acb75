package dev.operatorkit.reference.database;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;

import java.util.Collection;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Scope;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the partitions into which a distributed database divides the rows of accounts, and adds the number to jOOQ's statements. The
 * generated tables do not have the column, because the tables of one server have none; statements for them do not change.
 *
 * @param count the number of partitions, which are numbered from 0
 * @param ofAccount returns the partition of an account
 * @param expression computes the partition of the account in a column {@code %s} in SQL
 */
public record Partitions(int count, ToIntFunction<String> ofAccount, String expression) {
    /** Names the column with the number. */
    public static final String COLUMN = "bucket";

    private static final String KEY = Partitions.class.getName();

    /** Makes the statements of this context, and of its transactions, name partitions. */
    void use(DSLContext sql) {
        sql.data(KEY, this);
    }

    /** Returns the partition of all of these accounts; null if there are none, for a read of all partitions. */
    public @Nullable Integer of(Collection<String> accounts) {
        var found = accounts.stream().map(ofAccount::applyAsInt).distinct().toList();
        if (found.size() > 1) {
            throw new IllegalArgumentException("One read names accounts of the partitions " + found + ".");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** Returns the condition that a row of this table is in the partition of an account. */
    public static Condition condition(Scope sql, Table<?> table, String accountId) {
        return sql.data(KEY) instanceof Partitions used
                ? column(table).eq(inline(used.ofAccount.applyAsInt(accountId)))
                : noCondition();
    }

    /** Returns the condition that rows of two tables are in the same partition, for a join. */
    public static Condition same(Scope sql, Table<?> table, Table<?> other) {
        return sql.data(KEY) instanceof Partitions ? column(table).eq(column(other)) : noCondition();
    }

    /** Returns the column to insert, with its value for an account. */
    public static Map<Field<?>, Object> value(Scope sql, String accountId) {
        return sql.data(KEY) instanceof Partitions used
                ? Map.of(field(name(COLUMN), SQLDataType.INTEGER), inline(used.ofAccount.applyAsInt(accountId)))
                : Map.of();
    }

    private static Field<Integer> column(Table<?> table) {
        return field(table.getQualifiedName().append(name(COLUMN)), SQLDataType.INTEGER);
    }
}
