package dev.operatorkit.reference.limits;

import dev.operatorkit.wallet.StoredTransaction;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Holds what an account has staked and lost on one day in UTC. A stake counts on the day of its bet and a payout on the
 * day of its credit; a returned stake is taken off the day of its bet, because a reverted round was not played (D-57).
 *
 * @param day the day
 * @param staked the stakes without those that were returned, in minor units
 * @param lost the same minus the payouts; negative after a win
 */
public record DayTotals(LocalDate day, long staked, long lost) {
    /** Returns the totals of a day without bets. */
    public static DayTotals none(LocalDate day) {
        return new DayTotals(day, 0, 0);
    }

    /** Returns the day to which a time belongs. */
    public static LocalDate dayOf(Instant time) {
        return time.atOffset(ZoneOffset.UTC).toLocalDate();
    }

    /** Returns the totals for a bet on this day. The clock of another node may be behind: an earlier day never begins again. */
    public DayTotals on(LocalDate other) {
        return other.isAfter(day) ? none(other) : this;
    }

    /**
     * Returns the totals after a transaction.
     *
     * @param settled the debit that the transaction settles; null if it settles none, or one that is unknown
     */
    public DayTotals add(StoredTransaction transaction, @Nullable StoredTransaction settled) {
        var today = on(dayOf(transaction.createdAt()));
        var amount = transaction.amount().minorUnits();
        return switch (transaction.kind()) {
            case DEBIT -> today.plus(amount, amount);
            case CREDIT -> today.plus(0, -amount);
            case ROLLBACK ->
                settled != null && dayOf(settled.createdAt()).equals(today.day) ? today.plus(-amount, -amount) : today;
        };
    }

    private DayTotals plus(long stake, long loss) {
        return new DayTotals(day, saturatedSum(staked, stake), saturatedSum(lost, loss));
    }

    /** Adds without overflow: a settlement must not fail because of a total. */
    static long saturatedSum(long one, long other) {
        var sum = one + other;
        var overflows = ((one ^ sum) & (other ^ sum)) < 0;
        return overflows ? (one < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }
}
