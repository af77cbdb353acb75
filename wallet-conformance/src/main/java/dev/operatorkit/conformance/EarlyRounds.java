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

    private final List<MovementBody> open = new ArrayList<>();
    private @Nullable PlayerAccount account;

    EarlyRounds() {}

    /** Opens the rounds, if a case will settle them and no case needs the money. */
    void open(CaseContext tester, PlayerAccount of, List<Case> cases) {
        if (cases.stream().noneMatch(each -> each.id().equals(SETTLED_BY))) {
            return;
        }
        try {
            if (!isNeeded(of.player().inUnits(tester.balance()), cases)) {
                for (var stake : STAKES) {
                    tester.bet(stake);
                }
                keep(of, tester.calls().openRounds().takeUnsettled());
            }
        } catch (NoResponse | Failure | SkipCase e) {
            // The cases about debits say what is wrong; without these rounds, one case at the end is skipped.
            tester.calls().giveBack();
            new BalanceRestorer(tester).restoreAll();
        }
    }

    /** Returns true when a case could run with this balance, and not without the stakes. */
    private static boolean isNeeded(BigDecimal units, List<Case> cases) {
        return cases.stream()
                .map(each -> BigDecimal.valueOf(each.needs()))
                .anyMatch(needs ->
                        units.compareTo(needs) >= 0 && units.compareTo(needs.add(BigDecimal.valueOf(ALL))) < 0);
    }

    private synchronized void keep(PlayerAccount of, List<MovementBody> debits) {
        account = of;
        open.addAll(debits);
        of.acceptChange(stakes(debits).negate());
    }

    private static BigDecimal stakes(List<MovementBody> debits) {
        return debits.stream().map(MovementBody::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Hands the debits of the rounds over to a case, which settles them; what it leaves open is restored after it. */
    public List<MovementBody> take(CaseContext tester) {
        var debits = take();
        debits.forEach(debit -> tester.calls().openRounds().recordSending(debit, false));
        return debits;
    }

    private synchronized List<MovementBody> take() {
        var debits = List.copyOf(open);
        open.clear();
        if (account != null) {
            account.acceptChange(stakes(debits));
        }
        return debits;
    }

    /** Leaves the rounds that no case has settled to the restoring of balances. */
    synchronized void giveBack() {
        if (account != null) {
            take().forEach(account::leaveOpen);
        }
    }

    synchronized List<MovementBody> open() {
        return List.copyOf(open);
    }
}
