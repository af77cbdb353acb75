package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import java.math.BigDecimal;

/** Checks rollbacks: the stored stake is returned once, without a session (WAL-11, RND-3). */
final class RollbackCases {
    private RollbackCases() {}

    static Group group() {
        return Group.of(
                "Rollback",
                Case.of(
                                "rollback-returns-the-stake",
                                "A rollback returns exactly the stake and returns the balance after it",
                                "WAL-11 RND-3 WAL-13 WAL-2",
                                t -> {
                                    var start = t.balance();
                                    var rollback = t.rollback(t.bet(11));
                                    FirstMovements.requireMoved(
                                            t, rollback, start, BigDecimal.ZERO, "RND-3", "the rollback");
                                })
                        .inQuickPlan(),
                Case.of(
                        "rollback-answers-a-complete-result",
                        "A rollback returns operatorTransactionId and a complete balance",
                        "WAL-13 GEN-3",
                        t -> ResponseSchema.appliedResult(
                                t, t.settle(t.rollback(t.bet(2))), "the response to the rollback")),
                Case.of("rollback-is-stored", "A rollback can be looked up immediately", "WAL-12 IDM-3", t -> {
                    var rollback = t.rollback(t.bet(2));
                    var answer = t.settle(rollback);
                    Check.requireSameResult(
                            answer,
                            t.requireKnown(rollback.id(), "WAL-12", "The rollback got 200."),
                            "WAL-12",
                            "the lookup of the rollback");
                }),
                Case.of(
                        "rollback-returns-the-stored-stake",
                        "A rollback returns the stored stake, whatever amount it carries",
                        "RND-3 WAL-11",
                        t -> {
                            var start = t.balance();
                            var bet = t.bet(3);
                            var lying = "{\"amount\":" + t.units(9).toPlainString() + ",\"currency\":"
                                    + MovementBody.quoted(t.player().currency()) + "}";
                            var answer = t.send(t.rollback(bet)
                                    .with("stake", lying)
                                    .with("amount", t.units(9).toPlainString())
                                    .with("payout", lying));
                            if (answer.status() != 200) {
                                t.observe(Observation.ofStatus(
                                        "D-16", "a rollback with amounts in it", answer, "ignore unknown fields", 200));
                                t.settle(t.rollback(bet));
                            }
                            t.requireMoved(
                                    start,
                                    BigDecimal.ZERO,
                                    "RND-3",
                                    "Return the stake of the stored debit; a rollback carries no amount.");
                        }),
                Case.of(
                        "rollback-of-a-zero-stake",
                        "A rollback of a debit of 0 is applied and moves nothing",
                        "RND-3 RND-1",
                        t -> {
                            var before = t.balance();
                            Check.requireApplied(
                                    t.send(t.rollback(t.bet(0))), before, "RND-3", "the rollback of a debit of 0");
                            t.requireUnmoved(before, "RND-3", "");
                        }),
                Case.of(
                        "rollback-after-other-bets",
                        "A rollback returns its own debit's stake, not the latest one's",
                        "RND-3",
                        t -> {
                            var bet = t.bet(2);
                            t.bet(7);
                            t.bet(5);
                            var before = t.balance();
                            Check.requireApplied(
                                    t.send(t.rollback(bet)),
                                    before.add(bet.stake()),
                                    "RND-3",
                                    "the rollback of an earlier debit");
                            t.requireMoved(before, bet.stake(), "RND-3", "");
                        }),
                Case.of(
                        "rollback-of-an-unknown-debit",
                        "A rollback of an unknown debit creates no money, and once applied it stays applied",
                        "RND-3 IDM-2 D-25",
                        t -> {
                            var before = t.balance();
                            var rollback = t.rollback(t.player(), t.id(), t.id(), t.id());
                            var answer = t.send(rollback);
                            t.requireUnmoved(before, "RND-3", "Nothing was taken, so nothing is returned.");
                            t.observe(Observation.ofStatus(
                                    "D-25",
                                    "a rollback of an unknown debit",
                                    answer,
                                    "respond 200 with the unchanged balance, so that the retries end",
                                    200));
                            if (answer.status() == 200) {
                                Check.requireReplay(answer, t.send(rollback), "the rollback of an unknown debit");
                                t.observe(Observation.ofStatus(
                                        "D-25",
                                        "the lookup of that rollback",
                                        t.lookup(rollback.id()),
                                        "200: it is stored",
                                        200));
                            }
                        }),
                Case.of(
                                "late-debit-after-its-rollback",
                                "A debit that arrives after its rollback takes no money in the end",
                                "RND-4 RND-3 D-25",
                                t -> {
                                    var start = t.balance();
                                    var debit = t.debit(4);
                                    var rollback = t.rollback(t.player(), t.id(), debit.round(), debit.id());
                                    var first = t.send(rollback);
                                    var late = t.send(debit);
                                    if (first.status() == 200) {
                                        t.requireUnmoved(
                                                start,
                                                "RND-4",
                                                "The service believes that the round is reverted and will send"
                                                        + " nothing more: a debit after that must not take money.");
                                    } else {
                                        Check.require(
                                                late.status() != 200 || t.trySettle(rollback),
                                                "RND-3",
                                                "a rollback that is applied once its debit is stored",
                                                "it was refused again",
                                                "Do not store a refusal.",
                                                null);
                                        t.requireUnmoved(start, "RND-3", "");
                                    }
                                    t.observe(Observation.of(
                                            "D-25",
                                            "rollback first: " + first.status() + ", late debit: " + late.status(),
                                            "200 for the rollback, 422 for the debit",
                                            first.status() == 200 && late.status() == 422));
                                })
                        .inQuickPlan(),
                Case.of(
                        "late-debit-refused-truthfully",
                        "A late debit refused with 422 is not stored as a debit that took money",
                        "ERR-3 RND-4 D-25",
                        t -> {
                            var start = t.balance();
                            var debit = t.debit(4);
                            t.send(t.rollback(t.player(), t.id(), debit.round(), debit.id()));
                            for (var i = 0; i < 3; i++) {
                                var answer = t.send(debit);
                                if (answer.status() == 422) {
                                    t.requireUnmoved(start, "ERR-3", "The status was 422, but money moved.");
                                }
                            }
                            t.observe(Observation.ofStatus(
                                    "D-25", "lookup of the late debit", t.lookup(debit.id()), "404", 404));
                        }),
                CreditCases.misdirected(
                        "rollback-with-another-round",
                        "A rollback whose gameRoundId is not the debit's moves no money",
                        "RND-3",
                        "D-26",
                        (t, bet) -> t.rollback(t.player(), t.id(), t.id(), bet.id())),
                CreditCases.misdirected(
                        "rollback-without-a-reference",
                        "A rollback without referenceTransactionId moves no money",
                        "RND-3",
                        "D-25",
                        (t, bet) -> t.rollback(bet).without("referenceTransactionId")),
                Case.of(
                        "rollback-with-an-unknown-player",
                        "A rollback whose playerId is unknown returns the stake to its owner or to nobody",
                        "RND-3 D-26",
                        t -> {
                            var bet = t.bet(3);
                            var before = t.balance();
                            var answer = t.send(t.rollback(bet).text("playerId", t.id()));
                            if (answer.status() != 200) {
                                t.requireUnmoved(before, "RND-3", "The request was refused, but money moved.");
                                t.settle(t.rollback(bet));
                            }
                            t.observe(Observation.ofStatus(
                                    "D-26", "a rollback with an unknown playerId", answer, "refuse with 422", 422));
                        }),
                Case.of(
                        "rollback-referring-to-a-credit",
                        "A rollback that refers to a credit takes and returns nothing",
                        "RND-3 RND-4",
                        t -> {
                            var bet = t.bet(3);
                            var credit = t.credit(bet, t.units(5));
                            t.settle(credit);
                            var before = t.balance();
                            t.send(t.rollback(t.player(), t.id(), bet.round(), credit.id()));
                            t.requireUnmoved(before, "RND-3", "referenceTransactionId must name a debit.");
                        }),
                Case.of(
                        "rollback-of-a-refused-debit",
                        "A rollback of a debit that was refused with 409 returns nothing",
                        "RND-3 ERR-2",
                        t -> {
                            var before = t.balance();
                            var debit = t.debit(t.id(), t.id(), before.add(t.units(1)));
                            Check.requireStatus(409, t.send(debit), "ERR-2", "a stake over the balance", "");
                            t.send(t.rollback(t.player(), t.id(), debit.round(), debit.id()));
                            t.requireUnmoved(before, "RND-3", "Nothing was taken, so nothing is returned.");
                        }),
                Case.of(
                                "rollback-of-another-players-bet",
                                "A rollback in one player's name of another player's bet returns nothing to the first",
                                "RND-3 D-26",
                                t -> {
                                    var bet = t.bet(3);
                                    var others = t.balance(t.other());
                                    var mine = t.balance();
                                    var answer = t.send(t.rollback(t.other(), t.id(), bet.round(), bet.id()));
                                    t.requireMoved(
                                            t.other(),
                                            others,
                                            BigDecimal.ZERO,
                                            "RND-3",
                                            "The stake of one player went to another.");
                                    t.observe(Observation.ofStatus(
                                            "D-26",
                                            "a rollback of another player's bet",
                                            answer,
                                            "refuse with 422",
                                            422));
                                    t.requireUnmoved(
                                            mine, "RND-3", "The player is found by playerId, which names another one.");
                                    if (answer.status() != 200) {
                                        t.settle(t.rollback(bet));
                                    }
                                })
                        .twoPlayers(),
                Case.of(
                        "rollback-without-a-game",
                        "A rollback without gameId and reason: the behaviour of the wallet is observed",
                        "D-16 D-18",
                        t -> {
                            var bet = t.bet(2);
                            var before = t.balance();
                            var answer =
                                    t.send(t.rollback(bet).without("gameId").without("reason"));
                            t.requireMoved(before, answer.status() == 200 ? bet.stake() : BigDecimal.ZERO, "RND-3", "");
                            t.observe(Observation.ofStatus(
                                    "D-16",
                                    "a rollback without gameId and reason",
                                    answer,
                                    "accept it: the debit holds the game",
                                    200));
                        }));
    }
}
