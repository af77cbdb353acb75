package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;

import dev.operatorkit.conformance.cases.OpenPoints.Maker;
import dev.operatorkit.conformance.cases.RoundCases.Settling;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import java.math.BigDecimal;
import java.util.concurrent.locks.LockSupport;

/** Checks that a transactionId is applied only once and that a replay returns the stored response (IDM-1, IDM-2). */
final class IdempotencyCases {
    private static final Advice SAME_KIND = advise("D-21", "same account and kind: 200 with the stored result", 200);
    private static final Advice OTHER_KIND = advise("D-21", "another kind: 422, disclose nothing", 422);
    static final Group GROUP = Group.of(
            "Idempotency",
            replayed("replayed-debit", -7, t -> t.debit(7))
                    .title("A debit sent three times is applied once and returns the stored result each time")
                    .inQuickPlan(),
            replayed("replayed-credit", 29, t -> t.credit(t.bet(2), 29))
                    .title("A credit sent three times is applied once and returns the stored result each time"),
            replayed("replayed-rollback", 6, t -> t.rollback(t.bet(6)))
                    .title("A rollback sent three times is applied once and returns the stored result each time"),
            replayed("replayed-zero-stake", 0, t -> t.debit(0))
                    .title("A debit of 0 sent three times returns the stored result each time"),
            Case.of("replayed-zero-payout", "IDM-1 IDM-2 WAL-9", IdempotencyCases::replayNothing)
                    .title("A payout of 0 sent three times returns the stored result each time"),
            Case.of("replay-returns-the-stored-balance", "IDM-2", IdempotencyCases::replayAfterAnotherBet)
                    .title("A replayed debit returns the balance of the first response, although the balance has"
                            + " changed since"),
            later("replayed-credit-returns-the-stored-balance", "IDM-2", (t, bet) -> t.credit(bet, 4))
                    .title("A replayed credit returns the balance of the first response, although the balance has"
                            + " changed since"),
            later("replayed-rollback-returns-the-stored-balance", "IDM-2", CaseContext::rollback)
                    .title("A replayed rollback returns the balance of the first response, although the balance has"
                            + " changed since"),
            later("replayed-zero-payout-returns-the-stored-balance", "IDM-2 WAL-9", (t, bet) -> t.credit(bet, 0))
                    .title("A replayed payout of 0 returns the balance of the first response"),
            Case.of("replay-when-funds-are-too-low", "IDM-2 ERR-2", IdempotencyCases::replayWithNothingLeft)
                    .title("A replayed debit returns the stored result although the funds no longer suffice"),
            afterClosing("replayed-debit-after-its-credit", (t, bet) -> t.credit(bet, 4))
                    .title("A debit replayed after its round was settled returns the stored result"),
            afterClosing("replayed-debit-after-its-rollback", CaseContext::rollback)
                    .title("A debit replayed after its rollback returns the stored result and takes nothing"),
            Case.of("replay-written-otherwise", "IDM-1 IDM-2", IdempotencyCases::replayRearranged)
                    .title("A replay with different white space and key order is still the same transaction"),
            Case.of("replay-with-a-new-token", "IDM-2 IDM-1 D-21", IdempotencyCases::replayWithAnotherToken)
                    .title("A replayed debit gets its stored result although its token is not valid any more"),
            Case.of("replay-returns-the-stored-times", "IDM-2 WAL-12", IdempotencyCases::compareTimes)
                    .title("A replay and a lookup return createdAt as the first response did"),
            ofDebit(
                            "replay-with-another-stake",
                            SAME_KIND,
                            (t, bet) -> t.debit(9).withRound(bet.round()))
                    .title("A debit's id again with a larger stake moves no money"),
            ofDebit("replay-on-another-round", SAME_KIND, (t, bet) -> t.debit(3))
                    .title("A debit's id again on another round moves no money"),
            ofSettlement("replayed-credit-with-another-payout", SAME_KIND, 4, (t, bet) -> t.credit(bet, 15))
                    .title("A credit's id again with a larger payout moves no money"),
            ofSettlement("credit-id-for-another-bet", SAME_KIND, 4, (t, bet) -> t.credit(t.bet(2), 4))
                    .title("A credit's id again, for another bet, moves no money"),
            Case.titled("rollback-id-for-another-bet", "IDM-1 D-21", IdempotencyCases::reuseRollbackId)
                    .title("A rollback's id again, for another bet, moves no money"),
            ofDebit("credit-with-the-debits-id", OTHER_KIND, (t, bet) -> t.credit(bet, 4))
                    .title("A credit with its debit's own id moves no money"),
            ofDebit("rollback-with-the-debits-id", OTHER_KIND, CaseContext::rollback)
                    .title("A rollback with its debit's own id moves no money"),
            ofSettlement("rollback-with-the-credits-id", "IDM-1 RND-4 D-21", OTHER_KIND, 2, CaseContext::rollback)
                    .title("A rollback with the id of the credit moves no money"),
            ofSettlement("debit-with-a-credits-id", OTHER_KIND, 2, (t, bet) -> t.debit(4))
                    .title("A debit with the id of an earlier credit moves no money"),
            Case.of("debit-id-of-another-player", "IDM-3 WAL-4 D-21 D-52", IdempotencyCases::debitWithAnotherPlayersId)
                    .observes("A debit's id again, from another player, moves at most its own stake")
                    .twoPlayers(),
            Case.of("debit-refused-for-funds-sent-again", "ERR-2 D-27", IdempotencyCases::repeatDebitRefusedForFunds)
                    .title("A debit refused with 409 and sent again with sufficient funds gets a truthful status"),
            Case.of("credit-before-its-debit", "RND-2 D-24", IdempotencyCases::creditBeforeDebit)
                    .title("A credit refused because its debit was unknown is applied once the debit is stored"));

    private IdempotencyCases() {}

    private static void replayNothing(CaseContext t) {
        sendThreeTimes(t, t.credit(t.bet(3), 0), BigDecimal.ZERO);
    }

    private static void replayAfterAnotherBet(CaseContext t) {
        var bet = t.bet(3);
        t.bet(7);
        Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit");
    }

    private static void replayWithNothingLeft(CaseContext t) {
        var bet = t.bet(5);
        DebitCases.drain(t, t.balance());
        Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit, with nothing left,");
    }

    private static void replayRearranged(CaseContext t) {
        var bet = t.bet(3);
        var before = t.balance();
        var again = t.send(bet.debit(), t.request(bet.debit()).body(bet.debit().rearranged()));
        Check.requireReplay(bet.answer(), again, "the debit with its keys in another order");
        t.requireUnmoved(before, "IDM-1", "");
    }

    private static void replayWithAnotherToken(CaseContext t) {
        var bet = t.bet(3);
        var again = t.sendUnmoved(bet.debit().text("token", t.id()), "IDM-1", "A replay must not move money.");
        Check.requireReplay(bet.answer(), again, "the debit with a token that is not valid");
    }

    private static void reuseRollbackId(CaseContext t, String title) {
        var rollback = t.rollback(t.bet(3));
        t.settle(rollback);
        reuseId(t, t.rollback(t.bet(2)).withId(rollback.id()), title, SAME_KIND);
    }

    private static void debitWithAnotherPlayersId(CaseContext t) {
        var bet = t.bet(3);
        var mine = t.balance();
        var others = t.balance(t.other());
        var stake = t.other().units(4);
        var answer = t.send(t.debit(t.other(), stake).withId(bet.id()));
        var applied = t.balance(t.other()).compareTo(others) != 0;
        var change = applied && answer.status() == 200 ? stake.negate() : BigDecimal.ZERO;
        t.requireMoved(t.other(), others, change, "WAL-4", "A debit takes its own stake once, from its own player.");
        t.requireUnmoved(mine, "WAL-4", "Another player's debit moved this balance.");
        if (applied) {
            var what = "a debit's id from another player: status " + answer.status() + ", applied";
            var advice = "one space of ids for all accounts, unless the database is distributed by account";
            t.observe(Observation.of("D-52", what, advice, false));
        } else {
            var advice = advise("D-21", "refuse with 422, disclose nothing", 422);
            t.observe("a debit's id from another player, not applied", answer, advice);
        }
    }

    private static void repeatDebitRefusedForFunds(CaseContext t) {
        var drained = DebitCases.drain(t, t.balance());
        var debit = t.debit(13);
        Check.requireStatus(409, t.send(debit), "ERR-2", "a debit with nothing left");
        t.settle(t.rollback(drained));
        var what = "a debit refused with 409, sent again with funds";
        OpenPoints.sendDebit(t, debit, what, advise("D-27", "judge it again: nothing was written", 200));
    }

    private static void creditBeforeDebit(CaseContext t) {
        var start = t.balance();
        var debit = t.debit(3);
        var credit = t.credit(debit, 5);
        var early = t.sendUnmoved(credit, "RND-2", "A credit takes a round from Bet to Settled; there was no bet.");
        t.bet(debit);
        var late = t.send(credit);
        var what = "a credit before its debit: " + early.status() + ", after it: " + late.status();
        t.observe(Observation.of("D-24", what, "422, then 200", early.status() == 422 && late.status() == 200));
        var hint = "Do not store a refusal: the service retries until it succeeds.";
        Check.requireStatus(200, late, "RND-2", "a credit whose debit is now stored", hint);
        t.requireMoved(start, t.units(2), "RND-2", "The response was 200, so the payout must be added.");
    }

    private static void compareTimes(CaseContext t) {
        var bet = t.bet(3);
        pause();
        Check.requireSameTime(bet.answer(), t.requireKnown(bet.id(), "WAL-12", ""), "WAL-12", "the lookup");
        Check.requireSameTime(bet.answer(), t.send(bet.debit()), "IDM-2", "the replay");
        pause();
        Check.requireSameTime(bet.answer(), t.lookup(bet.id()), "IDM-2", "the lookup after the replay");
    }

    /** Lets the wallet's clock move on, so that a new time differs from the stored one. */
    private static void pause() {
        LockSupport.parkNanos(25_000_000);
    }

    private static Untitled replayed(String id, long change, Maker maker) {
        return Case.of(id, "IDM-1 IDM-2", t -> sendThreeTimes(t, maker.apply(t), t.units(change)));
    }

    private static void sendThreeTimes(CaseContext t, MovementBody message, BigDecimal change) {
        var before = t.balance();
        var first = t.send(message);
        Check.requireApplied(first, before.add(change), "WAL-13", "the first time");
        for (var i = 0; i < 2; i++) {
            Check.requireReplay(first, t.send(message), "the " + message.kind().callback());
        }
        t.requireMoved(before, change, "IDM-1", "Apply the same transactionId only once.");
        var found = t.requireKnown(message.id(), "IDM-3", "The response was 200.");
        Check.requireSameResult(first, found, "IDM-2", "the lookup after the replays");
    }

    /** Closes a round, and sends its debit again. */
    private static Untitled afterClosing(String id, Settling settling) {
        return Case.of(id, "IDM-2 RND-4", t -> {
            var bet = t.bet(3);
            t.settle(settling.apply(t, bet));
            var again = t.sendUnmoved(bet.debit(), "IDM-1", "A replay must not move money.");
            Check.requireReplay(bet.answer(), again, "the debit");
        });
    }

    /** Settles, moves the balance, and sends the same settlement again. */
    private static Untitled later(String id, String rules, Settling settling) {
        return Case.of(id, rules, t -> {
            var settlement = settling.apply(t, t.bet(3));
            var first = t.settle(settlement);
            t.bet(5);
            Check.requireReplay(
                    first, t.send(settlement), "the " + settlement.kind().callback());
        });
    }

    /** Sends the id of a debit with other content. */
    private static Untitled ofDebit(String id, Advice advice, Settling other) {
        return Case.titled(id, "IDM-1 D-21", (t, title) -> {
            var bet = t.bet(3);
            reuseId(t, other.apply(t, bet).withId(bet.id()), title, advice);
        });
    }

    private static Untitled ofSettlement(String id, Advice advice, long payout, Settling other) {
        return ofSettlement(id, "IDM-1 D-21", advice, payout, other);
    }

    /** Sends the id of a credit with other content. */
    private static Untitled ofSettlement(String id, String rules, Advice advice, long payout, Settling other) {
        return Case.titled(id, rules, (t, title) -> {
            var bet = t.bet(3);
            var credit = t.credit(bet, payout);
            t.settle(credit);
            reuseId(t, other.apply(t, bet).withId(credit.id()), title, advice);
        });
    }

    /** Sends a known id with other content: any status is allowed, but no money may move. */
    private static void reuseId(CaseContext t, MovementBody message, String title, Advice advice) {
        var hint = "Apply a transactionId only once, even if the rest of the message differs.";
        t.observe(title, t.sendUnmoved(message, "IDM-1", hint), advice);
    }
}
