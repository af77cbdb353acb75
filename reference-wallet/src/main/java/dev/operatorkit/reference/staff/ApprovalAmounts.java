package dev.operatorkit.reference.staff;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENTS;
import static dev.operatorkit.reference.schema.Tables.APPROVAL_AMOUNTS;
import static org.jooq.impl.DSL.abs;
import static org.jooq.impl.DSL.sum;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Partitions;
import dev.operatorkit.reference.staff.Accounts.Author;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Stores up to which amount of a currency a person may adjust balances on one day (UTC) without another person.
 *
 * <p>While there is no amount at all, no adjustment needs another person. From the first amount on, a currency without one always does, so that
 * no forgotten currency is a way round.
 */
public final class ApprovalAmounts {
    private final Database database;
    private final Clock clock;

    /** Creates access to the amounts in a database. */
    public ApprovalAmounts(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Returns the amounts, ordered by currency. */
    public List<Money> all() {
        return all(database.reads());
    }

    private static List<Money> all(DSLContext sql) {
        return sql.selectFrom(APPROVAL_AMOUNTS)
                .orderBy(APPROVAL_AMOUNTS.CURRENCY)
                .fetch(row -> new Money(row.getAmount(), CurrencyCode.of(row.getCurrency())));
    }

    /** Sets the amount of a currency; null removes it. Requests that wait still need their second person. */
    public void set(CurrencyCode currency, @Nullable Money amount, Author author) {
        if (amount != null && amount.isNegative()) {
            throw new IllegalArgumentException("The amount must not be negative, but is " + amount + ".");
        }
        database.writes().transaction(transaction -> {
            var sql = transaction.dsl();
            People.require(sql, author, Role.ADMINISTRATOR);
            var before = sql.deleteFrom(APPROVAL_AMOUNTS)
                    .where(APPROVAL_AMOUNTS.CURRENCY.eq(currency.code()))
                    .returning()
                    .fetchOptional(APPROVAL_AMOUNTS.AMOUNT);
            if (amount != null) {
                sql.insertInto(APPROVAL_AMOUNTS)
                        .set(APPROVAL_AMOUNTS.CURRENCY, currency.code())
                        .set(APPROVAL_AMOUNTS.AMOUNT, amount.minorUnits())
                        .execute();
            }
            var was = before.map(minor -> new Money(minor, currency).toString()).orElse("none");
            var change = was + " → " + (amount == null ? "none" : amount);
            Trail.add(sql, clock, author, "set approval amount", currency.code(), change, true);
        });
    }

    /**
     * Returns true when the author may not make a change without another person. Changes that the author has made today without one
     * count by size, so that neither several small changes nor one back and forth are a way round. The author's row is locked before.
     */
    boolean needsApproval(DSLContext sql, Author author, Money change) {
        var amounts = all(sql);
        var perDay = amounts.stream()
                .filter(amount -> amount.currency().equals(change.currency()))
                .findFirst()
                .orElse(Money.zero(change.currency()));
        var size = BigDecimal.valueOf(change.minorUnits()).abs(); // the smallest long has no positive counterpart
        var made = size.add(madeAlone(sql, author.name(), change.currency()));
        return !amounts.isEmpty() && made.compareTo(BigDecimal.valueOf(perDay.minorUnits())) > 0;
    }

    private BigDecimal madeAlone(DSLContext sql, String person, CurrencyCode currency) {
        var today = Trail.now(clock).truncatedTo(ChronoUnit.DAYS);
        var made = sql.select(sum(abs(ADJUSTMENTS.AMOUNT)))
                .from(ADJUSTMENTS)
                .join(ACCOUNTS)
                .on(ACCOUNTS.ID.eq(ADJUSTMENTS.ACCOUNT_ID).and(Partitions.same(sql, ACCOUNTS, ADJUSTMENTS)))
                .where(ADJUSTMENTS.MADE_BY.eq(person).and(ADJUSTMENTS.CREATED_AT.ge(today)))
                .and(ADJUSTMENTS.APPROVED_BY.isNull().and(ACCOUNTS.CURRENCY.eq(currency.code())))
                .fetchSingle()
                .value1();
        return made == null ? BigDecimal.ZERO : made;
    }
}
