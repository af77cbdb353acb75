package dev.operatorkit.conformance.money;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Explains a wrong balance by the shortest chain of movements that shows it: the last balance that the player callback reported
 * and that still fits, and what the wallet did since.
 *
 * @param account the player's account
 * @param currency the currency of the account; empty in a report of an earlier version
 * @param start the balance that the chain starts from
 * @param steps the movements since, in the order of their responses
 * @param expected the start and the effects of the steps added up
 * @param actual the balance that the wallet reports
 */
public record BalanceChain(
        String account, String currency, BigDecimal start, List<Step> steps, BigDecimal expected, BigDecimal actual) {
    private static final int SHOWN_FIRST = 3;
    private static final int SHOWN_LAST = 5;

    /**
     * Holds one movement.
     *
     * @param callback debit, credit or rollback
     * @param id its transactionId
     * @param effect the change of the balance that its response promises
     * @param note why there is no effect, or what its response says instead; empty otherwise
     */
    public record Step(String callback, String id, BigDecimal effect, String note) {
        /** Returns a copy that moves nothing for this reason; its note keeps the amount in this currency. */
        Step withoutEffect(String why, String currency) {
            var amount = effect.signum() == 0 ? "" : "of " + Amounts.describe(effect.abs(), currency) + ", ";
            return new Step(callback, id, BigDecimal.ZERO, amount + why);
        }

        private Step withNote(String text) {
            return new Step(callback, id, effect, text);
        }
    }

    /** Returns a copy that names the first step after which the wallet's response has another balance than the sum. */
    BalanceChain markingFirstWrong(List<Optional<BigDecimal>> balances) {
        var sum = start;
        for (var i = 0; i < steps.size(); i++) {
            sum = sum.add(steps.get(i).effect());
            var shown = balances.get(i).orElse(sum);
            if (shown.compareTo(sum) != 0) {
                var marked = new ArrayList<>(steps);
                var note = "the first step that is off: its response has the balance " + money(shown);
                marked.set(i, steps.get(i).withNote(note));
                return new BalanceChain(account, currency, start, List.copyOf(marked), expected, actual);
            }
        }
        return this;
    }

    /** Returns an amount with the currency of the account. */
    public String money(BigDecimal amount) {
        return Amounts.describe(amount, currency);
    }

    /** Returns the sum on one line; the middle of a long one is added up. */
    public String describe() {
        var middle = Math.max(1, steps.size() - SHOWN_FIRST - SHOWN_LAST);
        var terms = new StringBuilder(money(start));
        for (var i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            if (i == SHOWN_FIRST && middle > 1) {
                var sum = steps.subList(i, i + middle).stream()
                        .map(Step::effect)
                        .reduce(BigDecimal.ZERO, BigDecimal::add);
                terms.append(term(middle + " more movements", sum));
                i += middle - 1;
            } else {
                var note = step.note().isEmpty() ? "" : ", " + step.note();
                terms.append(term(step.callback(), step.effect())).append(" (tx " + step.id() + note + ")");
            }
        }
        return terms + " = expected " + money(expected) + ", the wallet says " + money(actual);
    }

    private String term(String what, BigDecimal effect) {
        return (effect.signum() < 0 ? " − " : " + ") + what + " " + money(effect.abs());
    }
}
