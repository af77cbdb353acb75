package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;
import static dev.operatorkit.conformance.suite.Advice.refuse;

import dev.operatorkit.conformance.cases.RoundCases.Settling;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.stream.Stream;

/** Checks rollbacks: the stored stake is returned once, without a session (WAL-11, RND-3). */
final class RollbackCases {
    private static final int MANY = 25;
    private static final String NOTHING_TAKEN = "Nothing was taken, so nothing is returned.";
    private static final String REVERTED = "The round was reverted before its debit.";
    private static final Advice END_RETRIES =
            advise("D-25", "respond 200 with the unchanged balance, so that the retries end", 200);
    private static final Settling OTHER_ROUND = (t, bet) -> t.rollback(bet).withRound(t.id());
    private static final Settling NO_REFERENCE = (t, bet) -> t.rollback(bet).without("referenceTransactionId");
    static final Group ROLLBACKS = Group.of(
            "Rollback",
            Case.of("rollback-returns-the-stake", "WAL-11 RND-3 WAL-13 WAL-2", RollbackCases::returnStake)
                    .title("A rollback returns exactly the stake and returns the balance after it")
                    .inQuickPlan(),
            LookupCases.complete("rollback-answers-a-complete-result", "WAL-13 GEN-3", t -> t.rollback(t.bet(2)))
                    .title("A rollback returns operatorTransactionId and a complete balance"),
            LookupCases.stored("rollback-is-stored", t -> t.rollback(t.bet(2)))
                    .title("A rollback can be looked up immediately"),
            Case.of("rollback-returns-the-stored-stake", "RND-3 WAL-11", RollbackCases::rollBackWithAmounts)
                    .title("A rollback returns the stored stake, whatever amount it carries"),
            Case.of("rollback-of-a-zero-stake", "RND-3 RND-1", RollbackCases::rollBackNothing)
                    .title("A rollback of a debit of 0 is applied and moves nothing"),
            Case.of("rollback-after-other-bets", "RND-3", RollbackCases::rollBackAfterOtherBets)
                    .title("A rollback returns its own debit's stake, not the latest one's"),
            Case.readOnly("rollback-of-an-unknown-debit", "RND-3 IDM-2 D-25", RollbackCases::rollBackUnknownDebit)
                    .title("A rollback of an unknown debit creates no money, and once applied it stays applied"),
            Case.of("late-debit-after-its-rollback", "RND-4 RND-3 D-25", RollbackCases::debitAfterRollback)
                    .title("A debit that arrives after its rollback takes no money in the end")
                    .inQuickPlan(),
            Case.of("late-debit-refused-truthfully", "ERR-3 RND-4 D-25", RollbackCases::debitRepeatedlyAfterRollback)
                    .title("A late debit refused with 422 is not stored as a debit that took money"),
            CreditCases.misdirected("rollback-with-another-round", "RND-3", "D-26", OTHER_ROUND)
                    .title("A rollback whose gameRoundId is not the debit's moves no money"),
            CreditCases.misdirected("rollback-without-a-reference", "RND-3", "D-25", NO_REFERENCE)
                    .title("A rollback without referenceTransactionId moves no money"),
            Case.of("rollback-with-an-unknown-player", "RND-3 D-26", RollbackCases::rollBackWithUnknownPlayer)
                    .title("A rollback whose playerId is unknown returns the stake to its owner or to nobody"),
            Case.of("rollback-referring-to-a-credit", "RND-3 RND-4", RollbackCases::rollBackCredit)
                    .title("A rollback that refers to a credit takes and returns nothing"),
            Case.readOnly("rollback-of-a-refused-debit", "RND-3 ERR-2", RollbackCases::rollBackRefusedDebit)
                    .title("A rollback of a debit that was refused with 409 returns nothing"),
            Case.of("rollback-of-another-players-bet", "RND-3 D-26", RollbackCases::rollBackAnotherPlayersBet)
                    .title("A rollback in one player's name of another player's bet returns nothing to the first")
                    .twoPlayers(),
            Case.of("rollback-without-a-game", "D-16 D-18", RollbackCases::rollBackWithoutGame)
                    .observes("A rollback without gameId and reason"));

    /**
     * Sends a rollback before its debit. A wallet that answers 200 has reverted the round: a later movement moves no money
     * (RND-4). One that refuses has promised nothing (D-25).
     */
    static final Group EARLY_ROLLBACKS = Group.of(
            "Rollbacks before their debit",
            Case.readOnly("late-debit-sent-again", "RND-4 ERR-2 D-25", RollbackCases::debitRepeatedly)
                    .title("A late debit takes no money, however often it is sent"),
            Case.readOnly("late-debit-with-another-stake", "RND-4 D-25", RollbackCases::debitWithAnotherStake)
                    .title("A late debit with another stake than expected takes no money"),
            Case.readOnly("another-debit-on-a-reverted-key", "RND-4 RND-1 D-25", RollbackCases::debitWithAnotherId)
                    .title("Another debit on the round of an early rollback takes no money"),
            Case.readOnly("credit-after-an-early-rollback", "RND-4 RND-2 D-25", RollbackCases::creditAfterEarlyRollback)
                    .title("A credit after an early rollback and its late debit pays nothing"),
            Case.readOnly("late-free-round", "RND-4 WAL-5 D-25", RollbackCases::playLateFreeRound)
                    .title("A free round whose rollback was early pays nothing"),
            Case.readOnly("early-rollback-with-an-amount", "RND-3 D-25", RollbackCases::rollBackEarlyWithAmounts)
                    .title("A rollback of an unknown debit moves nothing, whatever amounts it carries"),
            Case.of("early-rollback-on-an-open-round", "RND-4 RND-3 D-25", RollbackCases::rollBackOnOpenRound)
                    .title("A rollback of an unknown debit does not close the round of another bet"),
            Case.readOnly("two-early-rollbacks", "RND-4 D-25", RollbackCases::rollBackTwoEarly)
                    .title("Two early rollbacks both hold: neither late debit takes money"),
            Case.readOnly("many-early-rollbacks", "RND-4 D-25", RollbackCases::rollBackManyEarly)
                    .title("The first of many early rollbacks holds like the last"),
            Case.of("early-rollbacks-of-two-players", "RND-4 D-25", RollbackCases::rollBackEarlyForTwoPlayers)
                    .title("An early rollback of one player does not undo that of another")
                    .twoPlayers());

    private RollbackCases() {}

    private static void returnStake(CaseContext t) {
        var start = t.balance();
        DebitCases.requireFirstMoved(t, t.rollback(t.bet(11)), start, BigDecimal.ZERO, "RND-3");
    }

    private static void rollBackWithAmounts(CaseContext t) {
        var start = t.balance();
        var bet = t.bet(3);
        var answer = t.send(withAmounts(t, t.rollback(bet)));
        if (answer.status() != 200) {
            t.observe("a rollback with amounts in it", answer, advise("D-16", "ignore unknown fields", 200));
            t.settle(t.rollback(bet));
        }
        t.requireUnmoved(start, "RND-3", "Return the stake of the stored debit; a rollback carries no amount.");
    }

    private static MovementBody withAmounts(CaseContext t, MovementBody rollback) {
        var money = t.player().json(t.units(9));
        return rollback.with("stake", money)
                .with("amount", t.units(9).toPlainString())
                .with("payout", money);
    }

    private static void rollBackNothing(CaseContext t) {
        t.sendApplied(t.rollback(t.bet(0)), BigDecimal.ZERO, "RND-3", "the rollback of a debit of 0");
    }

    private static void rollBackAfterOtherBets(CaseContext t) {
        var bet = t.bet(2);
        t.bet(7);
        t.bet(5);
        t.sendApplied(t.rollback(bet), bet.stake(), "RND-3", "the rollback of an earlier debit");
    }

    private static void rollBackUnknownDebit(CaseContext t) {
        var rollback = t.rollback(t.debit(4));
        var answer = t.sendUnmoved(rollback, "RND-3", NOTHING_TAKEN);
        t.observe("a rollback of an unknown debit", answer, END_RETRIES);
        if (answer.status() == 200) {
            Check.requireReplay(answer, t.send(rollback), "the rollback of an unknown debit");
            var stored = advise("D-25", "200: it is stored", 200);
            t.observe("the lookup of that rollback", t.lookup(rollback.id()), stored);
        }
    }

    private static void debitAfterRollback(CaseContext t) {
        var start = t.balance();
        var debit = t.debit(4);
        var rollback = t.rollback(debit);
        var first = t.send(rollback);
        var late = t.send(debit);
        if (first.status() == 200) {
            var hint = "The service believes that the round is reverted and will send nothing more: a debit after"
                    + " that must not take money.";
            t.requireUnmoved(start, "RND-4", hint);
        } else {
            var isApplied = late.status() != 200 || t.send(rollback).status() == 200;
            var expected = "a rollback that is applied once its debit is stored";
            Check.require(isApplied, "RND-3", expected, "it was refused again", "Do not store a refusal.");
            t.requireUnmoved(start, "RND-3", "");
        }
        var what = "rollback first: " + first.status() + ", late debit: " + late.status();
        var advice = "200 for the rollback, 422 for the debit";
        t.observe(Observation.of("D-25", what, advice, first.status() == 200 && late.status() == 422));
    }

    private static void debitRepeatedlyAfterRollback(CaseContext t) {
        var start = t.balance();
        var debit = t.debit(4);
        t.send(t.rollback(debit));
        for (var i = 0; i < 3; i++) {
            if (t.send(debit).status() == 422) {
                t.requireUnmoved(start, "ERR-3", "The status was 422, but money moved.");
            }
        }
        t.observe("lookup of the late debit", t.lookup(debit.id()), advise("D-25", "404", 404));
    }

    private static void rollBackWithUnknownPlayer(CaseContext t) {
        var bet = t.bet(3);
        var before = t.balance();
        var answer = t.send(t.rollback(bet).text("playerId", t.id()));
        if (answer.status() != 200) {
            t.requireUnmoved(before, "RND-3", "The request was refused, but money moved.");
            t.settle(t.rollback(bet));
        }
        t.observe("a rollback with an unknown playerId", answer, refuse("D-26"));
    }

    private static void rollBackCredit(CaseContext t) {
        var bet = t.bet(3);
        var credit = t.credit(bet, 5);
        t.settle(credit);
        t.sendUnmoved(t.rollback(bet).withReference(credit.id()), "RND-3", "referenceTransactionId must name a debit.");
    }

    private static void rollBackRefusedDebit(CaseContext t) {
        var debit = DebitCases.overBalance(t);
        DebitCases.sendOverBalance(t, debit);
        t.sendUnmoved(t.rollback(debit), "RND-3", NOTHING_TAKEN);
    }

    private static void rollBackAnotherPlayersBet(CaseContext t) {
        CreditCases.settleAnotherPlayersBet(t, CaseContext::rollback, "RND-3", "RND-3");
    }

    private static void rollBackWithoutGame(CaseContext t) {
        var bet = t.bet(2);
        var answer = t.sendExact(t.rollback(bet).without("gameId").without("reason"), bet.stake(), "RND-3", "");
        var advice = advise("D-16", "accept it: the debit holds the game", 200);
        t.observe("a rollback without gameId and reason", answer, advice);
    }

    private static void debitRepeatedly(CaseContext t) {
        var early = revert(t, t.debit(4));
        for (var i = 0; i < 3; i++) {
            early.requireRefused(t, early.debit());
        }
    }

    private static void debitWithAnotherStake(CaseContext t) {
        var early = revert(t, t.debit(4));
        early.requireRefused(t, early.debit());
        early.requireRefused(
                t, t.debit(7).withId(early.debit().id()).withRound(early.debit().round()));
    }

    private static void debitWithAnotherId(CaseContext t) {
        var early = revert(t, t.debit(4));
        var answer = t.send(t.debit(5).withRound(early.debit().round()));
        t.requireUnmoved(early.before(), "RND-4", "The rollback got 200, so the round is Reverted, which is final.");
        t.observe("another debit", answer, refuse("D-25"));
    }

    private static void creditAfterEarlyRollback(CaseContext t) {
        for (var late : new boolean[] {false, true}) {
            var early = revert(t, t.debit(4));
            if (late) {
                t.send(early.debit());
            }
            var answer = t.send(t.credit(early.debit(), 6));
            t.requireUnmoved(early.before(), "RND-4", REVERTED);
            RoundCases.requireNoFalseSuccess(false, answer);
        }
    }

    private static void playLateFreeRound(CaseContext t) {
        t.settle(t.rollback(t.bet(t.spin())));
        var early = revert(t, t.spin());
        var late = t.send(early.debit());
        t.send(t.free(t.credit(early.debit(), 6)));
        t.requireUnmoved(early.before(), "RND-4", REVERTED);
        var expected = "a refusal of the debit of a reverted round";
        Check.require(late, late.status() != 200, "RND-4", expected, "Reverted is final.");
    }

    private static void rollBackEarlyWithAmounts(CaseContext t) {
        t.sendUnmoved(withAmounts(t, t.rollback(t.debit(4))), "RND-3", NOTHING_TAKEN);
    }

    private static void rollBackOnOpenRound(CaseContext t) {
        var bet = t.bet(4);
        var before = t.balance();
        var early = t.rollback(bet).withReference(t.id());
        var refused = t.sendUnmoved(early, "RND-3", "The rollback names a debit that is unknown.");
        t.observe("a rollback of an unknown debit in the round of another", refused, END_RETRIES);
        var answer = t.send(t.credit(bet, 6));
        var hint = "A round is closed by the settlement of its debit. The stake of this one would stay lost.";
        Check.requireStatus(200, answer, "RND-4", "the credit of a bet that nothing has settled", hint);
        t.requireMoved(before, t.units(6), "RND-2", "");
    }

    private static void rollBackTwoEarly(CaseContext t) {
        var first = revert(t, t.debit(4));
        var second = revert(t, t.debit(3));
        first.requireRefused(t, first.debit());
        second.requireRefused(t, second.debit());
    }

    private static void rollBackManyEarly(CaseContext t) {
        var first = revert(t, t.debit(2));
        var debits = Stream.generate(() -> t.debit(2)).limit(MANY - 2).toList();
        t.sendConcurrently(debits, debit -> t.send(t.rollback(debit)))
                .values()
                .forEach(answer -> requireAccepted(t, answer));
        var last = revert(t, t.debit(2));
        first.requireRefused(t, first.debit());
        last.requireRefused(t, last.debit());
    }

    private static void rollBackEarlyForTwoPlayers(CaseContext t) {
        var mine = revert(t, t.debit(4));
        revert(t, t.debit(t.other(), t.other().units(3)));
        mine.requireRefused(t, mine.debit());
    }

    /** Holds a debit whose rollback was sent first, and the balance before. */
    private record Early(MovementBody debit, BigDecimal before) {
        void requireRefused(CaseContext t, MovementBody late) {
            var answer = t.send(late);
            var hint = "The rollback got 200, so the service sends nothing more: the round stays Reverted.";
            t.requireUnmoved(before, "RND-4", hint);
            RoundCases.requireNoFalseSuccess(false, answer);
            t.observe("the late debit", answer, refuse("D-25"));
        }
    }

    /** Sends the rollback of a debit that was not sent; skips the case when the wallet refuses such rollbacks (D-25). */
    private static Early revert(CaseContext t, MovementBody debit) {
        var before = t.balance(debit.player());
        requireAccepted(t, t.send(t.rollback(debit)));
        t.requireUnmoved(debit.player(), before, "RND-3", NOTHING_TAKEN);
        return new Early(debit, before);
    }

    private static void requireAccepted(CaseContext t, WalletResponse answer) {
        if (answer.status() != 200) {
            throw t.skip(
                    "needs a wallet that accepts the rollback of an unknown debit (status " + answer.status() + ")");
        }
    }
}
