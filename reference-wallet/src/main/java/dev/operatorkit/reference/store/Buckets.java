package dev.operatorkit.reference.store;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.noCondition;

import dev.operatorkit.wallet.AccountBuckets;
import java.util.Collection;
import java.util.Map;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Scope;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/**
 * Adds the bucket of an account to jOOQ's statements if the tables have buckets, and nothing otherwise. The generated
 * tables do not have the column, because only a distributed database has it.
 */
final class Buckets {
    /** Computes the bucket of the account in a column, as {@link AccountBuckets} does. */
    static final String EXPRESSION = "get_byte(sha256(convert_to(%s, 'UTF8')), 0) & " + (AccountBuckets.COUNT - 1);

    private static final String KEY = Buckets.class.getName();
    private static final String NAME = "bucket";

    private Buckets() {}

    /** Makes the statements of this context, and of its transactions, name buckets. */
    static void use(DSLContext sql) {
        sql.data(KEY, true);
    }

    private static boolean areUsed(Scope sql) {
        return sql.data(KEY) != null;
    }

    /** Returns the bucket of all accounts of the request; null if it names none, so that it reads all buckets. */
    static @Nullable Integer bucketOf(Collection<String> accounts) {
        var buckets = accounts.stream().map(AccountBuckets::bucketOf).distinct().toList();
        if (buckets.size() > 1) {
            throw new IllegalArgumentException("One read names accounts of the buckets " + buckets + ".");
        }
        return buckets.isEmpty() ? null : buckets.get(0);
    }

    /** Returns the condition that a row of this table is in the bucket of an account. */
    static Condition condition(Scope sql, Table<?> table, String accountId) {
        return areUsed(sql) ? column(table).eq(inline(AccountBuckets.bucketOf(accountId))) : noCondition();
    }

    /** Returns the condition that rows of two tables are in the same bucket, for a join. */
    static Condition same(Scope sql, Table<?> table, Table<?> other) {
        return areUsed(sql) ? column(table).eq(column(other)) : noCondition();
    }

    /** Returns the column to insert, with its value for an account. */
    static Map<Field<?>, Object> value(Scope sql, String accountId) {
        return areUsed(sql)
                ? Map.of(field(name(NAME), SQLDataType.INTEGER), inline(AccountBuckets.bucketOf(accountId)))
                : Map.of();
    }

    private static Field<Integer> column(Table<?> table) {
        return field(table.getQualifiedName().append(name(NAME)), SQLDataType.INTEGER);
    }
}
