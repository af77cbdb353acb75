package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Restores the balances of the players after a case: rolls open rounds back, then debits or credits the difference. */
final class BalanceRestorer {
    private final CaseContext tester;

    BalanceRestorer(CaseContext tester) {
        this.tester = tester;
    }

    /** Restores every balance and describes what could not be restored; empty when all of it was. */
    String restoreAll(List<Player> players, List<BigDecimal> before) {
        var left = new ArrayList<String>();
        try {
            rollBack();
            for (var i = 0; i < before.size(); i++) {
                var rest = restore(players.get(i), before.get(i));
                if (rest.signum() != 0) {
                    left.add(players.get(i) + (rest.signum() > 0 ? " lacks " : " has too much: ")
                            + rest.abs().toPlainString() + " " + players.get(i).currency());
                }
            }
        } catch (NoResponse | Failure e) {
            left.add("the wallet did not accept the correction: " + e.getMessage());
        }
        return String.join(", ", left);
    }

    /** Returns true when the wallet applied a movement of the case. */
    boolean hasMoved() {
        return tester.hasMoved();
    }

    /** Rolls the open rounds of the case back, and describes why that was not possible. */
    String settleRounds() {
        try {
            rollBack();
            return "";
        } catch (NoResponse | Failure e) {
            return "the wallet did not accept a rollback: " + e.getMessage();
        }
    }

    private void rollBack() {
        for (var debit : tester.openRounds().unsettled()) {
            tester.send(tester.rollback(debit.player(), tester.id(), debit.round(), debit.id()));
        }
    }

    /** Returns the difference that remains. */
    private BigDecimal restore(Player player, BigDecimal before) {
        var missing = before.subtract(tester.balance(player));
        if (missing.signum() == 0) {
            return missing;
        }
        var id = tester.id();
        var round = tester.id();
        tester.send(tester.debit(player, id, round, missing.negate().max(BigDecimal.ZERO)));
        tester.send(tester.credit(player, tester.id(), round, id, missing.max(BigDecimal.ZERO)));
        return before.subtract(tester.balance(player));
    }
}
