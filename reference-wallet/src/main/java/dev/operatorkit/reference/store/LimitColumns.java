package dev.operatorkit.reference.store;

import dev.operatorkit.reference.limits.DayTotals;
import dev.operatorkit.reference.limits.LimitedAccount;
import dev.operatorkit.reference.limits.PlayerLimits;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.jdbc.AccountColumns;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the limits and totals of an account from the row that a unit of work locks; the day is null for an account without limits. */
final class LimitColumns implements AccountColumns<LimitedAccount> {
    private static final List<Written> WRITTEN = List.of(
            new Written("limits_day", JDBCType.DATE),
            new Written("day_staked", JDBCType.BIGINT),
            new Written("day_lost", JDBCType.BIGINT));

    @Override
    public List<String> names() {
        return List.of("limits_day", "stake_limit", "loss_limit", "excluded_until", "day_staked", "day_lost");
    }

    /** Returns null for an account without limits, after a look at one column. */
    @Override
    public @Nullable LimitedAccount read(ResultSet row, int first, Map<String, StoredTransaction> known)
            throws SQLException {
        var day = row.getObject(first, LocalDate.class);
        if (day == null) {
            return null;
        }
        var limits = new PlayerLimits(
                number(row, first + 1), number(row, first + 2), row.getObject(first + 3, LocalDate.class));
        return new LimitedAccount(limits, new DayTotals(day, row.getLong(first + 4), row.getLong(first + 5)), known);
    }

    private static @Nullable Long number(ResultSet row, int column) throws SQLException {
        var number = row.getLong(column);
        return row.wasNull() ? null : number;
    }

    @Override
    public List<Written> written() {
        return WRITTEN;
    }

    @Override
    public List<Object> valuesAfter(LimitedAccount account, Collection<StoredTransaction> applied) {
        var totals = account.totalsAfter(applied);
        return List.of(totals.day(), totals.staked(), totals.lost());
    }
}
