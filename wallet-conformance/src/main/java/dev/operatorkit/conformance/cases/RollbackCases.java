package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.cases.RoundCases.Settling;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/** Checks rollbacks: the stored stake is returned once, without a session (WAL-11, RND-3). */
final class RollbackCases {
    private static final int MANY = 25;
    private static final Settling OTHER_ROUND = (t, bet) -> t.rollback(t.player(), t.id(), t.id(), bet.id());
    private static final Settling NO_REFERENCE = (t, bet) -> t.rollback(bet).without("referenceTransactionId");

    static final Group ROLLBACKS = Group.of(
            "Rollback",
            Case.of("rollback-returns-the-stake", "WAL-11 RND-3 WAL-13 WAL-2", RollbackCases::returnStake)
                    .title("A rollback returns exactly the stake and returns the balance after it")
                    .inQuickPlan(),
            Case.of("rollback-answers-a-complete-result", "WAL-13 GEN-3", RollbackCases::returnCompleteResult)
                    .title("A rollback returns operatorTransactionId and a complete balance"),
            Case.of("rollback-is-stored", "WAL-12 IDM-3", RollbackCases::lookUpRollback)
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
     * Sends a rollback before its debit. A wallet that answers 200 has reverted the round: whatever comes later moves no money
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
        var rollback = t.rollback(t.bet(11));
        DebitCases.requireFirstMoved(t, rollback, start, BigDecimal.ZERO, "RND-3", "the rollback");
    }

    private static void returnCompleteResult(CaseContext t) {
        Answers.requireAppliedResult(t, t.settle(t.rollback(t.bet(2))), "the response to the rollback");
    }

    private static void lookUpRollback(CaseContext t) {
        var rollback = t.rollback(t.bet(2));
        var answer = t.settle(rollback);
        LookupCases.requireStored(t, rollback.id(), answer, "The rollback got 200.", "the lookup of the rollback");
    }

    private static void rollBackWithAmounts(CaseContext t) {
        var start = t.balance();
        var bet = t.bet(3);
        var money = BodyCases.money(t, 9);
        var amount = t.units(9).toPlainString();
        var answer = t.send(
                t.rollback(bet).with("stake", money).with("amount", amount).with("payout", money));
        if (answer.status() != 200) {
            var what = "a rollback with amounts in it";
            t.observe(Observation.ofStatus("D-16", what, answer, "ignore unknown fields", 200));
            t.settle(t.rollback(bet));
        }
        t.requireUnmoved(start, "RND-3", "Return the stake of the stored debit; a rollback carries no amount.");
    }

    private static void rollBackNothing(CaseContext t) {
        var before = t.balance();
        Check.requireApplied(t.send(t.rollback(t.bet(0))), before, "RND-3", "the rollback of a debit of 0");
        t.requireUnmoved(before, "RND-3", "");
    }

    private static void rollBackAfterOtherBets(CaseContext t) {
        var bet = t.bet(2);
        t.bet(7);
        t.bet(5);
        var before = t.balance();
        var answer = t.send(t.rollback(bet));
        Check.requireApplied(answer, before.add(bet.stake()), "RND-3", "the rollback of an earlier debit");
        t.requireMoved(before, bet.stake(), "RND-3", "");
    }

    private static void rollBackUnknownDebit(CaseContext t) {
        var before = t.balance();
        var rollback = t.rollback(t.player(), t.id(), t.id(), t.id());
        var answer = t.send(rollback);
        t.requireUnmoved(before, "RND-3", "Nothing was taken, so nothing is returned.");
        var advice = "respond 200 with the unchanged balance, so that the retries end";
        t.observe(Observation.ofStatus("D-25", "a rollback of an unknown debit", answer, advice, 200));
        if (answer.status() == 200) {
            Check.requireReplay(answer, t.send(rollback), "the rollback of an unknown debit");
            t.observe(Observation.ofStatus(
                    "D-25", "the lookup of that rollback", t.lookup(rollback.id()), "200: it is stored", 200));
        }
    }

    private static void debitAfterRollback(CaseContext t) {
        var start = t.balance();
        var debit = t.debit(4);
        var rollback = t.rollback(t.player(), t.id(), debit.round(), debit.id());
        var first = t.send(rollback);
        var late = t.send(debit);
        if (first.status() == 200) {
            var hint = "The service believes that the round is reverted and will send nothing more: a debit after"
                    + " that must not take money.";
            t.requireUnmoved(start, "RND-4", hint);
        } else {
            var isApplied = late.status() != 200 || t.trySettle(rollback);
            var expected = "a rollback that is applied once its debit is stored";
            Check.require(isApplied, "RND-3", expected, "it was refused again", "Do not store a refusal.", null);
            t.requireUnmoved(start, "RND-3", "");
        }
        var what = "rollback first: " + first.status() + ", late debit: " + late.status();
        var advice = "200 for the rollback, 422 for the debit";
        t.observe(Observation.of("D-25", what, advice, first.status() == 200 && late.status() == 422));
    }

    private static void debitRepeatedlyAfterRollback(CaseContext t) {
        var start = t.balance();
        var debit = t.debit(4);
        t.send(t.rollback(t.player(), t.id(), debit.round(), debit.id()));
        for (var i = 0; i < 3; i++) {
            var answer = t.send(debit);
            if (answer.status() == 422) {
                t.requireUnmoved(start, "ERR-3", "The status was 422, but money moved.");
            }
        }
        t.observe(Observation.ofStatus("D-25", "lookup of the late debit", t.lookup(debit.id()), "404", 404));
    }

    private static void rollBackWithUnknownPlayer(CaseContext t) {
        var bet = t.bet(3);
        var before = t.balance();
        var answer = t.send(t.rollback(bet).text("playerId", t.id()));
        if (answer.status() != 200) {
            t.requireUnmoved(before, "RND-3", "The request was refused, but money moved.");
            t.settle(t.rollback(bet));
        }
        t.observe(Observation.ofStatus("D-26", "a rollback with an unknown playerId", answer, "refuse with 422", 422));
    }

    private static void rollBackCredit(CaseContext t) {
        var bet = t.bet(3);
        var credit = t.credit(bet, t.units(5));
        t.settle(credit);
        var before = t.balance();
        t.send(t.rollback(t.player(), t.id(), bet.round(), credit.id()));
        t.requireUnmoved(before, "RND-3", "referenceTransactionId must name a debit.");
    }

    private static void rollBackRefusedDebit(CaseContext t) {
        var before = t.balance();
        var debit = t.debit(t.id(), t.id(), before.add(t.units(1)));
        Check.requireStatus(409, t.send(debit), "ERR-2", "a stake over the balance", "");
        t.send(t.rollback(t.player(), t.id(), debit.round(), debit.id()));
        t.requireUnmoved(before, "RND-3", "Nothing was taken, so nothing is returned.");
    }

    private static void rollBackAnotherPlayersBet(CaseContext t) {
        var bet = t.bet(3);
        var others = t.balance(t.other());
        var mine = t.balance();
        var answer = t.send(t.rollback(t.other(), t.id(), bet.round(), bet.id()));
        t.requireMoved(t.other(), others, BigDecimal.ZERO, "RND-3", "The stake of one player went to another.");
        t.observe(Observation.ofStatus("D-26", "a rollback of another player's bet", answer, "refuse with 422", 422));
        t.requireUnmoved(mine, "RND-3", "The player is found by playerId, which names another one.");
        if (answer.status() != 200) {
            t.settle(t.rollback(bet));
        }
    }

    private static void rollBackWithoutGame(CaseContext t) {
        var bet = t.bet(2);
        var before = t.balance();
        var answer = t.send(t.rollback(bet).without("gameId").without("reason"));
        t.requireMoved(before, answer.status() == 200 ? bet.stake() : BigDecimal.ZERO, "RND-3", "");
        t.observe(Observation.ofStatus(
                "D-16", "a rollback without gameId and reason", answer, "accept it: the debit holds the game", 200));
    }

    private static void debitRepeatedly(CaseContext t) {
        var early = revert(t, t.debit(4));
        for (var i = 0; i < 3; i++) {
            requireRefused(t, early, t.send(early.debit()));
        }
    }

    private static void debitWithAnotherStake(CaseContext t) {
        var early = revert(t, t.debit(4));
        var other = t.debit(early.debit().id(), early.debit().round(), t.units(7));
        requireRefused(t, early, t.send(early.debit()));
        requireRefused(t, early, t.send(other));
    }

    private static void debitWithAnotherId(CaseContext t) {
        var early = revert(t, t.debit(4));
        var answer = t.send(t.debit(t.id(), early.debit().round(), t.units(5)));
        t.requireUnmoved(early.before(), "RND-4", "The rollback got 200, so the round is Reverted, which is final.");
        t.observe(Observation.ofStatus("D-25", "another debit", answer, "refuse with 422", 422));
    }

    private static void creditAfterEarlyRollback(CaseContext t) {
        for (var late : new boolean[] {false, true}) {
            var early = revert(t, t.debit(4));
            if (late) {
                t.send(early.debit());
            }
            var debit = early.debit();
            var answer = t.send(t.credit(t.player(), t.id(), debit.round(), debit.id(), t.units(6)));
            t.requireUnmoved(early.before(), "RND-4", "The round was reverted before its debit.");
            RoundCases.requireNoFalseSuccess(false, answer);
        }
    }

    private static void playLateFreeRound(CaseContext t) {
        var spin = FreeRoundCases.spin(t);
        t.settle(t.rollback(t.bet(FreeRoundCases.spin(t))));
        var early = revert(t, spin);
        var late = t.send(spin);
        t.send(t.credit(t.player(), t.id(), spin.round(), spin.id(), t.units(6)).free(t.campaign(), t.units(20)));
        t.requireUnmoved(early.before(), "RND-4", "The round was reverted before its debit.");
        var hint = "Reverted is final.";
        Answers.require(late, late.status() != 200, "RND-4", "a refusal of the debit of a reverted round", hint);
    }

    private static void rollBackEarlyWithAmounts(CaseContext t) {
        var before = t.balance();
        var money = BodyCases.money(t, 9);
        var rollback = t.rollback(t.player(), t.id(), t.id(), t.id());
        t.send(rollback.with("stake", money)
                .with("payout", money)
                .with("amount", t.units(9).toPlainString()));
        t.requireUnmoved(before, "RND-3", "Nothing was taken, so nothing is returned.");
    }

    private static void rollBackOnOpenRound(CaseContext t) {
        var bet = t.bet(4);
        var before = t.balance();
        t.send(t.rollback(t.player(), t.id(), bet.round(), t.id()));
        t.requireUnmoved(before, "RND-3", "The rollback names a debit that is unknown.");
        var answer = t.send(t.credit(bet, t.units(6)));
        var hint = "A round is closed by the settlement of its debit. The stake of this one would stay lost.";
        Check.requireStatus(200, answer, "RND-4", "the credit of a bet that nothing has settled", hint);
        t.requireMoved(before, t.units(6), "RND-2", "");
    }

    private static void rollBackTwoEarly(CaseContext t) {
        var first = revert(t, t.debit(4));
        var second = revert(t, t.debit(3));
        for (var early : List.of(first, second)) {
            requireRefused(t, early, t.send(early.debit()));
        }
    }

    private static void rollBackManyEarly(CaseContext t) {
        var first = revert(t, t.debit(2));
        var debits = Stream.generate(() -> t.debit(2)).limit(MANY - 2).toList();
        var between =
                Answers.sendEach(t, debits, debit -> t.send(t.rollback(t.player(), t.id(), debit.round(), debit.id())));
        requireAccepted(t, between.getLast());
        var last = revert(t, t.debit(2));
        requireRefused(t, first, t.send(first.debit()));
        requireRefused(t, last, t.send(last.debit()));
    }

    private static void rollBackEarlyForTwoPlayers(CaseContext t) {
        var mine = revert(t, t.debit(4));
        var other = t.other();
        revert(t, t.debit(other, t.id(), t.id(), other.units(3)));
        requireRefused(t, mine, t.send(mine.debit()));
    }

    /** Holds a debit whose rollback was sent first, and the balance before. */
    private record Early(MovementBody debit, BigDecimal before) {}

    /** Sends the rollback of a debit that was not sent; skips the case when the wallet refuses such rollbacks (D-25). */
    private static Early revert(CaseContext t, MovementBody debit) {
        Player player = debit.player();
        var before = t.balance(player);
        var answer = t.send(t.rollback(player, t.id(), debit.round(), debit.id()));
        requireAccepted(t, answer);
        t.requireMoved(player, before, BigDecimal.ZERO, "RND-3", "Nothing was taken, so nothing is returned.");
        return new Early(debit, before);
    }

    private static void requireAccepted(CaseContext t, WalletResponse answer) {
        if (answer.status() != 200) {
            throw t.skip(
                    "needs a wallet that accepts the rollback of an unknown debit (status " + answer.status() + ")");
        }
    }

    private static void requireRefused(CaseContext t, Early early, WalletResponse late) {
        var hint = "The rollback got 200, so the service sends nothing more: the round stays Reverted.";
        t.requireMoved(early.debit().player(), early.before(), BigDecimal.ZERO, "RND-4", hint);
        RoundCases.requireNoFalseSuccess(early.debit().amount().signum() == 0, late);
        t.observe(Observation.ofStatus("D-25", "the late debit", late, "refuse with 422", 422));
    }
}
