package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.ResumedRun;
import dev.operatorkit.conformance.suite.RunJournal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the balances with those at the end of an earlier run (IDM-3). A difference that the last movements explain is a movement
 * that was lost or applied twice. Any other one says that the player was used meanwhile, as by another first run of the suite: what
 * that takes is no sum of its last movements.
 */
final class BalancesLeft {
    private static final int LAST = 12;
    private static final String REPEAT = "If this player was used between the two runs, repeat both.";

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
                requireNotNegative(account.player(), expected, found);
                requireFirstWin(run, account.player(), expected, difference);
                requireUnexplained(run.checkpoint(), account.player(), expected, found);
                used.add(account.player() + " had " + account.player().money(expected) + " and has "
                        + account.player().money(found));
            }
        }
        if (!used.isEmpty()) {
            throw t.skip("needs players who are not used between the two runs: " + String.join(", ", used));
        }
    }

    /** Returns what an earlier resumed run has moved: its settlements are known. */
    private static BigDecimal settledMeanwhile(CaseContext t, ResumedRun run, Player player) {
        return run.checkpoint().settlements().stream()
                .filter(each -> each.player().isSameAccount(player))
                .filter(each -> t.lookup(player, each.id()).isResult())
                .map(run.checkpoint()::change)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Fails when the balance is below zero, to which no play of others between the two runs can bring it. */
    private static void requireNotNegative(Player player, BigDecimal expected, BigDecimal found) {
        var actual = "the player callback reports " + player.money(found) + " after " + player.money(expected);
        var hint = "Refuse a debit that the balance does not cover, also after a restart.";
        Check.require(found.signum() >= 0, "ERR-2", "a balance of " + player + " that is not negative", actual, hint);
    }

    /** Fails when the difference is the first win after the pause, which this run has just sent. */
    private static void requireFirstWin(ResumedRun run, Player player, BigDecimal expected, BigDecimal difference) {
        var first = run.firstAnswer();
        if (first == null) {
            return;
        }
        var win = run.checkpoint().settlements().getFirst();
        var isOther = !win.player().accountId().equals(player.accountId())
                || difference.abs().compareTo(win.amount()) != 0;
        var balance = "a balance of " + player + " of " + player.money(expected)
                + " after the first callback after the pause, a win of " + player.money(win.amount());
        var actual = "the player callback reports " + player.money(expected.add(difference)) + ", as if the win had "
                + (difference.signum() < 0 ? "not been paid" : "been paid twice");
        var hint = "Pay a win once, also when the wallet has just started. " + REPEAT;
        Check.require(first, isOther, "RND-2", balance, actual, hint);
    }

    private static void requireUnexplained(Checkpoint first, Player player, BigDecimal expected, BigDecimal found) {
        var movements = first.movementsOf(player).reversed();
        var last = movements.stream().limit(LAST).map(RunJournal.Applied::message);
        var why = explanation(first, last.toList(), found.subtract(expected));
        var balance = "the balance of " + player + " unchanged at " + player.money(expected);
        var actual = "the player callback reports " + player.money(found) + ", as if " + why;
        var hint = "Write a movement and the balance in one transaction, before the response. " + REPEAT;
        Check.require(why.isEmpty(), "IDM-3", balance, actual, hint);
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
