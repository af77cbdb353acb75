package dev.operatorkit.reference.staff;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.LEDGER;
import static org.jooq.impl.DSL.sum;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Partitions;
import dev.operatorkit.reference.limits.DayTotals;
import dev.operatorkit.reference.limits.PlayerLimits;
import dev.operatorkit.reference.staff.Accounts.Author;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** Reads and sets the limits of accounts for the operator's staff. */
public final class AccountLimits {
    /** Names the action of the trail. */
    static final String ACTION = "set limits";

    private static final BigDecimal MAX_TOTAL = BigDecimal.valueOf(Long.MAX_VALUE);

    private final Database database;
    private final Clock clock;

    /** Creates access to the limits in a database. */
    public AccountLimits(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Holds the limits of an account and its totals of today.
     *
     * @param totals the totals by which the next bet is judged; zero for an account without limits, which is not counted
     */
    public record State(PlayerLimits limits, DayTotals totals) {}

    /** Returns the limits of an account and its totals of today; none for an unknown account. */
    public State find(String accountId) {
        return database.reads()
                .selectFrom(ACCOUNTS)
                .where(ACCOUNTS.ID.eq(accountId))
                .and(Partitions.condition(database.reads(), ACCOUNTS, accountId))
                .fetchOptional(row -> new State(limits(row), totals(row)))
                .orElseGet(() -> new State(PlayerLimits.NONE, DayTotals.none(today())));
    }

    /**
     * Sets the limits of an account under its lock: once this returns, they hold for every bet that is not yet accepted.
     * Stakes and losses of today count, even those before there were limits.
     *
     * @param seen the limits that the author saw
     * @throws IllegalArgumentException when there is no such account, or its limits have changed meanwhile
     */
    public void set(String accountId, PlayerLimits seen, PlayerLimits limits, Author author, String reason) {
        database.writes().transaction(transaction -> {
            var sql = transaction.dsl();
            var row = sql.selectFrom(ACCOUNTS)
                    .where(ACCOUNTS.ID.eq(accountId))
                    .and(Partitions.condition(sql, ACCOUNTS, accountId))
                    .forUpdate()
                    .fetchOne();
            if (row == null) {
                throw new NotFoundException("There is no account " + accountId + ". Check the id.");
            }
            if (!limits(row).equals(seen)) {
                throw new IllegalArgumentException(
                        "The limits of " + accountId + " have changed meanwhile. Reload the page and check them.");
            }
            if (!limits.equals(seen)) {
                update(sql, accountId, limits);
                var currency = CurrencyCode.of(row.getCurrency());
                var change = describe(seen, currency) + " → " + describe(limits, currency) + ": " + reason;
                Trail.add(sql, clock, author, ACTION, accountId, change, true);
            }
        });
    }

    private static String describe(PlayerLimits limits, CurrencyCode currency) {
        var until = limits.excludedUntil();
        return "stakes " + describe(limits.stakeLimit(), currency) + ", loss " + describe(limits.lossLimit(), currency)
                + (until == null ? "" : ", excluded until " + until);
    }

    private static String describe(@Nullable Long limit, CurrencyCode currency) {
        return limit == null ? "unlimited" : new Money(limit, currency).toString();
    }

    private void update(DSLContext sql, String accountId, PlayerLimits limits) {
        var counted = limits.equals(PlayerLimits.NONE) ? null : count(sql, accountId);
        sql.update(ACCOUNTS)
                .set(ACCOUNTS.STAKE_LIMIT, limits.stakeLimit())
                .set(ACCOUNTS.LOSS_LIMIT, limits.lossLimit())
                .set(ACCOUNTS.EXCLUDED_UNTIL, limits.excludedUntil())
                .set(ACCOUNTS.LIMITS_DAY, counted == null ? null : counted.day())
                .set(ACCOUNTS.DAY_STAKED, counted == null ? null : counted.staked())
                .set(ACCOUNTS.DAY_LOST, counted == null ? null : counted.lost())
                .where(ACCOUNTS.ID.eq(accountId))
                .and(Partitions.condition(sql, ACCOUNTS, accountId))
                .execute();
    }

    /**
     * Counts the bets and payouts of today from the ledger, by the rules of {@link DayTotals}. It reads the chain of the account from
     * the last entry of an earlier day on, so it takes no longer for an account with years of bets.
     */
    private DayTotals count(DSLContext sql, String accountId) {
        var today = today();
        var start = today.atStartOfDay().atOffset(ZoneOffset.UTC);
        var debit = LEDGER.as("debit");
        var before = sql.select(LEDGER.ACCOUNT_VERSION)
                .from(LEDGER)
                .where(LEDGER.ACCOUNT_ID.eq(accountId).and(LEDGER.CREATED_AT.lt(start)))
                .and(Partitions.condition(sql, LEDGER, accountId))
                .orderBy(LEDGER.ACCOUNT_VERSION.desc())
                .limit(1)
                .fetchOptional(LEDGER.ACCOUNT_VERSION)
                .orElse(0L);
        var sums = sql.select(LEDGER.KIND, sum(LEDGER.AMOUNT))
                .from(LEDGER)
                .leftJoin(debit)
                .on(debit.TRANSACTION_ID
                        .eq(LEDGER.REFERENCE_TRANSACTION_ID)
                        .and(Partitions.condition(sql, debit, accountId)))
                .where(LEDGER.ACCOUNT_ID.eq(accountId).and(LEDGER.ACCOUNT_VERSION.gt(before)))
                .and(Partitions.condition(sql, LEDGER, accountId))
                .and(LEDGER.KIND.ne("ROLLBACK").or(debit.CREATED_AT.ge(start)))
                .groupBy(LEDGER.KIND)
                .fetchMap(LEDGER.KIND, row -> row.value2());
        var returned = sums.getOrDefault("ROLLBACK", BigDecimal.ZERO);
        var staked = sums.getOrDefault("DEBIT", BigDecimal.ZERO).subtract(returned);
        var lost = staked.subtract(sums.getOrDefault("CREDIT", BigDecimal.ZERO));
        return new DayTotals(today, total(staked), total(lost));
    }

    private static long total(BigDecimal sum) {
        return sum.min(MAX_TOTAL).max(MAX_TOTAL.negate()).longValueExact();
    }

    private static PlayerLimits limits(Record row) {
        return new PlayerLimits(
                row.get(ACCOUNTS.STAKE_LIMIT), row.get(ACCOUNTS.LOSS_LIMIT), row.get(ACCOUNTS.EXCLUDED_UNTIL));
    }

    private DayTotals totals(Record row) {
        var day = row.get(ACCOUNTS.LIMITS_DAY);
        return day == null
                ? DayTotals.none(today())
                : new DayTotals(day, row.get(ACCOUNTS.DAY_STAKED), row.get(ACCOUNTS.DAY_LOST)).on(today());
    }

    private LocalDate today() {
        return DayTotals.dayOf(clock.instant());
    }
}
