package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;
import static dev.operatorkit.conformance.suite.Advice.refuse;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Checks that money is exact: no binary floating point, no rounding, no money out of a negative amount (WAL-4, WAL-16). */
final class MoneyCases {
    /** Amounts in minor units whose decimal form does not survive binary floating point. */
    private static final long[] AWKWARD = {29, 57, 58, 113, 115, 201, 435, 1001, 1999};

    private static final List<String> ASTRONOMICAL = List.of(
            "9223372036854775808",
            "18446744073709551617",
            "92233720368547758.09",
            "9".repeat(40),
            "1" + "0".repeat(300));
    private static final String MONEY_RULES = "WAL-16 D-19 ERR-3 ERR-4";
    private static final Advice ZEROS = advise("D-19", "accept it: trailing zeros do not change the value", 200);
    private static final Advice EXPONENT = advise("D-19", "accept it when the value fits", 200);
    private static final Advice NEVER_ROUND = advise("D-19", "refuse with 422, never round", 422);
    static final Group EXACT = Group.of(
            "Money",
            Case.of("one-minor-unit", "WAL-16 WAL-4 RND-2", MoneyCases::moveOneUnit)
                    .title("The smallest stake and the smallest payout are moved exactly"),
            Case.of("awkward-stakes", "WAL-16 WAL-4", MoneyCases::stakeAwkwardAmounts)
                    .title("Stakes that binary floating point cannot hold are subtracted exactly")
                    .withPrecondition(130),
            Case.of("awkward-payouts", "WAL-16 RND-2", MoneyCases::payAwkwardAmounts)
                    .title("Payouts that binary floating point cannot hold are added exactly"),
            Case.of("many-small-stakes", "WAL-16 WAL-4", MoneyCases::stakeManySmallAmounts)
                    .title("Thirty stakes of one, two and three units add up exactly, and so does their return"),
            Case.of("everything-after-fractions", "WAL-16 WAL-4 ERR-2", MoneyCases::stakeEverythingAfterFractions)
                    .title("After stakes and payouts that binary floating point cannot hold, the whole balance can be"
                            + " staked"),
            Case.of("stake-with-all-digits", "WAL-16 WAL-4", MoneyCases::stakeAllDigits)
                    .title("A large stake with all its digits is subtracted exactly"),
            Case.of("payout-with-many-digits", "WAL-16 RND-2", t -> payExactly(t, 12_345_679))
                    .title("A payout with many digits is added exactly"),
            Case.of("balances-without-noise", "WAL-16", MoneyCases::readDecimals)
                    .title("No response carries more decimals than the currency has"),
            Case.of("amounts-written-differently", "WAL-16 SIG-14", MoneyCases::writeAmountsDifferently)
                    .title("0.10 and 0.1, 1 and 1.00 are the same amounts"),
            OpenPoints.debit("more-zeros-than-decimals", MONEY_RULES, ZEROS, MoneyCases::withNeedlessZeros)
                    .observes("Zeros beyond the currency's decimals"),
            OpenPoints.debit("amount-in-exponent-form", MONEY_RULES, EXPONENT, MoneyCases::withExponent)
                    .observes("A stake in exponent form"),
            OpenPoints.debit("more-decimals-than-the-currency", "WAL-4 WAL-16 D-19", NEVER_ROUND, t -> tenths(t, 15))
                    .title("A stake below the currency's smallest unit is refused or moved exactly, never rounded"),
            OpenPoints.debit("half-a-unit", "WAL-4 WAL-16 D-19", NEVER_ROUND, t -> tenths(t, 5))
                    .title("A stake of half the smallest unit is refused or moved exactly, never rounded"),
            Case.of("payout-finer-than-the-currency", "RND-2 WAL-16 D-19", MoneyCases::payFractionOfUnit)
                    .title("A payout below the smallest unit is refused or moved exactly, never rounded"),
            Case.readOnly("negative-stake", "WAL-4 D-20", MoneyCases::stakeNegativeAmounts)
                    .title("A negative stake gives the player no money"),
            OpenPoints.debit("negative-zero", "WAL-4 D-20", advise("D-20", "treat it as 0", 200), MoneyCases::minusZero)
                    .title("A stake of -0 moves nothing"),
            Case.readOnly("astronomical-stake", "ERR-2 WAL-4 ERR-4", MoneyCases::stakeAstronomicalAmounts)
                    .title("A stake far beyond every balance is refused and moves nothing"));

    /** Moves amounts around the limits of number types, and writes amounts in every form that JSON allows (WAL-16). */
    static final Group AMOUNTS = Group.of(
            "Amounts",
            paid("payout-around-2-to-31", 1L << 31).title("A payout around 2^31 minor units is added exactly"),
            paid("payout-around-2-to-32", 1L << 32).title("A payout around 2^32 minor units is added exactly"),
            paid("payout-around-2-to-53", 1L << 53).title("A payout around 2^53 minor units is added exactly"),
            Case.of("large-payout", "RND-2 WAL-8", MoneyCases::payLargeAmounts)
                    .title("A large payout is applied without an approval or a cap"),
            Case.of("large-stakes", "WAL-16 WAL-4 RND-3", MoneyCases::stakeLargeAmounts)
                    .title("Stakes around 2^31 and 2^32 minor units are subtracted exactly and returned exactly"),
            Case.of("whole-amounts-written-differently", "WAL-16 SIG-14", MoneyCases::writeOneInEveryForm)
                    .title("1, 1.0 and 1.00 are the same stake and the same payout"),
            Case.of("zero-written-differently", "WAL-9 WAL-16 RND-1", MoneyCases::writeZeroInEveryForm)
                    .title("0, 0.0 and 0.00 are the same stake and the same payout"),
            Case.readOnly("stake-of-many-digits", "WAL-16 D-19", MoneyCases::sendStakesOfManyDigits)
                    .title("A stake with digits far beyond the currency's is refused or moved exactly, never rounded"),
            Case.readOnly("stake-of-another-currency-is-not-taken-as-it-is", "GEN-5 D-54", MoneyCases::inOtherCurrency)
                    .title("A stake in another currency does not take the same number of the account's currency"));

    private MoneyCases() {}

    private static void moveOneUnit(CaseContext t) {
        var before = t.balance();
        var bet = t.bet(1);
        t.requireMoved(before, t.units(-1), "WAL-16", "");
        t.settle(t.credit(bet, 1));
        t.requireUnmoved(before, "WAL-16", "");
    }

    private static void stakeAwkwardAmounts(CaseContext t) {
        var balance = t.balance();
        for (var units : AWKWARD) {
            if (t.units(units).compareTo(balance) <= 0) {
                var bet = t.bet(units);
                requireExact(t, bet.answer(), balance.subtract(bet.stake()), "a stake", bet.stake());
                requireExact(t, t.send(t.rollback(bet)), balance, "the rollback", bet.stake());
            }
        }
    }

    private static void payAwkwardAmounts(CaseContext t) {
        var start = t.balance();
        var balance = start;
        var bets = t.bets(AWKWARD.length, 0);
        for (var i = 0; i < AWKWARD.length; i++) {
            var credit = t.credit(bets.get(i), AWKWARD[i]);
            balance = balance.add(credit.amount());
            requireExact(t, t.send(credit), balance, "a payout", credit.amount());
        }
        t.requireMoved(start, balance.subtract(start), "WAL-16", "");
    }

    private static void stakeManySmallAmounts(CaseContext t) {
        var start = t.balance();
        var balance = start;
        var credits = new ArrayList<MovementBody>();
        for (var i = 0; i < 30; i++) {
            var bet = t.bet(1 + i % 3);
            balance = balance.subtract(bet.stake());
            Check.requireApplied(bet.answer(), balance, "WAL-16", "stake number " + (i + 1));
            credits.add(t.credit(bet.debit(), bet.stake()));
        }
        t.settleConcurrently(credits);
        t.requireUnmoved(start, "WAL-16", "Thirty stakes, thirty equal payouts.");
    }

    private static void stakeEverythingAfterFractions(CaseContext t) {
        t.bet(1);
        t.bet(2);
        t.settle(t.credit(t.bet(7), 3));
        t.settle(t.credit(t.bet(6), 29));
        stakeAndReturn(t, t.balance());
    }

    private static void stakeAllDigits(CaseContext t) {
        var left = t.balance().subtract(t.units(13));
        stakeAndReturn(t, left.setScale(t.player().decimals(), RoundingMode.DOWN));
    }

    private static void stakeAndReturn(CaseContext t, BigDecimal stake) {
        var before = t.balance();
        var drained = DebitCases.drain(t, stake);
        requireExact(t, drained.answer(), before.subtract(stake), "a stake", stake);
        t.settle(t.rollback(drained));
        t.requireUnmoved(before, "WAL-16", "");
    }

    private static void readDecimals(CaseContext t) {
        var shown = t.balance().stripTrailingZeros().scale();
        var decimals = Math.max(t.player().decimals(), shown);
        // Fewer leave no noise in some orders.
        var bets = t.bets(LongStream.iterate(1, units -> units + 2)
                .limit(8)
                .mapToObj(t::debit)
                .toList());
        bets.forEach(bet -> requireDecimals(bet.answer(), decimals));
        var credits = IntStream.range(0, bets.size()).mapToObj(i -> t.credit(bets.get(i), 29 + i));
        t.settleConcurrently(credits.toList()).forEach(answer -> requireDecimals(answer, decimals));
        requireDecimals(t.sendPlayerCall(), decimals);
    }

    private static void requireDecimals(WalletResponse answer, int decimals) {
        var isExact = Check.balance(answer).stripTrailingZeros().scale() <= decimals;
        var hint = "Use minor units or a decimal type; binary floating point is not exact.";
        Check.require(answer, isExact, "WAL-16", "at most " + decimals + " decimals", hint);
    }

    private static void writeAmountsDifferently(CaseContext t) {
        var plain = t.units(10);
        var shorter = plain.stripTrailingZeros().toPlainString();
        for (var raw : t.player().decimals() == 0 ? List.of("10") : List.of(plain.toPlainString(), shorter)) {
            t.sendApplied(t.debit(10).amount(raw), plain.negate(), "WAL-16", "a stake written " + raw);
        }
    }

    private static MovementBody withNeedlessZeros(CaseContext t) {
        return t.debit(5).amount(t.units(5).toPlainString() + (t.player().decimals() == 0 ? ".00" : "000"));
    }

    private static MovementBody withExponent(CaseContext t) {
        return t.debit(10).amount("10e-" + t.player().decimals());
    }

    private static MovementBody minusZero(CaseContext t) {
        return t.debit(0).amount("-0");
    }

    /** Returns a debit of this many tenths of a minor unit. */
    private static MovementBody tenths(CaseContext t, long tenths) {
        return t.debit(t.player(), t.units(tenths).movePointLeft(1));
    }

    private static void payFractionOfUnit(CaseContext t) {
        var credit = t.credit(t.bet(2).debit(), t.units(26).movePointLeft(1));
        var answer = t.sendExact(credit, credit.amount(), "WAL-16", "Never round money.");
        t.observe("a payout with more decimals than the currency", answer, refuse("D-19"));
    }

    private static void stakeNegativeAmounts(CaseContext t) {
        for (var units : new long[] {-1, -500}) {
            var answer = t.sendUnmoved(t.debit(units), "WAL-4", "A debit subtracts; a negative one must not add.");
            t.observe("a negative stake", answer, refuse("D-20"));
        }
    }

    private static void stakeAstronomicalAmounts(CaseContext t) {
        var before = t.balance();
        for (var raw : ASTRONOMICAL) {
            var debit = t.debit(1).amount(raw);
            var answer = t.send(debit);
            var hint = "A number that does not fit its type must not wrap around.";
            Check.requireRefused(answer, "ERR-2", "a stake of " + raw, hint);
            OpenPoints.requireTruth(t, answer, before);
            var advice = advise("D-20", "409, or 422 past 64 bits", 409, 422);
            t.observe("a stake of " + raw.length() + " characters", answer, advice);
        }
    }

    private static void requireExact(
            CaseContext t, WalletResponse answer, BigDecimal balance, String what, BigDecimal amount) {
        Check.requireApplied(
                answer, balance, "WAL-16", what + " of " + t.player().money(amount));
    }

    private static void payExactly(CaseContext t, long units) {
        var payout = t.units(units);
        t.sendApplied(
                t.credit(t.bet(0), units),
                payout,
                "WAL-16",
                "a payout of " + t.player().money(payout));
    }

    private static void payLargeAmounts(CaseContext t) {
        for (var units : new long[] {10_000_001, 25_000_001, 100_000_001}) {
            var credit = t.credit(t.bet(0), units);
            t.sendApplied(
                    credit,
                    credit.amount(),
                    "RND-2",
                    "a payout of " + t.player().money(credit.amount()));
        }
    }

    private static void writeZeroInEveryForm(CaseContext t) {
        writeInEveryForm(t, BigDecimal.ZERO, "WAL-9", "0", "0.0", "0.00");
    }

    private static void sendStakesOfManyDigits(CaseContext t) {
        for (var raw : List.of("0000000000000000001", "4999999999999999999")) {
            var text = t.units(2).toPlainString() + (t.player().decimals() == 0 ? "." : "") + raw;
            var before = t.balance();
            var answer = t.send(t.debit(2).amount(text));
            if (answer.status() == 200) {
                t.requireMoved(before, new BigDecimal(text).negate(), "WAL-16", "Never round money.");
            }
            t.observe("a stake of " + text, answer, refuse("D-19"));
        }
    }

    private static void inOtherCurrency(CaseContext t) {
        var debit = t.debit(11);
        var code = t.player().currency().equals("USD") ? "EUR" : "USD";
        var before = t.balance();
        var answer = t.send(debit.currency(code));
        var isOther = before.subtract(t.balance()).compareTo(debit.amount()) != 0;
        var expected = "no " + debit.amount().toPlainString() + " " + t.player().currency() + " taken for a stake in"
                + " " + code;
        var hint = "Refuse with 422: a number without its currency is another amount.";
        Check.require(answer, isOther, "GEN-5", expected, hint);
        t.observe("a stake in " + code, answer, refuse("D-54"));
    }

    /** Pays amounts just below and above a limit; they are taken again when the case ends. */
    private static Untitled paid(String id, long limit) {
        return Case.of(id, "WAL-16 RND-2", t -> {
            for (var units : new long[] {limit - 1, limit + 1}) {
                payExactly(t, units);
                var left = t.balance().subtract(t.units(1));
                var bet = t.bet(1);
                Check.requireApplied(bet.answer(), left, "WAL-16", "a debit of one unit after it");
                t.settle(t.rollback(bet));
            }
        });
    }

    private static void stakeLargeAmounts(CaseContext t) {
        for (var units : new long[] {(1L << 31) + 1, (1L << 32) + 1}) {
            var before = t.balance();
            payExactly(t, units);
            var stake = t.units(units);
            var drained = DebitCases.drain(t, stake);
            requireExact(t, drained.answer(), before, "a stake", stake);
            t.sendApplied(t.rollback(drained), stake, "WAL-16", "its rollback");
        }
    }

    private static void writeOneInEveryForm(CaseContext t) {
        writeInEveryForm(t, BigDecimal.ONE.setScale(t.player().decimals()), "WAL-16", "1", "1.0", "1.00");
    }

    private static void writeInEveryForm(CaseContext t, BigDecimal amount, String ruleOfPayout, String... all) {
        for (var raw : forms(t, all)) {
            var before = t.balance();
            if (before.compareTo(amount) < 0) {
                throw t.skip("needs a balance of 1 " + t.player().currency());
            }
            var debit = t.debit(t.player(), amount).amount(raw);
            Check.requireApplied(t.send(debit), before.subtract(amount), "WAL-16", "a stake written " + raw);
            var credit = t.credit(debit, amount).amount(raw);
            Check.requireApplied(t.send(credit), before, ruleOfPayout, "a payout written " + raw);
        }
    }

    /** Returns the forms of an amount that have no more decimals than the player's currency. */
    private static List<String> forms(CaseContext t, String... all) {
        var longest = t.player().decimals() + 2;
        return Stream.of(all).filter(raw -> raw.length() <= longest).toList();
    }
}
