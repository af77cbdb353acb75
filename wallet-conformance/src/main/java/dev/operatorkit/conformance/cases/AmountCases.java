package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import java.math.BigDecimal;
import java.util.Map;

/** Moves amounts around the limits of number types, and writes amounts in every form that JSON allows (WAL-16). */
final class AmountCases {
    private AmountCases() {}

    static Group group() {
        return Group.of(
                "Amounts",
                paid("payout-around-2-to-31", "A payout around 2^31 minor units is added exactly", 1L << 31),
                paid("payout-around-2-to-32", "A payout around 2^32 minor units is added exactly", 1L << 32),
                paid("payout-around-2-to-53", "A payout around 2^53 minor units is added exactly", 1L << 53),
                Case.of("large-payout", "A large payout is applied without an approval or a cap", "RND-2 WAL-8", t -> {
                    for (var units : new long[] {10_000_001, 25_000_001, 100_000_001}) {
                        var before = t.balance();
                        var credit = t.credit(t.bet(0), t.units(units));
                        Check.requireStatus(
                                200,
                                t.send(credit),
                                "RND-2",
                                "a payout of " + t.player().money(credit.amount()),
                                "");
                        t.requireMoved(before, credit.amount(), "RND-2", "Add the whole payout.");
                    }
                }),
                Case.of(
                        "large-stakes",
                        "Stakes around 2^31 and 2^32 minor units are subtracted exactly and returned exactly",
                        "WAL-16 WAL-4 RND-3",
                        AmountCases::largeStakes),
                forms(
                        "whole-amounts-written-differently",
                        "1, 1.0 and 1.00 are the same stake and the same payout",
                        Map.of("1", "1", "1.0", "1.0", "1.00", "1.00")),
                Case.of(
                        "zero-written-differently",
                        "0, 0.0 and 0.00 are the same stake and the same payout",
                        "WAL-9 WAL-16 RND-1",
                        t -> {
                            var places = t.player().decimals();
                            for (var raw : new String[] {"0", "0.0", "0.00"}) {
                                if (raw.length() - 2 > places) {
                                    continue;
                                }
                                var before = t.balance();
                                var debit = t.debit(0).amount(raw);
                                Check.requireStatus(200, t.send(debit), "WAL-16", "a stake of " + raw, "");
                                var credit = t.credit(t.player(), t.id(), debit.round(), debit.id(), BigDecimal.ZERO)
                                        .amount(raw);
                                Check.requireStatus(200, t.send(credit), "WAL-9", "a payout of " + raw, "");
                                t.requireUnmoved(before, "WAL-9", "Nothing was staked or paid.");
                            }
                        }),
                Case.of(
                        "stake-of-many-digits",
                        "A stake with digits far beyond the currency's is refused or moved exactly, never rounded",
                        "WAL-16 D-19",
                        t -> {
                            for (var raw : new String[] {"0000000000000000001", "4999999999999999999"}) {
                                var text =
                                        t.units(2).toPlainString() + (t.player().decimals() == 0 ? "." : "") + raw;
                                var debit = t.debit(2).amount(text);
                                var before = t.balance();
                                var answer = t.send(debit);
                                if (answer.status() == 200) {
                                    t.requireMoved(
                                            before, new BigDecimal(text).negate(), "WAL-16", "Never round money.");
                                }
                                t.observe(Observation.ofStatus(
                                        "D-19", "a stake of " + text, answer, "refuse with 422", 422));
                            }
                        }),
                Case.of(
                        "stake-of-another-currency-is-not-taken-as-it-is",
                        "A stake in another currency does not take the same number of the account's currency",
                        "GEN-5 D-54",
                        t -> {
                            var debit = t.debit(11);
                            var code = t.player().currency().equals("USD") ? "EUR" : "USD";
                            var before = t.balance();
                            var answer = t.send(debit.currency(code));
                            var taken = before.subtract(t.balance());
                            Check.require(
                                    taken.compareTo(debit.amount()) != 0,
                                    "GEN-5",
                                    "no " + debit.amount().toPlainString() + " "
                                            + t.player().currency() + " taken for a stake in " + code,
                                    Check.describe(answer),
                                    "Refuse with 422: a number without its currency is another amount.",
                                    answer);
                            t.observe(
                                    Observation.ofStatus("D-54", "a stake in " + code, answer, "refuse with 422", 422));
                        }));
    }

    /** Pays amounts just below, at and above a limit; they are taken again when the case ends. */
    private static Case paid(String id, String title, long limit) {
        return Case.of(id, title, "WAL-16 RND-2", t -> {
            var before = t.balance();
            var sum = BigDecimal.ZERO;
            for (var units : new long[] {limit - 1, limit + 1}) {
                var payout = t.units(units);
                sum = sum.add(payout);
                Check.requireApplied(
                        t.send(t.credit(t.bet(0), payout)),
                        before.add(sum),
                        "WAL-16",
                        "a payout of " + t.player().money(payout));
                t.requireMoved(before, sum, "WAL-16", "Keep minor units in 64 bits.");
                var bet = t.bet(1);
                Check.requireApplied(
                        bet.answer(), before.add(sum).subtract(t.units(1)), "WAL-16", "a debit of one unit after it");
                t.settle(t.rollback(bet));
            }
        });
    }

    private static void largeStakes(CaseContext t) {
        var tried = 0;
        for (var units : new long[] {(1L << 31) + 1, (1L << 32) + 1}) {
            var stake = t.units(units);
            var before = t.balance();
            t.settle(t.credit(t.bet(0), stake));
            Check.require(
                    t.balance().compareTo(before.add(stake)) == 0,
                    "WAL-16",
                    "a payout of " + t.player().money(stake) + " that is added exactly",
                    "the player callback reports " + t.player().money(t.balance()),
                    "",
                    null);
            var drained = DebitCases.drain(t, t.player(), stake);
            Check.requireApplied(
                    drained.answer(),
                    before,
                    "WAL-16",
                    "a stake of " + t.player().money(stake));
            Check.requireApplied(t.send(t.rollback(drained)), before.add(stake), "WAL-16", "its rollback");
            tried++;
        }
        t.requireUnmoved(t.balance(), "WAL-16", tried + " large stakes were returned.");
    }

    private static Case forms(String id, String title, Map<String, String> forms) {
        return Case.of(id, title, "WAL-16 SIG-14", t -> {
            var one = BigDecimal.ONE;
            var places = t.player().decimals();
            for (var raw : forms.values()) {
                if (raw.length() - 2 > places) {
                    continue;
                }
                var before = t.balance();
                if (before.compareTo(one) < 0) {
                    throw t.skip("needs a balance of 1 " + t.player().currency());
                }
                var debit = t.debit(t.id(), t.id(), one.setScale(places)).amount(raw);
                Check.requireApplied(t.send(debit), before.subtract(one), "WAL-16", "a stake written " + raw);
                var credit = t.credit(t.player(), t.id(), debit.round(), debit.id(), one.setScale(places))
                        .amount(raw);
                Check.requireApplied(t.send(credit), before, "WAL-16", "a payout written " + raw);
            }
        });
    }
}
