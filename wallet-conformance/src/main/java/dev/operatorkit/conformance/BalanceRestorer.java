package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Restores the balances of the players after a case: rolls open rounds back, then debits or credits the difference. */
final class BalanceRestorer {
    static final String LACKS = " lacks ";

    private static final int MOST_STAKES = 300;

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
                    left.add(players.get(i) + (rest.signum() > 0 ? LACKS : " has too much: ")
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
        return tester.log().exchanges().stream()
                .anyMatch(exchange -> exchange.request().method().equals("POST")
                        && new String(exchange.received(), StandardCharsets.ISO_8859_1).startsWith("HTTP/1.1 200"));
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
        awaitSilent();
        for (var debit : tester.openRounds().unsettled()) {
            tester.send(tester.rollback(debit.player(), tester.id(), debit.round(), debit.id()));
        }
    }

    /**
     * Sends every movement again that got no response: the wallet may still be applying it, and only the repeat's response says
     * that it is done (IDM-2). Otherwise it would move the balance during another case.
     */
    private void awaitSilent() {
        for (var message : tester.openRounds().takeSilent()) {
            try {
                tester.send(message);
            } catch (NoResponse e) {
                if (e.isUnreachable()) {
                    throw e;
                }
            }
        }
    }

    /** Returns the difference that remains. */
    private BigDecimal restore(Player player, BigDecimal before) {
        var missing = before.subtract(tester.balance(player));
        if (missing.signum() == 0) {
            return missing;
        }
        if (missing.signum() > 0) {
            var id = tester.id();
            var round = tester.id();
            tester.send(tester.debit(player, id, round, BigDecimal.ZERO));
            tester.send(tester.credit(player, tester.id(), round, id, missing));
        } else {
            take(player, missing.negate());
        }
        return before.subtract(tester.balance(player));
    }

    /** Takes an amount, in several stakes when the wallet limits them (D-63). */
    private void take(Player player, BigDecimal amount) {
        var left = amount;
        var stake = amount;
        for (var i = 0; i < MOST_STAKES && left.signum() > 0; i++) {
            stake = stake.min(left);
            var debit = tester.debit(player, tester.id(), tester.id(), stake);
            if (tester.send(debit).status() == 200) {
                tester.send(tester.credit(player, tester.id(), debit.round(), debit.id(), BigDecimal.ZERO));
                left = left.subtract(stake);
            } else {
                stake = tester.largestStake(stake);
            }
        }
    }
}
