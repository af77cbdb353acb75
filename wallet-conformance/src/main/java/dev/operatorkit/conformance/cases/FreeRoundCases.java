package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.cases.OpenPoints.advise;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import java.math.BigDecimal;

/** Checks free rounds: a stake of 0, a payout as usual, and a nominal value that never moves (WAL-5, WAL-10, WAL-15). */
final class FreeRoundCases {
    static final Group GROUP = Group.of(
            "Free rounds",
            Case.of("free-round-takes-nothing", "WAL-5 WAL-15 RND-1", FreeRoundCases::debitNothing)
                    .title("A free round's debit takes nothing, is stored, and returns the current balance"),
            Case.of("free-round-answers-a-complete-result", "WAL-5 WAL-13", FreeRoundCases::returnCompleteResult)
                    .title("A free round's debit returns a complete result"),
            Case.of(
                            "free-round-pays-exactly-the-payout",
                            "WAL-10 WAL-15",
                            t -> pay(t, 3, "The payout is net: the value was already deducted."))
                    .title("A free round's credit adds exactly the payout, not the value"),
            Case.of(
                            "free-round-pays-more-than-its-value",
                            "WAL-10 WAL-15",
                            t -> pay(t, 33, "The value is informational and no cap."))
                    .title("A free round's credit adds the full payout, even above the value"),
            Case.of("free-round-that-wins-nothing", "WAL-9 WAL-10 RND-4", FreeRoundCases::winNothing)
                    .title("A free round's credit of 0 is applied and closes the round"),
            Case.of("free-round-rolled-back", "WAL-15 RND-3", FreeRoundCases::rollBack)
                    .title("A free round's rollback returns nothing, not even the value"),
            Case.of("free-rounds-are-bets-of-their-own", "WAL-5 RND-1 RND-2", FreeRoundCases::playThreeRounds)
                    .title("Three free spins are three rounds, each with its own debit and credit"),
            Case.of("free-rounds-open-at-once", "RND-2 WAL-10 WAL-15", FreeRoundCases::settleTwoOpenRounds)
                    .title("Two open free rounds of one campaign are settled one by one, and a win has no limit"),
            Case.of("replayed-free-round", "IDM-1 IDM-2 WAL-5", FreeRoundCases::replay)
                    .title("A free round's debit and credit sent twice are applied once"),
            Case.readOnly("free-round-with-a-stake", "WAL-5 D-28", FreeRoundCases::debitStake)
                    .title("A debit with reason freeround and a stake takes nothing"),
            Case.of("free-round-with-nothing-left", "WAL-5", FreeRoundCases::playWithNothingLeft)
                    .title("A free round can be played with a balance of 0"),
            Case.of("second-debit-on-a-free-round", "RND-1 D-22", FreeRoundCases::debitAgain)
                    .title("A second debit on a free round's key takes no money"),
            Case.of("free-round-without-data", "WAL-5 ERR-3 ERR-4", FreeRoundCases::debitWithoutData)
                    .observes("A free round without freeRoundData"),
            Case.of("free-round-valued-in-another-currency", "WAL-15 D-54", FreeRoundCases::debitWithOtherCurrency)
                    .observes("A value in another currency"));

    private FreeRoundCases() {}

    private static void debitNothing(CaseContext t) {
        var before = t.balance();
        var debit = spin(t);
        Check.requireApplied(t.send(debit), before, "WAL-5", "the debit of a free round");
        t.requireUnmoved(before, "WAL-15", "The value in freeRoundData is informational.");
        t.requireKnown(debit.id(), "WAL-5", "Create the transaction even when nothing is subtracted.");
    }

    private static void returnCompleteResult(CaseContext t) {
        Answers.requireResult(t, t.bet(spin(t)).answer(), "the response to a free round's debit");
    }

    private static void pay(CaseContext t, long units, String hint) {
        var bet = t.bet(spin(t));
        var before = t.balance();
        var payout = t.units(units);
        Check.requireApplied(t.send(win(t, bet, units)), before.add(payout), "WAL-10", "the credit of a free round");
        t.requireMoved(before, payout, "WAL-10", hint);
    }

    private static void winNothing(CaseContext t) {
        var bet = t.bet(spin(t));
        var before = t.balance();
        var answer = t.send(t.credit(bet, BigDecimal.ZERO).free(t.campaign(), t.units(20)));
        Check.requireApplied(answer, before, "WAL-9", "a free round's payout of 0");
        t.send(win(t, bet, 5));
        t.requireUnmoved(before, "RND-4", "The round was closed by the payout of 0.");
    }

    private static void rollBack(CaseContext t) {
        var bet = t.bet(spin(t));
        var before = t.balance();
        var what = "the rollback of a free round";
        Check.requireApplied(t.send(t.rollback(bet).free(t.campaign(), t.units(20))), before, "RND-3", what);
        t.requireUnmoved(before, "WAL-15", "");
        t.send(win(t, bet, 5));
        t.requireUnmoved(before, "RND-4", "The round was reverted.");
    }

    private static void playThreeRounds(CaseContext t) {
        var before = t.balance();
        for (var units : new long[] {2, 0, 5}) {
            t.settle(win(t, t.bet(spin(t)), units));
        }
        t.requireMoved(before, t.units(7), "WAL-10", "");
    }

    private static void settleTwoOpenRounds(CaseContext t) {
        var first = t.bet(t.debit(0).free(t.campaign(), t.units(1)));
        var second = t.bet(t.debit(0).free(t.campaign(), t.units(1)));
        var before = t.balance();
        t.settle(t.credit(first, t.units(2)).free(t.campaign(), t.units(1)));
        t.settle(t.credit(second, t.units(150)).free(t.campaign(), t.units(1)));
        t.requireMoved(before, t.units(152), "WAL-10", "Pay exactly payout.amount.");
    }

    private static void replay(CaseContext t) {
        var before = t.balance();
        var bet = t.bet(spin(t));
        Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit of a free round");
        var credit = win(t, bet, 4);
        Check.requireReplay(t.settle(credit), t.send(credit), "the credit of a free round");
        Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit of a free round, later,");
        t.requireMoved(before, t.units(4), "IDM-1", "");
    }

    private static void debitStake(CaseContext t) {
        var before = t.balance();
        var debit = t.debit(4).free(t.campaign(), t.units(4));
        var answer = t.send(debit);
        t.requireUnmoved(before, "WAL-5", "Subtract nothing when reason is freeround.");
        if (answer.status() != 200) {
            OpenPoints.requireTruth(t, debit.id(), answer, before, "a free round with a stake");
        }
        t.observe(Observation.ofStatus("D-28", "a free round with a stake", answer, "refuse with 422", 422));
    }

    private static void playWithNothingLeft(CaseContext t) {
        t.settle(t.rollback(t.bet(spin(t))));
        DebitCases.drain(t, t.balance());
        Check.requireApplied(t.send(spin(t)), BigDecimal.ZERO, "WAL-5", "a free round with nothing left");
    }

    private static void debitAgain(CaseContext t) {
        var bet = t.bet(spin(t));
        var before = t.balance();
        var answer = t.send(t.debit(t.id(), bet.round(), t.units(3)));
        t.requireUnmoved(before, "RND-1", "Exactly one debit opens a round.");
        t.observe(Observation.ofStatus("D-22", "a second debit on a free round", answer, "refuse with 422", 422));
    }

    private static void debitWithoutData(CaseContext t) {
        var debit = t.debit(0).text("reason", "freeround");
        var what = "a free round without freeRoundData";
        OpenPoints.sendDebit(t, debit, what, advise("D-18", "accept it: the data is informational", 200));
    }

    private static void debitWithOtherCurrency(CaseContext t) {
        var data = "{\"campaign\":" + MovementBody.quoted(t.campaign())
                + ",\"value\":{\"amount\":5,\"currency\":\"XAU\"}}";
        var debit = t.debit(0).text("reason", "freeround").with("freeRoundData", data);
        OpenPoints.sendDebit(
                t, debit, "a value in another currency", advise("D-54", "accept it: the data is informational", 200));
    }

    static MovementBody spin(CaseContext t) {
        return t.debit(0).free(t.campaign(), t.units(20));
    }

    private static MovementBody win(CaseContext t, Bet bet, long units) {
        return t.credit(bet, t.units(units)).free(t.campaign(), t.units(20));
    }
}
