package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import java.math.BigDecimal;

/** Checks free rounds: a stake of 0, a payout as usual, and a nominal value that never moves (WAL-5, WAL-10, WAL-15). */
final class FreeRoundCases {
    private FreeRoundCases() {}

    static Group group() {
        return Group.of(
                "Free rounds",
                Case.of(
                        "free-round-takes-nothing",
                        "A free round's debit takes nothing, is stored, and returns the current balance",
                        "WAL-5 WAL-15 RND-1",
                        t -> {
                            var before = t.balance();
                            var debit = spin(t);
                            Check.requireApplied(t.send(debit), before, "WAL-5", "the debit of a free round");
                            t.requireUnmoved(before, "WAL-15", "The value in freeRoundData is informational.");
                            t.requireKnown(
                                    debit.id(), "WAL-5", "Create the transaction even when nothing is subtracted.");
                        }),
                Case.of(
                        "free-round-answers-a-complete-result",
                        "A free round's debit returns a complete result",
                        "WAL-5 WAL-13",
                        t -> ResponseSchema.result(t, t.bet(spin(t)).answer(), "the response to a free round's debit")),
                Case.of(
                        "free-round-pays-exactly-the-payout",
                        "A free round's credit adds exactly the payout, not the value",
                        "WAL-10 WAL-15",
                        t -> {
                            var bet = t.bet(spin(t));
                            var before = t.balance();
                            var credit = t.credit(bet, t.units(3)).free(t.campaign(), t.units(20));
                            Check.requireApplied(
                                    t.send(credit), before.add(t.units(3)), "WAL-10", "the credit of a free round");
                            t.requireMoved(
                                    before, t.units(3), "WAL-10", "The payout is net: the value was already deducted.");
                        }),
                Case.of(
                        "free-round-pays-more-than-its-value",
                        "A free round's credit adds the full payout, even above the value",
                        "WAL-10 WAL-15",
                        t -> {
                            var bet = t.bet(spin(t));
                            var before = t.balance();
                            var credit = t.credit(bet, t.units(33)).free(t.campaign(), t.units(20));
                            Check.requireApplied(
                                    t.send(credit), before.add(t.units(33)), "WAL-10", "the credit of a free round");
                            t.requireMoved(before, t.units(33), "WAL-10", "The value is informational and no cap.");
                        }),
                Case.of(
                        "free-round-that-wins-nothing",
                        "A free round's credit of 0 is applied and closes the round",
                        "WAL-9 WAL-10 RND-4",
                        t -> {
                            var bet = t.bet(spin(t));
                            var before = t.balance();
                            Check.requireApplied(
                                    t.send(t.credit(bet, BigDecimal.ZERO).free(t.campaign(), t.units(20))),
                                    before,
                                    "WAL-9",
                                    "a free round's payout of 0");
                            t.send(t.credit(bet, t.units(5)).free(t.campaign(), t.units(20)));
                            t.requireUnmoved(before, "RND-4", "The round was closed by the payout of 0.");
                        }),
                Case.of(
                        "free-round-rolled-back",
                        "A free round's rollback returns nothing, not even the value",
                        "WAL-15 RND-3",
                        t -> {
                            var bet = t.bet(spin(t));
                            var before = t.balance();
                            Check.requireApplied(
                                    t.send(t.rollback(bet).free(t.campaign(), t.units(20))),
                                    before,
                                    "RND-3",
                                    "the rollback of a free round");
                            t.requireUnmoved(before, "WAL-15", "");
                            t.send(t.credit(bet, t.units(5)).free(t.campaign(), t.units(20)));
                            t.requireUnmoved(before, "RND-4", "The round was reverted.");
                        }),
                Case.of(
                        "free-rounds-are-bets-of-their-own",
                        "Three free spins are three rounds, each with its own debit and credit",
                        "WAL-5 RND-1 RND-2",
                        t -> {
                            var before = t.balance();
                            for (var win : new long[] {2, 0, 5}) {
                                t.settle(t.credit(t.bet(spin(t)), t.units(win)).free(t.campaign(), t.units(20)));
                            }
                            t.requireMoved(before, t.units(7), "WAL-10", "");
                        }),
                Case.of(
                        "free-rounds-open-at-once",
                        "Two open free rounds of one campaign are settled one by one, and a win has no limit",
                        "RND-2 WAL-10 WAL-15",
                        t -> {
                            var first = t.bet(t.debit(0).free(t.campaign(), t.units(1)));
                            var second = t.bet(t.debit(0).free(t.campaign(), t.units(1)));
                            var before = t.balance();
                            t.settle(t.credit(first, t.units(2)).free(t.campaign(), t.units(1)));
                            t.settle(t.credit(second, t.units(150)).free(t.campaign(), t.units(1)));
                            t.requireMoved(before, t.units(152), "WAL-10", "Pay exactly payout.amount.");
                        }),
                Case.of(
                        "replayed-free-round",
                        "A free round's debit and credit sent twice are applied once",
                        "IDM-1 IDM-2 WAL-5",
                        t -> {
                            var before = t.balance();
                            var bet = t.bet(spin(t));
                            Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit of a free round");
                            var credit = t.credit(bet, t.units(4)).free(t.campaign(), t.units(20));
                            Check.requireReplay(t.settle(credit), t.send(credit), "the credit of a free round");
                            Check.requireReplay(bet.answer(), t.send(bet.debit()), "the debit of a free round, later,");
                            t.requireMoved(before, t.units(4), "IDM-1", "");
                        }),
                Case.of(
                        "free-round-with-a-stake",
                        "A debit with reason freeround and a stake takes nothing",
                        "WAL-5 D-28",
                        t -> {
                            var before = t.balance();
                            var debit = t.debit(4).free(t.campaign(), t.units(4));
                            var answer = t.send(debit);
                            t.requireUnmoved(before, "WAL-5", "Subtract nothing when reason is freeround.");
                            if (answer.status() != 200) {
                                OpenPoints.truthful(t, debit.id(), answer, before, "a free round with a stake");
                            }
                            t.observe(Observation.ofStatus(
                                    "D-28", "a free round with a stake", answer, "refuse with 422", 422));
                        }),
                Case.of(
                        "free-round-with-nothing-left",
                        "A free round can be played with a balance of 0",
                        "WAL-5",
                        t -> {
                            t.settle(t.rollback(t.bet(spin(t))));
                            DebitCases.drain(t, t.balance());
                            Check.requireApplied(
                                    t.send(spin(t)), BigDecimal.ZERO, "WAL-5", "a free round with nothing left");
                        }),
                Case.of(
                        "second-debit-on-a-free-round",
                        "A second debit on a free round's key takes no money",
                        "RND-1 D-22",
                        t -> {
                            var bet = t.bet(spin(t));
                            var before = t.balance();
                            var answer = t.send(t.debit(t.id(), bet.round(), t.units(3)));
                            t.requireUnmoved(before, "RND-1", "Exactly one debit opens a round.");
                            t.observe(Observation.ofStatus(
                                    "D-22", "a second debit on a free round", answer, "refuse with 422", 422));
                        }),
                Case.of(
                        "free-round-without-data",
                        "A free round without freeRoundData: the behaviour of the wallet is observed",
                        "WAL-5 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(0).text("reason", "freeround");
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "a free round without freeRoundData",
                                    "D-18",
                                    "accept it: the data is informational",
                                    200);
                        }),
                Case.of(
                        "free-round-valued-in-another-currency",
                        "A value in another currency: the behaviour of the wallet is observed",
                        "WAL-15 D-54",
                        t -> {
                            var data = "{\"campaign\":" + MovementBody.quoted(t.campaign())
                                    + ",\"value\":{\"amount\":5,\"currency\":\"XAU\"}}";
                            var debit = t.debit(0).text("reason", "freeround").with("freeRoundData", data);
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "a value in another currency",
                                    "D-54",
                                    "accept it: the data is informational",
                                    200);
                        }));
    }

    private static MovementBody spin(CaseContext t) {
        return t.debit(0).free(t.campaign(), t.units(20));
    }
}
