package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import java.math.BigDecimal;

/** Checks that exactly one debit opens a round and exactly one settlement closes it (RND). */
final class RoundCases {
    private RoundCases() {}

    static Group group() {
        return Group.of(
                "Rounds",
                Case.of(
                        "second-debit-on-a-round",
                        "A second debit on an open round takes no money",
                        "RND-1 D-22",
                        t -> {
                            var bet = t.bet(3);
                            again(
                                    t,
                                    t.debit(t.id(), bet.round(), t.units(4)),
                                    "RND-1",
                                    "D-22",
                                    "a second debit on a round");
                            t.settle(t.credit(bet, bet.stake()));
                        }),
                Case.of(
                        "debit-on-a-settled-round",
                        "A debit on a settled round takes no money",
                        "RND-1 RND-4 D-22",
                        t -> {
                            var bet = t.bet(3);
                            t.settle(t.credit(bet, bet.stake()));
                            again(
                                    t,
                                    t.debit(t.id(), bet.round(), t.units(4)),
                                    "RND-1",
                                    "D-22",
                                    "a debit on a settled round");
                        }),
                Case.of(
                        "debit-on-a-reverted-round",
                        "A debit on a reverted round takes no money",
                        "RND-1 RND-4 D-22",
                        t -> {
                            var bet = t.bet(3);
                            t.settle(t.rollback(bet));
                            again(
                                    t,
                                    t.debit(t.id(), bet.round(), t.units(4)),
                                    "RND-1",
                                    "D-22",
                                    "a debit on a reverted round");
                        }),
                Case.of(
                        "second-zero-debit-on-a-round",
                        "After a debit of 0 a second debit on its round takes no money",
                        "RND-1 D-22",
                        t -> {
                            var bet = t.bet(0);
                            again(
                                    t,
                                    t.debit(t.id(), bet.round(), t.units(4)),
                                    "RND-1",
                                    "D-22",
                                    "a second debit after one of 0");
                        }),
                closed(
                        "second-credit-with-a-new-id",
                        "A second credit of a round, with a new id, pays nothing",
                        (t, b) -> t.credit(b, t.units(3)),
                        (t, b) -> t.credit(b, t.units(4))),
                closed(
                        "second-equal-credit-with-a-new-id",
                        "A second credit of the same payout, with a new id, pays nothing",
                        (t, b) -> t.credit(b, t.units(3)),
                        (t, b) -> t.credit(b, t.units(3))),
                closed(
                        "rollback-after-a-credit",
                        "A rollback of a settled round returns nothing",
                        (t, b) -> t.credit(b, t.units(3)),
                        (t, b) -> t.rollback(b)),
                closed(
                        "rollback-after-a-zero-payout",
                        "A rollback of a lost round returns nothing",
                        (t, b) -> t.credit(b, BigDecimal.ZERO),
                        (t, b) -> t.rollback(b)),
                closed(
                        "credit-after-a-zero-payout",
                        "A credit of a lost round pays nothing",
                        (t, b) -> t.credit(b, BigDecimal.ZERO),
                        (t, b) -> t.credit(b, t.units(5))),
                closed(
                        "credit-after-a-rollback",
                        "A credit of a reverted round pays nothing",
                        (t, b) -> t.rollback(b),
                        (t, b) -> t.credit(b, t.units(5))),
                closed(
                        "second-rollback-with-a-new-id",
                        "A second rollback of a round, with a new id, returns nothing",
                        (t, b) -> t.rollback(b),
                        (t, b) -> t.rollback(b)),
                Case.of(
                        "refused-settlements-are-truthful",
                        "A second settlement refused with 422 is not known to the lookup",
                        "RND-4 ERR-3 D-23",
                        t -> {
                            var bet = t.bet(3);
                            t.settle(t.credit(bet, bet.stake()));
                            for (var second : new MovementBody[] {t.credit(bet, t.units(4)), t.rollback(bet)}) {
                                var before = t.balance();
                                var answer = t.send(second);
                                if (answer.status() == 422) {
                                    t.requireUnmoved(before, "ERR-3", "The status was 422, but money moved.");
                                    t.requireUnknown(
                                            second.id(),
                                            "ERR-3",
                                            "422 says that nothing was written; a lookup that knows the settlement"
                                                    + " would end the service's retries wrongly.");
                                }
                                t.observe(Observation.ofStatus(
                                        "D-23",
                                        "a second settlement",
                                        answer,
                                        "refuse with 422, nothing written",
                                        422));
                            }
                        }),
                Case.of(
                        "settled-stays-settled",
                        "A round pays once, whatever settlements follow in whatever order",
                        "RND-4 IDM-1",
                        t -> {
                            var bet = t.bet(4);
                            var before = t.balance();
                            var credit = t.credit(bet, t.units(4));
                            t.settle(credit);
                            t.send(t.rollback(bet));
                            t.send(t.credit(bet, t.units(2)));
                            Check.requireStatus(200, t.send(credit), "IDM-2", "the first credit again", "");
                            t.send(t.rollback(bet));
                            t.requireMoved(before, t.units(4), "RND-4", "A round is closed by exactly one settlement.");
                        }),
                Case.of(
                        "reverted-stays-reverted",
                        "A rollback returns the stake once, whatever settlements follow in whatever order",
                        "RND-4 IDM-1",
                        t -> {
                            var bet = t.bet(4);
                            var before = t.balance();
                            var rollback = t.rollback(bet);
                            t.settle(rollback);
                            t.send(t.credit(bet, t.units(3)));
                            t.send(t.rollback(bet));
                            Check.requireStatus(200, t.send(rollback), "IDM-2", "the first rollback again", "");
                            t.requireMoved(
                                    before, bet.stake(), "RND-4", "A round is closed by exactly one settlement.");
                        }),
                Case.of(
                        "two-rounds-at-once",
                        "Two open rounds of a player are each settled by their own settlement, the later one first",
                        "RND-2 RND-3",
                        t -> {
                            var first = t.bet(2);
                            var second = t.bet(5);
                            var before = t.balance();
                            Check.requireApplied(
                                    t.send(t.credit(second, t.units(7))),
                                    before.add(t.units(7)),
                                    "RND-2",
                                    "the credit of the later round");
                            Check.requireApplied(
                                    t.send(t.rollback(first)),
                                    before.add(t.units(9)),
                                    "RND-3",
                                    "the rollback of the earlier round");
                            t.requireMoved(before, t.units(9), "RND-2", "");
                        }),
                Case.of(
                        "credit-with-the-other-rounds-key",
                        "A credit with one bet's reference and another open bet's round pays nothing",
                        "RND-2 D-26",
                        t -> {
                            var first = t.bet(2);
                            var second = t.bet(3);
                            again(
                                    t,
                                    t.credit(t.player(), t.id(), second.round(), first.id(), t.units(4)),
                                    "RND-2",
                                    "D-26",
                                    "a credit with mixed-up round and reference");
                        }),
                Case.of(
                        "rollback-with-the-other-rounds-key",
                        "A rollback with one bet's reference and another open bet's round returns nothing",
                        "RND-3 D-26",
                        t -> {
                            var first = t.bet(2);
                            var second = t.bet(3);
                            again(
                                    t,
                                    t.rollback(t.player(), t.id(), second.round(), first.id()),
                                    "RND-3",
                                    "D-26",
                                    "a rollback with mixed-up round and reference");
                        }),
                Case.of(
                        "settlement-of-one-round-leaves-the-others",
                        "After one round is settled, the next one is opened, won and lost as usual",
                        "RND-1 RND-2 RND-3",
                        t -> {
                            var before = t.balance();
                            t.settle(t.credit(t.bet(3), t.units(3)));
                            t.settle(t.rollback(t.bet(4)));
                            t.settle(t.credit(t.bet(2), t.units(2)));
                            t.requireUnmoved(before, "RND-2", "The three rounds add up to zero.");
                        }),
                Case.of(
                                "round-key-of-two-players",
                                "Two players on one round key: each response is true for its own player, and each bet"
                                        + " is settled by itself",
                                "RND-1 RND-2 WAL-4 D-51",
                                t -> {
                                    var round = t.id();
                                    var mine = t.balance();
                                    var others = t.balance(t.other());
                                    var bet = t.bet(t.debit(t.id(), round, t.units(3)));
                                    var second = t.debit(
                                            t.other(), t.id(), round, t.other().units(4));
                                    var answer = t.send(second);
                                    t.requireMoved(
                                            mine,
                                            t.units(-3),
                                            "WAL-4",
                                            "One player's debit changed the other player's balance.");
                                    t.requireMoved(
                                            t.other(),
                                            others,
                                            answer.status() == 200 ? t.other().units(-4) : BigDecimal.ZERO,
                                            "WAL-4",
                                            "");
                                    t.observe(Observation.ofStatus(
                                            "D-51",
                                            "a round key that another player uses",
                                            answer,
                                            "accept it: round keys are per account",
                                            200));
                                    if (answer.status() == 200) {
                                        t.settle(t.credit(bet, t.units(3)));
                                        t.settle(t.credit(
                                                new Bet(second, answer),
                                                t.other().units(4)));
                                        t.requireMoved(t.other(), others, BigDecimal.ZERO, "RND-2", "");
                                    }
                                })
                        .twoPlayers(),
                Case.of(
                                "players-do-not-mix",
                                "Interleaved rounds of two players move only each player's own money",
                                "WAL-4 RND-2 RND-3",
                                t -> {
                                    var mine = t.balance();
                                    var others = t.balance(t.other());
                                    var bet = t.bet(3);
                                    var theirs = t.bet(t.debit(
                                            t.other(), t.id(), t.id(), t.other().units(5)));
                                    Check.requireApplied(
                                            t.send(t.credit(theirs, t.other().units(6))),
                                            others.add(t.other().units(1)),
                                            "RND-2",
                                            "the second player's credit");
                                    Check.requireApplied(
                                            t.send(t.credit(bet, t.units(4))),
                                            mine.add(t.units(1)),
                                            "RND-2",
                                            "the first player's credit");
                                    t.requireMoved(mine, t.units(1), "RND-2", "");
                                    t.requireMoved(t.other(), others, t.other().units(1), "RND-2", "");
                                })
                        .twoPlayers());
    }

    private interface Settling extends java.util.function.BiFunction<CaseContext, Bet, MovementBody> {}

    /** Sends a second settlement of a closed round: any response, but no money moves. */
    private static Case closed(String id, String title, Settling first, Settling second) {
        return Case.of(id, title, "RND-4 D-23", t -> {
            var bet = t.bet(3);
            t.settle(first.apply(t, bet));
            again(t, second.apply(t, bet), "RND-4", "D-23", title);
        });
    }

    private static void again(CaseContext t, MovementBody message, String rule, String decision, String what) {
        var before = t.balance();
        var answer = t.send(message);
        if (message.kind() == MovementBody.Kind.DEBIT && answer.status() != 200) {
            OpenPoints.truthful(t, message.id(), answer, before, what);
        }
        t.requireUnmoved(before, rule, "A round is opened by one debit and closed by one settlement.");
        SettledRoundCases.requireNoFalseSuccess(
                message.kind() != MovementBody.Kind.ROLLBACK && message.amount().signum() == 0, answer);
        t.observe(Observation.ofStatus(decision, what, answer, "refuse with 422, nothing written", 422));
    }
}
