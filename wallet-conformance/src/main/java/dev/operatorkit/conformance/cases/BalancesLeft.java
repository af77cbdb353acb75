package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.CaseContext;
import dev.operatorkit.conformance.Check;
import dev.operatorkit.conformance.Checkpoint;
import dev.operatorkit.conformance.MovementBody;
import dev.operatorkit.conformance.Player;
import dev.operatorkit.conformance.ResumedRun;
import dev.operatorkit.conformance.RunJournal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Compares the balances with those at the end of an earlier run (IDM-3). A difference that the last movements explain is a movement
 * that was lost or applied twice; any other one says that somebody used the player meanwhile.
 */
final class BalancesLeft {
    private static final int LAST = 10;

    private BalancesLeft() {}

    static void judge(CaseContext t) {
        var run = t.journal().resumed();
        run.requireReadable();
        var used = new ArrayList<String>();
        for (var account : run.checkpoint().players()) {
            var expected = account.balance().add(settledMeanwhile(t, run, account.player()));
            var found = run.foundBalance(account.player());
            var difference = found.subtract(expected);
            if (difference.signum() != 0) {
                requireUnexplained(run.checkpoint(), account.player(), expected, found);
                used.add(account.player() + " had " + expected.toPlainString() + " and has " + found.toPlainString());
            }
        }
        if (!used.isEmpty()) {
            throw t.skip("needs players whom nobody uses between the two runs: " + String.join(", ", used));
        }
    }

    /** Returns what an earlier resumed run has moved: its settlements are known. */
    private static BigDecimal settledMeanwhile(CaseContext t, ResumedRun run, Player player) {
        return run.checkpoint().settlements().stream()
                .filter(each -> each.player().accountId().equals(player.accountId()))
                .filter(each -> t.lookup(player, each.id()).isResult())
                .map(run.checkpoint()::change)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static void requireUnexplained(Checkpoint first, Player player, BigDecimal expected, BigDecimal found) {
        var last = new ArrayList<>(first.movementsOf(player).stream()
                .map(RunJournal.Applied::message)
                .toList());
        Collections.reverse(last);
        var why = explanation(first, last.subList(0, Math.min(LAST, last.size())), found.subtract(expected));
        Check.require(
                why.isEmpty(),
                "IDM-3",
                "the balance of " + player + " is still " + expected.toPlainString(),
                "the player callback reports " + found.toPlainString() + ", as if " + why,
                "Write a movement and the balance in one transaction, before the response. If somebody used this player"
                        + " between the two runs, repeat both.",
                null);
    }

    /** Returns which of the last movements, the latest first, explain the difference; empty when none do. */
    private static String explanation(Checkpoint first, List<MovementBody> last, BigDecimal difference) {
        var lost = BigDecimal.ZERO;
        for (var i = 0; i < last.size(); i++) {
            var change = first.change(last.get(i));
            if (lost.signum() == 0 && difference.compareTo(change) == 0) {
                return "the last movement had been applied twice";
            }
            lost = lost.add(change);
            if (difference.compareTo(lost.negate()) == 0) {
                return "the last " + (i + 1) + " movements had been lost";
            }
        }
        return "";
    }
}
