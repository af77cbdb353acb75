package dev.operatorkit.conformance.money;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

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

    /**
     * Holds one line of the sum.
     *
     * @param what the callback, or how many movements are left out
     * @param amount the effect with its sign
     * @param note the transactionId, and why there is no effect
     */
    public record Line(String what, String amount, String note) {}

    /** Returns the sum, a line for each movement; the middle of a long one is added up. */
    public List<Line> lines() {
        var lines = new ArrayList<Line>();
        var middle = steps.size() - SHOWN_FIRST - SHOWN_LAST;
        for (var i = 0; i < steps.size(); i++) {
            if (middle <= 1 || i < SHOWN_FIRST || i >= steps.size() - SHOWN_LAST) {
                var step = steps.get(i);
                var note = step.note().isEmpty() ? "" : ", " + step.note();
                lines.add(new Line(step.callback(), signed(step.effect()), "tx " + step.id() + note));
            } else if (i == SHOWN_FIRST) {
                var sum = steps.subList(i, i + middle).stream()
                        .map(Step::effect)
                        .reduce(BigDecimal.ZERO, BigDecimal::add);
                lines.add(new Line(middle + " more movements", signed(sum), ""));
            }
        }
        return lines;
    }

    private String signed(BigDecimal amount) {
        return (amount.signum() < 0 ? "− " : "+ ") + money(amount.abs());
    }

    /** Returns an amount with the currency of the account. */
    public String money(BigDecimal amount) {
        return Amounts.describe(amount, currency);
    }

    /** Returns the sum on one line. */
    public String describe() {
        return lines().stream()
                .map(line -> {
                    var amount = line.amount();
                    var note = line.note().isEmpty() ? "" : " (" + line.note() + ")";
                    return " " + amount.charAt(0) + " " + line.what() + amount.substring(1) + note;
                })
                .collect(Collectors.joining(
                        "", money(start), " = expected " + money(expected) + ", the wallet says " + money(actual)));
    }
}
