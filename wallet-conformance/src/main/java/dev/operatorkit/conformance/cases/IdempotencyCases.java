package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import java.math.BigDecimal;

/** Checks that a transactionId is applied only once and that a replay returns the stored response (IDM-1, IDM-2). */
final class IdempotencyCases {
    private IdempotencyCases() {}

    static Group group() {
        return Group.of(
                "Idempotency",
                Case.of(
                                "replayed-debit",
                                "A debit sent three times is applied once and returns the stored result each time",
                                "IDM-1 IDM-2",
                                t -> replays(t, t.debit(7), t.units(-7)))
                        .inQuickPlan(),
                Case.of(
                        "replayed-credit",
                        "A credit sent three times is applied once and returns the stored result each time",
                        "IDM-1 IDM-2",
                        t -> replays(t, t.credit(t.bet(2), t.units(29)), t.units(29))),
                Case.of(
                        "replayed-rollback",
                        "A rollback sent three times is applied once and returns the stored result each time",
                        "IDM-1 IDM-2",
                        t -> replays(t, t.rollback(t.bet(6)), t.units(6))),
                Case.of(
                        "replayed-zero-stake",
                        "A debit of 0 sent three times returns the stored result each time",
                        "IDM-1 IDM-2",
                        t -> replays(t, t.debit(0), BigDecimal.ZERO)),
                Case.of(
                        "replayed-zero-payout",
                        "A payout of 0 sent three times returns the stored result each time",
                        "IDM-1 IDM-2 WAL-9",
                        t -> replays(t, t.credit(t.bet(3), BigDecimal.ZERO), BigDecimal.ZERO)),
                Case.of(
                        "replay-returns-the-stored-balance",
                        "A replayed debit returns the balance of the first response, although the balance has changed"
                                + " since",
                        "IDM-2",
                        t -> {
                            var bet = t.bet(3);
                            t.bet(7);
                            Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit");
                        }),
                Case.of(
                        "replayed-credit-returns-the-stored-balance",
                        "A replayed credit returns the balance of the first response, although the balance has changed"
                                + " since",
                        "IDM-2",
                        t -> replaysLater(t, t.credit(t.bet(3), t.units(4)), "the credit")),
                Case.of(
                        "replayed-rollback-returns-the-stored-balance",
                        "A replayed rollback returns the balance of the first response, although the balance has"
                                + " changed since",
                        "IDM-2",
                        t -> replaysLater(t, t.rollback(t.bet(3)), "the rollback")),
                Case.of(
                        "replayed-zero-payout-returns-the-stored-balance",
                        "A replayed payout of 0 returns the balance of the first response",
                        "IDM-2 WAL-9",
                        t -> replaysLater(t, t.credit(t.bet(3), BigDecimal.ZERO), "the payout of 0")),
                Case.of(
                        "replay-when-funds-are-too-low",
                        "A replayed debit returns the stored result although the funds no longer suffice",
                        "IDM-2 ERR-2",
                        t -> {
                            var bet = t.bet(5);
                            DebitCases.drain(t, t.balance());
                            Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit, with nothing left,");
                        }),
                Case.of(
                        "replayed-debit-after-its-credit",
                        "A debit replayed after its round was settled returns the stored result",
                        "IDM-2 RND-4",
                        t -> {
                            var bet = t.bet(3);
                            t.settle(t.credit(bet, t.units(4)));
                            replaysOnce(t, bet);
                        }),
                Case.of(
                        "replayed-debit-after-its-rollback",
                        "A debit replayed after its rollback returns the stored result and takes nothing",
                        "IDM-2 RND-4",
                        t -> {
                            var bet = t.bet(3);
                            t.settle(t.rollback(bet));
                            replaysOnce(t, bet);
                        }),
                Case.of(
                        "replay-written-otherwise",
                        "A replay with different white space and key order is still the same transaction",
                        "IDM-1 IDM-2",
                        t -> {
                            var bet = t.bet(3);
                            var before = t.balance();
                            var again = t.send(
                                    bet.debit(),
                                    t.request(bet.debit()).body(bet.debit().rearranged()));
                            Check.requireReplay(bet.answer(), again, "the debit with its keys in another order");
                            t.requireUnmoved(before, "IDM-1", "");
                        }),
                Case.of(
                        "replay-with-a-new-token",
                        "A replayed debit gets its stored result although its token is not valid any more",
                        "IDM-2 IDM-1 D-21",
                        t -> {
                            var bet = t.bet(3);
                            var before = t.balance();
                            var again = t.send(bet.debit().text("token", t.id()));
                            t.requireUnmoved(before, "IDM-1", "A replay must not move money.");
                            Check.requireReplay(bet.answer(), again, "the debit with a token that is not valid");
                        }),
                Case.of(
                        "replay-returns-the-stored-times",
                        "A replay and a lookup return createdAt as the first response did",
                        "IDM-2 WAL-12",
                        IdempotencyCases::times),
                Case.of(
                        "replay-with-another-stake",
                        "A debit's id again with a larger stake moves no money",
                        "IDM-1 D-21",
                        t -> {
                            var bet = t.bet(3);
                            other(
                                    t,
                                    t.debit(bet.id(), bet.round(), t.units(9)),
                                    "the same debit with a larger stake",
                                    true);
                        }),
                Case.of(
                        "replay-on-another-round",
                        "A debit's id again on another round moves no money",
                        "IDM-1 D-21",
                        t -> {
                            var bet = t.bet(3);
                            other(t, t.debit(bet.id(), t.id(), bet.stake()), "the same debit on another round", true);
                        }),
                Case.of(
                        "replayed-credit-with-another-payout",
                        "A credit's id again with a larger payout moves no money",
                        "IDM-1 D-21",
                        t -> {
                            var bet = t.bet(3);
                            var credit = settled(t, t.credit(bet, t.units(4)));
                            other(
                                    t,
                                    t.credit(t.player(), credit.id(), bet.round(), bet.id(), t.units(15)),
                                    "the same credit with a larger payout",
                                    true);
                        }),
                Case.of(
                        "credit-id-for-another-bet",
                        "A credit's id again, for another bet, moves no money",
                        "IDM-1 D-21",
                        t -> {
                            var credit = settled(t, t.credit(t.bet(3), t.units(4)));
                            var second = t.bet(2);
                            other(
                                    t,
                                    t.credit(t.player(), credit.id(), second.round(), second.id(), t.units(4)),
                                    "a credit's id for another bet",
                                    true);
                        }),
                Case.of(
                        "rollback-id-for-another-bet",
                        "A rollback's id again, for another bet, moves no money",
                        "IDM-1 D-21",
                        t -> {
                            var rollback = settled(t, t.rollback(t.bet(3)));
                            var second = t.bet(2);
                            other(
                                    t,
                                    t.rollback(t.player(), rollback.id(), second.round(), second.id()),
                                    "a rollback's id for another bet",
                                    true);
                        }),
                Case.of(
                        "credit-with-the-debits-id",
                        "A credit with its debit's own id moves no money",
                        "IDM-1 D-21",
                        t -> {
                            var bet = t.bet(3);
                            other(
                                    t,
                                    t.credit(t.player(), bet.id(), bet.round(), bet.id(), t.units(4)),
                                    "a credit with its debit's id",
                                    false);
                        }),
                Case.of(
                        "rollback-with-the-debits-id",
                        "A rollback with its debit's own id moves no money",
                        "IDM-1 D-21",
                        t -> {
                            var bet = t.bet(3);
                            other(
                                    t,
                                    t.rollback(t.player(), bet.id(), bet.round(), bet.id()),
                                    "a rollback with its debit's id",
                                    false);
                        }),
                Case.of(
                        "rollback-with-the-credits-id",
                        "A rollback with the id of the credit moves no money",
                        "IDM-1 RND-4 D-21",
                        t -> {
                            var bet = t.bet(3);
                            var credit = settled(t, t.credit(bet, t.units(2)));
                            other(
                                    t,
                                    t.rollback(t.player(), credit.id(), bet.round(), bet.id()),
                                    "a rollback with the credit's id",
                                    false);
                        }),
                Case.of(
                        "debit-with-a-credits-id",
                        "A debit with the id of an earlier credit moves no money",
                        "IDM-1 D-21",
                        t -> {
                            var credit = t.credit(t.bet(3), t.units(2));
                            t.settle(credit);
                            other(t, t.debit(credit.id(), t.id(), t.units(4)), "a debit with a credit's id", false);
                        }),
                Case.of(
                                "debit-id-of-another-player",
                                "A debit's id again, from another player, moves at most its own stake: the behaviour of"
                                        + " the wallet is observed",
                                "IDM-3 WAL-4 D-21 D-52",
                                t -> {
                                    var bet = t.bet(3);
                                    var mine = t.balance();
                                    var others = t.balance(t.other());
                                    var answer = t.send(t.debit(
                                            t.other(),
                                            bet.id(),
                                            t.id(),
                                            t.other().units(4)));
                                    var applied = t.balance(t.other()).compareTo(others) != 0;
                                    t.requireMoved(
                                            t.other(),
                                            others,
                                            applied && answer.status() == 200
                                                    ? t.other().units(-4)
                                                    : BigDecimal.ZERO,
                                            "WAL-4",
                                            "A debit takes its own stake once, from its own player.");
                                    t.requireUnmoved(mine, "WAL-4", "Another player's debit moved this balance.");
                                    t.observe(
                                            applied
                                                    ? Observation.of(
                                                            "D-52",
                                                            "a debit's id from another player: status "
                                                                    + answer.status() + ", applied",
                                                            "one space of ids for all accounts, unless the database is"
                                                                    + " distributed by account",
                                                            false)
                                                    : Observation.ofStatus(
                                                            "D-21",
                                                            "a debit's id from another player, not applied",
                                                            answer,
                                                            "refuse with 422, disclose nothing",
                                                            422));
                                })
                        .twoPlayers(),
                Case.of(
                        "debit-refused-for-funds-sent-again",
                        "A debit refused with 409 and sent again with sufficient funds gets a truthful status",
                        "ERR-2 D-27",
                        t -> {
                            var drained = DebitCases.drain(t, t.balance());
                            var debit = t.debit(13);
                            Check.requireStatus(409, t.send(debit), "ERR-2", "a debit with nothing left", "");
                            t.settle(t.rollback(drained));
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "a debit refused with 409, sent again with funds",
                                    "D-27",
                                    "judge it again: nothing was written",
                                    200);
                        }),
                Case.of(
                        "credit-before-its-debit",
                        "A credit refused because its debit was unknown is applied once the debit is stored",
                        "RND-2 D-24",
                        t -> {
                            var start = t.balance();
                            var debit = t.debit(3);
                            var credit = t.credit(t.player(), t.id(), debit.round(), debit.id(), t.units(5));
                            var early = t.send(credit);
                            t.requireUnmoved(
                                    start, "RND-2", "A credit takes a round from Bet to Settled; there was no bet.");
                            t.bet(debit);
                            var late = t.send(credit);
                            t.observe(Observation.of(
                                    "D-24",
                                    "a credit before its debit: " + early.status() + ", after it: " + late.status(),
                                    "422, then 200",
                                    early.status() == 422 && late.status() == 200));
                            Check.requireStatus(
                                    200,
                                    late,
                                    "RND-2",
                                    "a credit whose debit is now stored",
                                    "Do not store a refusal: the service retries until it succeeds.");
                            t.requireMoved(
                                    start, t.units(2), "RND-2", "The response was 200, so the payout must be added.");
                        }));
    }

    private static void times(CaseContext t) {
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

    private static void replays(CaseContext t, MovementBody message, BigDecimal change) {
        var before = t.balance();
        var first = t.send(message);
        Check.requireApplied(first, before.add(change), "WAL-13", "the first time");
        for (var i = 0; i < 2; i++) {
            Check.requireReplay(
                    first, t.send(message), "the " + message.kind().name().toLowerCase(java.util.Locale.ROOT));
        }
        t.requireMoved(before, change, "IDM-1", "Apply the same transactionId only once.");
        Check.requireSameResult(
                first,
                t.requireKnown(message.id(), "IDM-3", "The response was 200."),
                "IDM-2",
                "the lookup after the replays");
    }

    private static void replaysOnce(CaseContext t, Bet bet) {
        var before = t.balance();
        var again = t.send(bet.debit());
        t.requireUnmoved(before, "IDM-1", "A replay must not move money.");
        Check.requireReplay(bet.answer(), again, "the debit");
    }

    private static MovementBody settled(CaseContext t, MovementBody settlement) {
        t.settle(settlement);
        return settlement;
    }

    /** Settles, moves the balance, and sends the same settlement again. */
    private static void replaysLater(CaseContext t, MovementBody settlement, String what) {
        var first = t.settle(settlement);
        t.bet(5);
        Check.requireReplay(first, t.send(settlement), what);
    }

    /** Sends a known id with other content: any status is allowed, but no money may move. */
    private static void other(CaseContext t, MovementBody message, String what, boolean sameKind) {
        var before = t.balance();
        var answer = t.send(message);
        t.requireUnmoved(before, "IDM-1", "Apply a transactionId only once, whatever else the message says.");
        t.observe(Observation.ofStatus(
                "D-21",
                what,
                answer,
                sameKind ? "same account and kind: 200 with the stored result" : "another kind: 422, disclose nothing",
                sameKind ? 200 : 422));
    }
}
