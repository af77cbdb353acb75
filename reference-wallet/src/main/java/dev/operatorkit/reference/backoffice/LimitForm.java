package dev.operatorkit.reference.backoffice;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.limits.PlayerLimits;
import dev.operatorkit.reference.staff.AccountLimits;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Shows the limits of a player in a form, and reads that form.
 *
 * @param currency the currency of the account
 * @param state the limits and the totals of today
 */
public record LimitForm(CurrencyCode currency, AccountLimits.State state) {
    /** Limits the dates to those that both databases store. */
    private static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 31);

    /** Returns a limit as its field shows it. */
    public String text(@Nullable Long limit) {
        return limit == null ? "" : new Money(limit, currency).toPlainString();
    }

    /** Returns the end of the exclusion as its field shows it. */
    public String excludedUntil() {
        var date = state.limits().excludedUntil();
        return date == null ? "" : date.toString();
    }

    /** Returns what was staked and lost today, in words. */
    public String today() {
        var totals = state.totals();
        return state.limits().equals(PlayerLimits.NONE)
                ? "No limits are set. With a limit, this page also shows what was staked and lost today (UTC)."
                : "Staked today: " + Page.money(new Money(totals.staked(), currency)) + ". Lost today: "
                        + Page.money(new Money(totals.lost(), currency)) + " (negative after a win).";
    }

    /** Reads the limits to set. An empty field means no limit; a missing one is refused, since it may have been cut off. */
    PlayerLimits read(Form form, LocalDate today) {
        if (!form.sent("seen").equals(state.limits().toString())) {
            throw new IllegalArgumentException(
                    "The limits have changed since the page was loaded. Reload it and check them.");
        }
        var until = form.sent("excludedUntil").isEmpty() ? null : form.date("excludedUntil");
        if (until != null
                && (until.isAfter(LAST_DAY)
                        || (!until.equals(state.limits().excludedUntil()) && !until.isAfter(today)))) {
            throw new IllegalArgumentException("excludedUntil must be after today, " + today + " in UTC, and until "
                    + LAST_DAY + ", not " + until + ". Leave it empty to end an exclusion.");
        }
        return new PlayerLimits(amount(form, "stakeLimit"), amount(form, "lossLimit"), until);
    }

    private @Nullable Long amount(Form form, String name) {
        var text = form.sent(name);
        if (text.isEmpty()) {
            return null;
        }
        var limit = form.amount(name, currency).minorUnits();
        if (limit < 0) {
            throw new IllegalArgumentException(
                    name + " must not be negative, unlike " + text + ". Nothing was changed.");
        }
        return limit;
    }
}
