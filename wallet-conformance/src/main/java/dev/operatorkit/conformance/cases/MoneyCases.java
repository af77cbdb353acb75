package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Checks that money is exact: no binary floating point, no rounding, no money out of a negative amount (WAL-4, WAL-16). */
final class MoneyCases {
    /** Amounts in minor units whose decimal form does not survive binary floating point. */
    private static final long[] AWKWARD = {29, 57, 58, 113, 115, 201, 435, 1001, 1999};

    private MoneyCases() {}

    static Group group() {
        return Group.of(
                "Money",
                Case.of(
                        "one-minor-unit",
                        "The smallest stake and the smallest payout are moved exactly",
                        "WAL-16 WAL-4 RND-2",
                        t -> {
                            var before = t.balance();
                            var bet = t.bet(1);
                            t.requireMoved(before, t.units(-1), "WAL-16", "");
                            t.settle(t.credit(bet, t.units(1)));
                            t.requireUnmoved(before, "WAL-16", "");
                        }),
                Case.of(
                                "awkward-stakes",
                                "Stakes that binary floating point cannot hold are subtracted exactly",
                                "WAL-16 WAL-4",
                                t -> {
                                    var balance = t.balance();
                                    for (var units : affordable(t, balance)) {
                                        var stake = t.units(units);
                                        var bet = t.bet(units);
                                        balance = balance.subtract(stake);
                                        Check.requireApplied(
                                                bet.answer(),
                                                balance,
                                                "WAL-16",
                                                "a stake of " + t.player().money(stake));
                                        balance = balance.add(stake);
                                        Check.requireApplied(
                                                t.send(t.rollback(bet)),
                                                balance,
                                                "WAL-16",
                                                "the rollback of " + t.player().money(stake));
                                    }
                                })
                        .withPrecondition(130),
                Case.of(
                        "awkward-payouts",
                        "Payouts that binary floating point cannot hold are added exactly",
                        "WAL-16 RND-2",
                        t -> {
                            var start = t.balance();
                            var balance = start;
                            var bets = t.bets(java.util.Arrays.stream(AWKWARD)
                                    .mapToObj(units -> t.debit(0))
                                    .toList());
                            for (var i = 0; i < AWKWARD.length; i++) {
                                var units = AWKWARD[i];
                                balance = balance.add(t.units(units));
                                Check.requireApplied(
                                        t.send(t.credit(bets.get(i), t.units(units))),
                                        balance,
                                        "WAL-16",
                                        "a payout of " + t.player().money(t.units(units)));
                            }
                            t.requireMoved(start, balance.subtract(start), "WAL-16", "");
                        }),
                Case.of(
                        "many-small-stakes",
                        "Thirty stakes of one, two and three units add up exactly, and so does their return",
                        "WAL-16 WAL-4",
                        t -> {
                            var start = t.balance();
                            var sum = BigDecimal.ZERO;
                            var bets = new ArrayList<Bet>();
                            for (var i = 0; i < 30; i++) {
                                var bet = t.bet(1 + i % 3);
                                sum = sum.add(bet.stake());
                                Check.requireApplied(
                                        bet.answer(), start.subtract(sum), "WAL-16", "stake number " + (i + 1));
                                bets.add(bet);
                            }
                            t.settleBeside(bets.stream()
                                    .map(bet -> t.credit(bet, bet.stake()))
                                    .toList());
                            t.requireUnmoved(start, "WAL-16", "Thirty stakes, thirty equal payouts.");
                        }),
                Case.of(
                        "everything-after-fractions",
                        "After stakes and payouts that binary floating point cannot hold, the whole balance can be"
                                + " staked",
                        "WAL-16 WAL-4 ERR-2",
                        t -> {
                            t.bet(1);
                            t.bet(2);
                            t.settle(t.credit(t.bet(7), t.units(3)));
                            t.settle(t.credit(t.bet(6), t.units(29)));
                            var all = t.balance();
                            var drained = DebitCases.drain(t, all);
                            Check.requireApplied(drained.answer(), BigDecimal.ZERO, "WAL-16", "a stake of everything");
                            t.settle(t.rollback(drained));
                            t.requireMoved(all, BigDecimal.ZERO, "WAL-16", "");
                        }),
                Case.of(
                        "stake-with-all-digits",
                        "A large stake with all its digits is subtracted exactly",
                        "WAL-16 WAL-4",
                        t -> {
                            var before = t.balance();
                            var stake = before.subtract(t.units(13))
                                    .setScale(t.player().decimals(), java.math.RoundingMode.DOWN);
                            var drained = DebitCases.drain(t, t.player(), stake);
                            Check.requireApplied(
                                    drained.answer(),
                                    before.subtract(stake),
                                    "WAL-16",
                                    "a stake of " + t.player().money(stake));
                            t.settle(t.rollback(drained));
                            t.requireUnmoved(before, "WAL-16", "");
                        }),
                Case.of("payout-with-many-digits", "A payout with many digits is added exactly", "WAL-16 RND-2", t -> {
                    var before = t.balance();
                    var payout = t.units(12_345_679);
                    Check.requireApplied(
                            t.send(t.credit(t.bet(0), payout)),
                            before.add(payout),
                            "WAL-16",
                            "a payout of " + t.player().money(payout));
                    t.requireMoved(before, payout, "WAL-16", "");
                }),
                Case.of(
                        "balances-without-noise",
                        "No response carries more decimals than the currency has",
                        "WAL-16",
                        t -> {
                            var decimals = Math.max(
                                    t.player().decimals(),
                                    t.balance().stripTrailingZeros().scale());
                            var bets = t.bets(IntStream.range(0, 5)
                                    .mapToObj(i -> t.debit(1 + 2L * i))
                                    .toList());
                            bets.forEach(bet -> exactDecimals(bet.answer(), decimals));
                            t.settleBeside(IntStream.range(0, 5)
                                            .mapToObj(i -> t.credit(bets.get(i), t.units(29 + i)))
                                            .toList())
                                    .forEach(answer -> exactDecimals(answer, decimals));
                            exactDecimals(t.send(t.playerCall(t.player())), decimals);
                        }),
                Case.of(
                        "amounts-written-differently",
                        "0.10 and 0.1, 1 and 1.00 are the same amounts",
                        "WAL-16 SIG-14",
                        t -> {
                            var decimals = t.player().decimals();
                            var plain = t.units(10);
                            var shorter = plain.stripTrailingZeros().toPlainString();
                            for (var raw : decimals == 0
                                    ? new String[] {"10"}
                                    : new String[] {plain.toPlainString(), shorter}) {
                                var before = t.balance();
                                var debit = t.debit(10).amount(raw);
                                Check.requireApplied(
                                        t.send(debit), before.subtract(plain), "WAL-16", "a stake written " + raw);
                                t.requireMoved(before, plain.negate(), "WAL-16", "The stake was written " + raw + ".");
                            }
                        }),
                Case.of(
                        "more-zeros-than-decimals",
                        "Zeros beyond the currency's decimals: the behaviour of the wallet is observed",
                        "WAL-16 D-19 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(5)
                                    .amount(t.units(5).toPlainString()
                                            + (t.player().decimals() == 0 ? ".00" : "000"));
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "a stake with needless zeros",
                                    "D-19",
                                    "accept it: trailing zeros do not change the value",
                                    200);
                        }),
                Case.of(
                        "amount-in-exponent-form",
                        "A stake in exponent form: the behaviour of the wallet is observed",
                        "WAL-16 D-19 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(10).amount("10e-" + t.player().decimals());
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "a stake in exponent form",
                                    "D-19",
                                    "accept it when the value fits",
                                    200);
                        }),
                Case.of(
                        "more-decimals-than-the-currency",
                        "A stake below the currency's smallest unit is refused or moved exactly, never rounded",
                        "WAL-4 WAL-16 D-19",
                        t -> finer(t, t.player().units(15).movePointLeft(1))),
                Case.of(
                        "half-a-unit",
                        "A stake of half the smallest unit is refused or moved exactly, never rounded",
                        "WAL-4 WAL-16 D-19",
                        t -> finer(t, t.player().units(5).movePointLeft(1))),
                Case.of(
                        "payout-finer-than-the-currency",
                        "A payout below the smallest unit is refused or moved exactly, never rounded",
                        "RND-2 WAL-16 D-19",
                        t -> {
                            var bet = t.bet(2);
                            var before = t.balance();
                            var payout = t.units(26).movePointLeft(1);
                            var answer = t.send(t.credit(bet, payout));
                            t.requireMoved(
                                    before,
                                    answer.status() == 200 ? payout : BigDecimal.ZERO,
                                    "WAL-16",
                                    "Never round money.");
                            t.observe(Observation.ofStatus(
                                    "D-19",
                                    "a payout with more decimals than the currency",
                                    answer,
                                    "refuse with 422",
                                    422));
                        }),
                Case.of("negative-stake", "A negative stake gives the player no money", "WAL-4 D-20", t -> {
                    for (var units : new long[] {-1, -500}) {
                        var before = t.balance();
                        var debit = t.debit(units);
                        var answer = t.send(debit);
                        t.requireUnmoved(before, "WAL-4", "A debit subtracts; a negative one must not add.");
                        if (answer.status() != 200) {
                            OpenPoints.truthful(t, debit.id(), answer, before, "a negative stake");
                        }
                        t.observe(Observation.ofStatus("D-20", "a negative stake", answer, "refuse with 422", 422));
                    }
                }),
                Case.of("negative-zero", "A stake of -0 moves nothing", "WAL-4 D-20", t -> {
                    var debit = t.debit(0).amount("-0");
                    OpenPoints.debit(t, debit, t.request(debit), "a stake of -0", "D-20", "treat it as 0", 200);
                }),
                Case.of(
                        "astronomical-stake",
                        "A stake far beyond every balance is refused and moves nothing",
                        "ERR-2 WAL-4 ERR-4",
                        t -> {
                            var before = t.balance();
                            var raws = List.of(
                                    "9223372036854775808",
                                    "18446744073709551617",
                                    "92233720368547758.09",
                                    "9".repeat(40),
                                    "1" + "0".repeat(300));
                            var debits = raws.stream()
                                    .map(raw -> t.debit(1).amount(raw))
                                    .toList();
                            var answers = t.sendBeside(debits.stream()
                                    .<Supplier<WalletResponse>>map(debit -> () -> t.send(debit))
                                    .toList());
                            for (var i = 0; i < raws.size(); i++) {
                                var raw = raws.get(i);
                                var debit = debits.get(i);
                                var answer = answers.get(i);
                                Check.requireRefused(
                                        answer,
                                        "ERR-2",
                                        "a stake of " + raw,
                                        "A number that does not fit its type must not wrap around.");
                                OpenPoints.truthful(t, debit.id(), answer, before, "a huge stake");
                                t.observe(Observation.ofStatus(
                                        "D-20",
                                        "a stake of " + raw.length() + " characters",
                                        answer,
                                        "409, or 422 past 64 bits",
                                        409,
                                        422));
                            }
                        }));
    }

    private static long[] affordable(CaseContext t, BigDecimal balance) {
        return java.util.Arrays.stream(AWKWARD)
                .filter(units -> t.units(units).compareTo(balance) <= 0)
                .toArray();
    }

    private static void exactDecimals(WalletResponse answer, int decimals) {
        var balance = Check.balance(answer);
        Check.require(
                balance.stripTrailingZeros().scale() <= decimals,
                "WAL-16",
                "at most " + decimals + " decimals",
                Check.describe(answer),
                "Use minor units or a decimal type; binary floating point is not exact.",
                answer);
    }

    private static void finer(CaseContext t, BigDecimal stake) {
        var debit = t.debit(t.id(), t.id(), stake);
        OpenPoints.debit(
                t,
                debit,
                t.request(debit),
                "a stake with more decimals than the currency",
                "D-19",
                "refuse with 422, never round",
                422);
    }
}
