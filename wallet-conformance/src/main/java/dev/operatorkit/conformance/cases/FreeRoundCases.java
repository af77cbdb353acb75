package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;
import static dev.operatorkit.conformance.suite.Advice.refuse;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import java.math.BigDecimal;

/** Checks free rounds: a stake of 0, a payout as usual, and a nominal value that never moves (WAL-5, WAL-10, WAL-15). */
final class FreeRoundCases {
    private static final String INFORMATIONAL = "accept it: the data is informational";
    private static final Advice WITHOUT_DATA = advise("D-18", INFORMATIONAL, 200);
    private static final Advice OTHER_CURRENCY = advise("D-54", INFORMATIONAL, 200);
    static final Group GROUP = Group.of(
            "Free rounds",
            Case.of("free-round-takes-nothing", "WAL-5 WAL-15 RND-1", FreeRoundCases::debitNothing)
                    .title("A free round's debit takes nothing, is stored, and returns the current balance"),
            LookupCases.complete("free-round-answers-a-complete-result", "WAL-5 WAL-13", CaseContext::spin)
                    .title("A free round's debit returns a complete result"),
            Case.of("free-round-pays-exactly-the-payout", "WAL-10 WAL-15", t -> pay(t, 3))
                    .title("A free round's credit adds exactly the payout, not the value"),
            Case.of("free-round-pays-more-than-its-value", "WAL-10 WAL-15", t -> pay(t, 33))
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
            OpenPoints.debit("free-round-without-data", "WAL-5 ERR-3 ERR-4", WITHOUT_DATA, FreeRoundCases::withoutData)
                    .observes("A free round without freeRoundData"),
            OpenPoints.debit(
                            "free-round-valued-in-another-currency",
                            "WAL-15 D-54",
                            OTHER_CURRENCY,
                            FreeRoundCases::inOtherCurrency)
                    .observes("A value in another currency"));

    private FreeRoundCases() {}

    private static void debitNothing(CaseContext t) {
        var debit = t.spin();
        var before = t.balance();
        Check.requireApplied(t.send(debit), before, "WAL-5", "the debit of a free round");
        t.requireUnmoved(before, "WAL-15", "The value in freeRoundData is informational.");
        t.requireKnown(debit.id(), "WAL-5", "Create the transaction even when nothing is subtracted.");
    }

    private static void pay(CaseContext t, long units) {
        t.sendApplied(win(t, t.bet(t.spin()), units), t.units(units), "WAL-10", "the credit of a free round");
    }

    private static void winNothing(CaseContext t) {
        var bet = t.bet(t.spin());
        t.sendApplied(win(t, bet, 0), BigDecimal.ZERO, "WAL-9", "a free round's payout of 0");
        t.sendUnmoved(win(t, bet, 5), "RND-4", "The round was closed by the payout of 0.");
    }

    private static void rollBack(CaseContext t) {
        var bet = t.bet(t.spin());
        var before = t.balance();
        var answer = t.send(t.free(t.rollback(bet)));
        Check.requireApplied(answer, before, "RND-3", "the rollback of a free round");
        t.requireUnmoved(before, "WAL-15", "");
        t.sendUnmoved(win(t, bet, 5), "RND-4", "The round was reverted.");
    }

    private static void playThreeRounds(CaseContext t) {
        var before = t.balance();
        for (var units : new long[] {2, 0, 5}) {
            t.settle(win(t, t.bet(t.spin()), units));
        }
        t.requireMoved(before, t.units(7), "WAL-10", "");
    }

    private static void settleTwoOpenRounds(CaseContext t) {
        var first = t.bet(t.spin());
        var second = t.bet(t.spin());
        var before = t.balance();
        t.settle(win(t, first, 22));
        t.settle(win(t, second, 150));
        t.requireMoved(before, t.units(172), "WAL-10", "Pay exactly payout.amount.");
    }

    private static void replay(CaseContext t) {
        var before = t.balance();
        var bet = t.bet(t.spin());
        Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit of a free round");
        var credit = win(t, bet, 4);
        Check.requireReplay(t.settle(credit), t.send(credit), "the credit of a free round");
        Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit of a free round, later,");
        t.requireMoved(before, t.units(4), "IDM-1", "");
    }

    private static void debitStake(CaseContext t) {
        var answer = t.sendUnmoved(t.free(t.debit(4)), "WAL-5", "Subtract nothing when reason is freeround.");
        t.observe("a free round with a stake", answer, refuse("D-28"));
    }

    private static void playWithNothingLeft(CaseContext t) {
        t.settle(t.rollback(t.bet(t.spin())));
        DebitCases.drain(t, t.balance());
        Check.requireApplied(t.send(t.spin()), BigDecimal.ZERO, "WAL-5", "a free round with nothing left");
    }

    private static void debitAgain(CaseContext t) {
        var second = t.debit(3).withRound(t.bet(t.spin()).round());
        var answer = t.sendUnmoved(second, "RND-1", "Exactly one debit opens a round.");
        t.observe("a second debit on a free round", answer, refuse("D-22"));
    }

    private static MovementBody withoutData(CaseContext t) {
        return t.debit(0).text("reason", "freeround");
    }

    private static MovementBody inOtherCurrency(CaseContext t) {
        var data = "{\"campaign\":" + MovementBody.quoted(t.campaign())
                + ",\"value\":{\"amount\":5,\"currency\":\"XAU\"}}";
        return withoutData(t).with("freeRoundData", data);
    }

    private static MovementBody win(CaseContext t, Bet bet, long units) {
        return t.free(t.credit(bet, units));
    }
}
