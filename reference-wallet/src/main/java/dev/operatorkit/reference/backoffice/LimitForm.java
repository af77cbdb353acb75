package dev.operatorkit.reference.backoffice;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.limits.PlayerLimits;
import dev.operatorkit.reference.staff.AccountLimits;
import java.time.LocalDate;
import java.util.List;
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

    /** Returns the stake limit as it stands in its field. */
    public String stakeLimit() {
        return text(state.limits().stakeLimit());
    }

    /** Returns the loss limit as it stands in its field. */
    public String lossLimit() {
        return text(state.limits().lossLimit());
    }

    /** Returns the end of the exclusion as it stands in its field. */
    public String excludedUntil() {
        return text(state.limits().excludedUntil());
    }

    /** Returns what was staked and lost today, in words. */
    public String today() {
        var totals = state.totals();
        return state.limits().equals(PlayerLimits.NONE)
                ? "No limits are set. With a limit, this page also shows what was staked and lost today (UTC)."
                : "Staked today: " + Page.money(new Money(totals.staked(), currency)) + ". Lost today: "
                        + Page.money(new Money(totals.lost(), currency)) + " (negative after a win).";
    }

    private String text(@Nullable Long limit) {
        return limit == null ? "" : new Money(limit, currency).toPlainString();
    }

    private static String text(@Nullable LocalDate date) {
        return date == null ? "" : date.toString();
    }

    /** Returns the table of the changes. */
    Listing changes(List<AccountLimits.Change> changes, int most) {
        return new Listing(
                        "Changes of the limits, newest first, at most " + most,
                        List.of(),
                        List.of("Time (UTC)", "Stake limit", "Loss limit", "Excluded until (UTC)", "Note"),
                        changes.stream()
                                .map(change -> List.of(
                                        Cell.time(change.at()),
                                        limit(change.limits().stakeLimit()),
                                        limit(change.limits().lossLimit()),
                                        Cell.of(text(change.limits().excludedUntil())),
                                        Cell.of(change.author() + ": " + change.reason())))
                                .toList())
                .withNothing("The limits have never been changed.");
    }

    private Cell limit(@Nullable Long limit) {
        return limit == null ? Cell.of("") : Cell.number(new Money(limit, currency));
    }

    /** Reads the limits that the page showed. */
    static PlayerLimits seen(Form form, CurrencyCode currency) {
        return new PlayerLimits(
                amount(form, "seenStakeLimit", currency),
                amount(form, "seenLossLimit", currency),
                date(form, "seenExcludedUntil"));
    }

    /** Reads the limits to set. An empty field means no limit; a missing one is refused, since it may have been cut off. */
    static PlayerLimits read(Form form, CurrencyCode currency, PlayerLimits seen, LocalDate today) {
        var until = date(form, "excludedUntil");
        if (until != null && !until.equals(seen.excludedUntil()) && !until.isAfter(today)) {
            throw new IllegalArgumentException("excludedUntil must be after today, " + today + " in UTC, not " + until
                    + ". Leave it empty to end an exclusion.");
        }
        return new PlayerLimits(amount(form, "stakeLimit", currency), amount(form, "lossLimit", currency), until);
    }

    private static @Nullable Long amount(Form form, String name, CurrencyCode currency) {
        var text = form.sent(name);
        if (text.isEmpty()) {
            return null;
        }
        var limit = form.amount(name, currency);
        if (limit.minorUnits() < 0) {
            throw new IllegalArgumentException(
                    name + " must not be negative, unlike " + text + ". Nothing was changed.");
        }
        return limit.minorUnits();
    }

    private static @Nullable LocalDate date(Form form, String name) {
        if (form.sent(name).isEmpty()) {
            return null;
        }
        var date = form.date(name);
        if (date.isAfter(LAST_DAY) || date.getYear() < 1) {
            throw new IllegalArgumentException(name + " must be a date until " + LAST_DAY + ", not " + date);
        }
        return date;
    }
}
