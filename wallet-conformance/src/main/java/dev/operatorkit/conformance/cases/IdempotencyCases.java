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
import java.util.Locale;

/** Checks that a transactionId is applied only once and that a replay returns the stored response (IDM-1, IDM-2). */
final class IdempotencyCases {
    static final Group GROUP = Group.of(
            "Idempotency",
            Case.of("replayed-debit", "IDM-1 IDM-2", t -> sendThreeTimes(t, t.debit(7), t.units(-7)))
                    .title("A debit sent three times is applied once and returns the stored result each time")
                    .inQuickPlan(),
            Case.of(
                            "replayed-credit",
                            "IDM-1 IDM-2",
                            t -> sendThreeTimes(t, t.credit(t.bet(2), t.units(29)), t.units(29)))
                    .title("A credit sent three times is applied once and returns the stored result each time"),
            Case.of("replayed-rollback", "IDM-1 IDM-2", t -> sendThreeTimes(t, t.rollback(t.bet(6)), t.units(6)))
                    .title("A rollback sent three times is applied once and returns the stored result each time"),
            Case.of("replayed-zero-stake", "IDM-1 IDM-2", t -> sendThreeTimes(t, t.debit(0), BigDecimal.ZERO))
                    .title("A debit of 0 sent three times returns the stored result each time"),
            Case.of("replayed-zero-payout", "IDM-1 IDM-2 WAL-9", IdempotencyCases::replayNothing)
                    .title("A payout of 0 sent three times returns the stored result each time"),
            Case.of("replay-returns-the-stored-balance", "IDM-2", IdempotencyCases::replayAfterAnotherBet)
                    .title("A replayed debit returns the balance of the first response, although the balance has"
                            + " changed since"),
            Case.of(
                            "replayed-credit-returns-the-stored-balance",
                            "IDM-2",
                            t -> replayLater(t, t.credit(t.bet(3), t.units(4)), "the credit"))
                    .title("A replayed credit returns the balance of the first response, although the balance has"
                            + " changed since"),
            Case.of(
                            "replayed-rollback-returns-the-stored-balance",
                            "IDM-2",
                            t -> replayLater(t, t.rollback(t.bet(3)), "the rollback"))
                    .title("A replayed rollback returns the balance of the first response, although the balance has"
                            + " changed since"),
            Case.of(
                            "replayed-zero-payout-returns-the-stored-balance",
                            "IDM-2 WAL-9",
                            IdempotencyCases::replayNothingLater)
                    .title("A replayed payout of 0 returns the balance of the first response"),
            Case.of("replay-when-funds-are-too-low", "IDM-2 ERR-2", IdempotencyCases::replayWithNothingLeft)
                    .title("A replayed debit returns the stored result although the funds no longer suffice"),
            Case.of("replayed-debit-after-its-credit", "IDM-2 RND-4", IdempotencyCases::replayAfterCredit)
                    .title("A debit replayed after its round was settled returns the stored result"),
            Case.of("replayed-debit-after-its-rollback", "IDM-2 RND-4", IdempotencyCases::replayAfterRollback)
                    .title("A debit replayed after its rollback returns the stored result and takes nothing"),
            Case.of("replay-written-otherwise", "IDM-1 IDM-2", IdempotencyCases::replayRearranged)
                    .title("A replay with different white space and key order is still the same transaction"),
            Case.of("replay-with-a-new-token", "IDM-2 IDM-1 D-21", IdempotencyCases::replayWithAnotherToken)
                    .title("A replayed debit gets its stored result although its token is not valid any more"),
            Case.of("replay-returns-the-stored-times", "IDM-2 WAL-12", IdempotencyCases::compareTimes)
                    .title("A replay and a lookup return createdAt as the first response did"),
            Case.of("replay-with-another-stake", "IDM-1 D-21", IdempotencyCases::replayWithAnotherStake)
                    .title("A debit's id again with a larger stake moves no money"),
            Case.of("replay-on-another-round", "IDM-1 D-21", IdempotencyCases::replayOnAnotherRound)
                    .title("A debit's id again on another round moves no money"),
            Case.of("replayed-credit-with-another-payout", "IDM-1 D-21", IdempotencyCases::replayWithAnotherPayout)
                    .title("A credit's id again with a larger payout moves no money"),
            Case.of("credit-id-for-another-bet", "IDM-1 D-21", IdempotencyCases::reuseCreditId)
                    .title("A credit's id again, for another bet, moves no money"),
            Case.of("rollback-id-for-another-bet", "IDM-1 D-21", IdempotencyCases::reuseRollbackId)
                    .title("A rollback's id again, for another bet, moves no money"),
            Case.of("credit-with-the-debits-id", "IDM-1 D-21", IdempotencyCases::creditWithDebitsId)
                    .title("A credit with its debit's own id moves no money"),
            Case.of("rollback-with-the-debits-id", "IDM-1 D-21", IdempotencyCases::rollBackWithDebitsId)
                    .title("A rollback with its debit's own id moves no money"),
            Case.of("rollback-with-the-credits-id", "IDM-1 RND-4 D-21", IdempotencyCases::rollBackWithCreditsId)
                    .title("A rollback with the id of the credit moves no money"),
            Case.of("debit-with-a-credits-id", "IDM-1 D-21", IdempotencyCases::debitWithCreditsId)
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
        sendThreeTimes(t, t.credit(t.bet(3), BigDecimal.ZERO), BigDecimal.ZERO);
    }

    private static void replayAfterAnotherBet(CaseContext t) {
        var bet = t.bet(3);
        t.bet(7);
        Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit");
    }

    private static void replayNothingLater(CaseContext t) {
        replayLater(t, t.credit(t.bet(3), BigDecimal.ZERO), "the payout of 0");
    }

    private static void replayWithNothingLeft(CaseContext t) {
        var bet = t.bet(5);
        DebitCases.drain(t, t.balance());
        Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit, with nothing left,");
    }

    private static void replayAfterCredit(CaseContext t) {
        var bet = t.bet(3);
        t.settle(t.credit(bet, t.units(4)));
        replayOnce(t, bet);
    }

    private static void replayAfterRollback(CaseContext t) {
        var bet = t.bet(3);
        t.settle(t.rollback(bet));
        replayOnce(t, bet);
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
        var before = t.balance();
        var again = t.send(bet.debit().text("token", t.id()));
        t.requireUnmoved(before, "IDM-1", "A replay must not move money.");
        Check.requireReplay(bet.answer(), again, "the debit with a token that is not valid");
    }

    private static void replayWithAnotherStake(CaseContext t) {
        var bet = t.bet(3);
        reuseId(t, t.debit(bet.id(), bet.round(), t.units(9)), "the same debit with a larger stake", true);
    }

    private static void replayOnAnotherRound(CaseContext t) {
        var bet = t.bet(3);
        reuseId(t, t.debit(bet.id(), t.id(), bet.stake()), "the same debit on another round", true);
    }

    private static void replayWithAnotherPayout(CaseContext t) {
        var bet = t.bet(3);
        var credit = settle(t, t.credit(bet, t.units(4)));
        var again = t.credit(t.player(), credit.id(), bet.round(), bet.id(), t.units(15));
        reuseId(t, again, "the same credit with a larger payout", true);
    }

    private static void reuseCreditId(CaseContext t) {
        var credit = settle(t, t.credit(t.bet(3), t.units(4)));
        var bet = t.bet(2);
        var again = t.credit(t.player(), credit.id(), bet.round(), bet.id(), t.units(4));
        reuseId(t, again, "a credit's id for another bet", true);
    }

    private static void reuseRollbackId(CaseContext t) {
        var rollback = settle(t, t.rollback(t.bet(3)));
        var bet = t.bet(2);
        var again = t.rollback(t.player(), rollback.id(), bet.round(), bet.id());
        reuseId(t, again, "a rollback's id for another bet", true);
    }

    private static void creditWithDebitsId(CaseContext t) {
        var bet = t.bet(3);
        var credit = t.credit(t.player(), bet.id(), bet.round(), bet.id(), t.units(4));
        reuseId(t, credit, "a credit with its debit's id", false);
    }

    private static void rollBackWithDebitsId(CaseContext t) {
        var bet = t.bet(3);
        reuseId(t, t.rollback(t.player(), bet.id(), bet.round(), bet.id()), "a rollback with its debit's id", false);
    }

    private static void rollBackWithCreditsId(CaseContext t) {
        var bet = t.bet(3);
        var credit = settle(t, t.credit(bet, t.units(2)));
        var rollback = t.rollback(t.player(), credit.id(), bet.round(), bet.id());
        reuseId(t, rollback, "a rollback with the credit's id", false);
    }

    private static void debitWithCreditsId(CaseContext t) {
        var credit = t.credit(t.bet(3), t.units(2));
        t.settle(credit);
        reuseId(t, t.debit(credit.id(), t.id(), t.units(4)), "a debit with a credit's id", false);
    }

    private static void debitWithAnotherPlayersId(CaseContext t) {
        var bet = t.bet(3);
        var mine = t.balance();
        var others = t.balance(t.other());
        var answer = t.send(t.debit(t.other(), bet.id(), t.id(), t.other().units(4)));
        var applied = t.balance(t.other()).compareTo(others) != 0;
        var change = applied && answer.status() == 200 ? t.other().units(-4) : BigDecimal.ZERO;
        t.requireMoved(t.other(), others, change, "WAL-4", "A debit takes its own stake once, from its own player.");
        t.requireUnmoved(mine, "WAL-4", "Another player's debit moved this balance.");
        if (applied) {
            var what = "a debit's id from another player: status " + answer.status() + ", applied";
            var advice = "one space of ids for all accounts, unless the database is distributed by account";
            t.observe(Observation.of("D-52", what, advice, false));
        } else {
            var what = "a debit's id from another player, not applied";
            t.observe(Observation.ofStatus("D-21", what, answer, "refuse with 422, disclose nothing", 422));
        }
    }

    private static void repeatDebitRefusedForFunds(CaseContext t) {
        var drained = DebitCases.drain(t, t.balance());
        var debit = t.debit(13);
        Check.requireStatus(409, t.send(debit), "ERR-2", "a debit with nothing left", "");
        t.settle(t.rollback(drained));
        var what = "a debit refused with 409, sent again with funds";
        OpenPoints.sendDebit(t, debit, what, advise("D-27", "judge it again: nothing was written", 200));
    }

    private static void creditBeforeDebit(CaseContext t) {
        var start = t.balance();
        var debit = t.debit(3);
        var credit = t.credit(t.player(), t.id(), debit.round(), debit.id(), t.units(5));
        var early = t.send(credit);
        t.requireUnmoved(start, "RND-2", "A credit takes a round from Bet to Settled; there was no bet.");
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
        var looked = t.requireKnown(bet.id(), "WAL-12", "");
        Check.requireSameTime(bet.answer(), looked, "WAL-12", "the lookup");
        Check.requireSameTime(bet.answer(), t.send(bet.debit()), "IDM-2", "the replay");
        pause();
        Check.requireSameTime(bet.answer(), t.lookup(bet.id()), "IDM-2", "the lookup after the replay");
    }

    /** Lets the wallet's clock move on, so that a new time differs from the stored one. */
    private static void pause() {
        try {
            Thread.sleep(25);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void sendThreeTimes(CaseContext t, MovementBody message, BigDecimal change) {
        var before = t.balance();
        var first = t.send(message);
        Check.requireApplied(first, before.add(change), "WAL-13", "the first time");
        var what = "the " + message.kind().name().toLowerCase(Locale.ROOT);
        for (var i = 0; i < 2; i++) {
            Check.requireReplay(first, t.send(message), what);
        }
        t.requireMoved(before, change, "IDM-1", "Apply the same transactionId only once.");
        var found = t.requireKnown(message.id(), "IDM-3", "The response was 200.");
        Check.requireSameResult(first, found, "IDM-2", "the lookup after the replays");
    }

    private static void replayOnce(CaseContext t, Bet bet) {
        var before = t.balance();
        var again = t.send(bet.debit());
        t.requireUnmoved(before, "IDM-1", "A replay must not move money.");
        Check.requireReplay(bet.answer(), again, "the debit");
    }

    private static MovementBody settle(CaseContext t, MovementBody settlement) {
        t.settle(settlement);
        return settlement;
    }

    /** Settles, moves the balance, and sends the same settlement again. */
    private static void replayLater(CaseContext t, MovementBody settlement, String what) {
        var first = t.settle(settlement);
        t.bet(5);
        Check.requireReplay(first, t.send(settlement), what);
    }

    /** Sends a known id with other content: any status is allowed, but no money may move. */
    private static void reuseId(CaseContext t, MovementBody message, String what, boolean sameKind) {
        var before = t.balance();
        var answer = t.send(message);
        t.requireUnmoved(before, "IDM-1", "Apply a transactionId only once, whatever else the message says.");
        var advice =
                sameKind ? "same account and kind: 200 with the stored result" : "another kind: 422, disclose nothing";
        t.observe(Observation.ofStatus("D-21", what, answer, advice, sameKind ? 200 : 422));
    }
}
