package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import java.math.BigDecimal;
import java.util.Objects;

/**
 * Judges the first debit, credit and rollback of a run, on which all others build. The response and the player callback both tell what
 * a movement did. If only one of them is wrong, it breaks its own rule, and not the rule of the movement.
 */
final class FirstMovements {
    private FirstMovements() {}

    /** Fails unless a movement changes the balance from {@code before} by this amount; names the rule that is broken. */
    static void requireMoved(
            CaseContext t, MovementBody movement, BigDecimal before, BigDecimal change, String rule, String what) {
        var expected = before.add(change);
        var answer = t.send(movement);
        Check.requireApplied(answer, rule, what);
        var isRight = expected.compareTo(Objects.requireNonNull(answer.balance())) == 0;
        var reported = t.balance();
        if (expected.compareTo(reported) == 0) {
            Check.requireApplied(answer, expected, "WAL-13", what);
        } else {
            Check.requireApplied(answer, expected, rule, what);
            var isMisreported = isRight && buildsOn(t, expected);
            Check.requireMoved(
                    t.player(),
                    reported,
                    before,
                    change,
                    isMisreported ? "WAL-2" : rule,
                    isMisreported
                            ? "Report the current balance: the next debit started from the one in the response."
                            : "The response has the right balance, but the player callback reports another one.");
        }
    }

    /** Returns true if the next debit starts from this balance, whatever the player callback reports. */
    private static boolean buildsOn(CaseContext t, BigDecimal balance) {
        var debit = t.debit(1);
        var next = t.send(debit).balance();
        return next != null && next.compareTo(balance.subtract(debit.amount())) == 0;
    }
}
