package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Opens rounds at the beginning of a run, which stay open until a case settles them at its end: a round may stay open for days
 * (WAL-8, WAL-11). Until then nobody has to restore their stakes.
 */
public final class EarlyRounds {
    /** The id of the case that settles them. */
    public static final String SETTLED_BY = "first-open-rounds-settle-at-the-end";

    static final Case OPENING =
            Case.of("rounds-of-the-whole-run", "Opens rounds that stay open during the run", "RND-1", t -> {});

    private static final long[] STAKES = {2, 3, 4};
    private static final long ALL = LongStream.of(STAKES).sum();

    private static final String NEEDED = "needs three rounds that the run opens at its beginning";

    private final List<MovementBody> open = new ArrayList<>();
    private @Nullable PlayerAccount account;

    /** Holds the reason for which no rounds are open. */
    private volatile String missing = NEEDED + ", and none were opened";

    private boolean taken;

    EarlyRounds() {}

    /**
     * Opens the rounds, if a case will settle them and no case needs the money. Returns what could not be restored if a debit fails;
     * debits that could not be rolled back either are left to the next restoring of balances, which reports them.
     */
    List<Unrestored> openAll(CaseContext tester, PlayerAccount of, List<Case> cases) {
        if (cases.stream().noneMatch(each -> each.id().equals(SETTLED_BY))) {
            return List.of();
        }
        try {
            requireMoneyForAll(tester, of.player(), cases);
            for (var stake : STAKES) {
                tester.bet(stake);
            }
            keep(of, tester.calls().openRounds().takeUnsettled());
            return List.of();
        } catch (SkipCase e) {
            return giveUp(tester, of, String.valueOf(e.getMessage()));
        } catch (NoResponse | Failure e) {
            // The cases about debits say what is wrong; without these rounds, one case at the end is skipped.
            return giveUp(tester, of, NEEDED + ", and opening them failed: " + e.getMessage());
        }
    }

    private List<Unrestored> giveUp(CaseContext tester, PlayerAccount of, String why) {
        missing = why;
        tester.calls().giveBack();
        var left = new BalanceRestorer(tester).restoreAll();
        of.reopenAbandoned();
        return of.open().isEmpty() ? left : List.of();
    }

    /** Skips the rounds when a case could run with this balance, and not without the stakes. */
    private static void requireMoneyForAll(CaseContext tester, Player player, List<Case> cases) {
        var balance = tester.balance();
        var units = player.inUnits(balance);
        var least = leastFrom(units, cases);
        if (units.compareTo(least) < 0) {
            throw Preconditions.lackOfMoney(player, least.longValueExact(), balance);
        }
    }

    /** Returns the least balance, from this one on, with which the same cases can run with and without the stakes. */
    private static BigDecimal leastFrom(BigDecimal units, List<Case> cases) {
        var least = units;
        for (var needs : cases.stream().mapToLong(Case::needs).sorted().toArray()) {
            var enough = BigDecimal.valueOf(needs + ALL);
            if (least.compareTo(BigDecimal.valueOf(needs)) >= 0 && least.compareTo(enough) < 0) {
                least = enough;
            }
        }
        return least;
    }

    private synchronized void keep(PlayerAccount of, List<MovementBody> debits) {
        account = of;
        open.addAll(debits);
        of.acceptChange(stakes(debits).negate());
    }

    private static BigDecimal stakes(List<MovementBody> debits) {
        return debits.stream().map(MovementBody::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * Hands the debits of the rounds over to a case, which settles them; what it leaves open is restored after it. Skips the case
     * when there are none.
     */
    public List<MovementBody> take(CaseContext tester) {
        var debits = take();
        if (debits.isEmpty()) {
            throw tester.skip(missing());
        }
        debits.forEach(debit -> tester.calls().openRounds().recordSending(debit, false));
        return debits;
    }

    private synchronized String missing() {
        return taken ? NEEDED + ", which are no longer open" : missing;
    }

    private synchronized List<MovementBody> take() {
        var debits = List.copyOf(open);
        open.clear();
        taken |= !debits.isEmpty();
        if (account != null) {
            account.acceptChange(stakes(debits));
        }
        return debits;
    }

    /** Returns true when the rounds were opened and are no longer open, so that no case can settle them again. */
    synchronized boolean areTaken() {
        return taken;
    }

    /** Leaves the rounds that no case has settled to the restoring of balances. */
    synchronized void giveBack() {
        if (account != null) {
            take().forEach(account::leaveOpen);
        }
    }

    synchronized List<MovementBody> unsettled() {
        return List.copyOf(open);
    }
}
