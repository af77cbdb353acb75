package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.wire.NoResponse;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the rounds that a run opens at its beginning and a case settles at its end: a round may stay open for days (WAL-8, WAL-11). */
public final class EarlyRounds {
    /** The id of the case that settles them. */
    public static final String SETTLED_BY = "first-open-rounds-settle-at-the-end";

    private static final long[] STAKES = {2, 3, 4};
    /** The stakes, and what most cases need besides. */
    private static final long MIN_UNITS = 69;

    private static final String NEEDED = "needs three rounds that the run opens at its beginning";

    private @Nullable CaseContext opener;
    private String missing = NEEDED + ", and none were opened";

    EarlyRounds() {}

    /** Opens the rounds, unless the player has too little money for them. They stay open rounds of this context until they are taken. */
    public synchronized void open(CaseContext tester) {
        try {
            var balance = tester.balance();
            if (tester.player().inUnits(balance).compareTo(BigDecimal.valueOf(MIN_UNITS)) < 0) {
                throw Preconditions.lackOfMoney(tester.player(), MIN_UNITS, balance);
            }
            for (var stake : STAKES) {
                tester.bet(stake);
            }
            opener = tester;
        } catch (SkipCase e) {
            missing = String.valueOf(e.getMessage());
        } catch (NoResponse | Failure e) {
            // The cases about debits say what is wrong; without these rounds, one case at the end is skipped.
            missing = NEEDED + ", and opening them failed: " + e.getMessage();
        }
    }

    /** Returns true when the rounds were opened and no case has taken them. */
    public synchronized boolean areOpen() {
        return opener != null;
    }

    /** Hands the debits of the rounds over to a case, which settles them. Skips the case when there are none. */
    public synchronized List<MovementBody> take(CaseContext tester) {
        if (opener == null) {
            throw tester.skip(missing);
        }
        var debits = opener.calls().openRounds().takeUnsettled();
        debits.forEach(debit -> tester.calls().openRounds().recordSending(debit, false));
        opener = null;
        missing = NEEDED + ", which are no longer open";
        return debits;
    }
}
