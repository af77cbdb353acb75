package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Checks credits: the payout is added without a session, and closes the round (WAL-8, WAL-9, RND-2). */
final class CreditCases {
    private CreditCases() {}

    static Group group() {
        return Group.of(
                "Credit",
                Case.of(
                                "credit-adds-the-payout",
                                "A credit adds exactly the payout and returns the balance after it",
                                "RND-2 WAL-13 WAL-2",
                                t -> {
                                    var bet = t.bet(4);
                                    var credit = t.credit(bet, t.units(17));
                                    FirstMovements.requireMoved(
                                            t, credit, t.balance(), credit.amount(), "RND-2", "the credit");
                                })
                        .inQuickPlan(),
                Case.of(
                        "credit-answers-a-complete-result",
                        "A credit returns operatorTransactionId and a complete balance",
                        "WAL-13 GEN-3",
                        t -> {
                            var bet = t.bet(2);
                            ResponseSchema.appliedResult(
                                    t, t.settle(t.credit(bet, bet.stake())), "the response to the credit");
                        }),
                Case.of("credit-is-stored", "A credit can be looked up immediately", "WAL-12 IDM-3", t -> {
                    var bet = t.bet(2);
                    var credit = t.credit(bet, bet.stake());
                    var answer = t.settle(credit);
                    Check.requireSameResult(
                            answer,
                            t.requireKnown(credit.id(), "WAL-12", "The credit got 200."),
                            "WAL-12",
                            "the lookup of the credit");
                }),
                Case.of(
                                "zero-payout",
                                "A payout of 0 is applied: it is stored, moves nothing and closes the round",
                                "WAL-9 RND-4",
                                t -> {
                                    var bet = t.bet(6);
                                    var before = t.balance();
                                    var credit = t.credit(bet, BigDecimal.ZERO);
                                    Check.requireApplied(t.send(credit), before, "WAL-9", "a payout of 0");
                                    t.requireUnmoved(before, "WAL-9", "");
                                    t.requireKnown(
                                            credit.id(), "WAL-9", "Create the transaction for a payout of 0 too.");
                                    t.send(t.rollback(bet));
                                    t.requireUnmoved(
                                            before,
                                            "RND-4",
                                            "A payout of 0 closes the round: a rollback after it returns nothing.");
                                    t.send(t.credit(bet, t.units(5)));
                                    t.requireUnmoved(
                                            before,
                                            "RND-4",
                                            "A payout of 0 closes the round: a credit after it pays nothing.");
                                })
                        .inQuickPlan(),
                Case.of(
                        "zero-payout-answers-a-complete-result",
                        "A payout of 0 returns a complete result too",
                        "WAL-9 WAL-13",
                        t -> ResponseSchema.result(
                                t, t.settle(t.credit(t.bet(1), BigDecimal.ZERO)), "the response to a payout of 0")),
                Case.of(
                        "payout-smaller-than-the-stake",
                        "A payout smaller than the stake is added unchanged",
                        "RND-2",
                        t -> pays(t, 9, 2)),
                Case.of(
                        "payout-many-times-the-stake",
                        "A payout of many times the stake is added unchanged",
                        "RND-2",
                        t -> pays(t, 1, 2500)),
                Case.of(
                        "payout-of-one-unit",
                        "A payout of one minor unit is added unchanged",
                        "RND-2 WAL-16",
                        t -> pays(t, 3, 1)),
                Case.of(
                        "credit-of-an-unknown-debit",
                        "A credit whose debit is unknown creates no money",
                        "RND-2 RND-1 D-24",
                        t -> {
                            var before = t.balance();
                            var credit = t.credit(t.player(), t.id(), t.id(), t.id(), t.units(5));
                            var answer = t.send(credit);
                            t.requireUnmoved(
                                    before, "RND-2", "A credit takes a round from Bet to Settled; there is no bet.");
                            SettledRoundCases.requireNoFalseSuccess(false, answer);
                            t.observe(Observation.ofStatus(
                                    "D-24",
                                    "a credit whose debit is unknown",
                                    answer,
                                    "refuse with 422; the service retries",
                                    422));
                        }),
                misdirected(
                        "credit-with-another-round",
                        "A credit whose gameRoundId is not the debit's moves no money and leaves the round open",
                        "RND-2",
                        "D-26",
                        (t, bet) -> t.credit(t.player(), t.id(), t.id(), bet.id(), t.units(5))),
                misdirected(
                        "credit-with-an-unknown-player",
                        "A credit whose playerId is unknown moves no money and leaves the round open",
                        "WAL-8",
                        "D-26",
                        (t, bet) -> t.credit(bet, t.units(5)).text("playerId", t.id())),
                Case.of(
                        "credits-with-names-like-the-players",
                        "A credit whose playerId only looks like the player's pays nobody",
                        "WAL-8 D-26",
                        t -> {
                            var bet = t.bet(3);
                            var before = t.balance();
                            var id = t.player().accountId();
                            for (var other : List.of("nobody-" + id.replaceAll("^\\D*", ""), "x" + id, id + "x")) {
                                t.send(t.credit(bet, t.units(5)).text("playerId", other));
                            }
                            t.requireUnmoved(before, "WAL-8", "Compare playerId with whole account ids.");
                            t.settle(t.rollback(bet));
                        }),
                misdirected(
                        "credit-without-a-reference",
                        "A credit without referenceTransactionId moves no money",
                        "RND-2",
                        "D-24",
                        (t, bet) -> t.credit(bet, t.units(5)).without("referenceTransactionId")),
                misdirected(
                        "credit-referring-to-the-round",
                        "A credit that gives the gameRoundId as its reference moves no money",
                        "RND-2",
                        "D-24",
                        (t, bet) -> t.credit(t.player(), t.id(), bet.round(), bet.round(), t.units(5))),
                misdirected(
                        "credit-referring-to-itself",
                        "A credit that refers to its own id moves no money",
                        "RND-2",
                        "D-24",
                        (t, bet) -> {
                            var id = t.id();
                            return t.credit(t.player(), id, bet.round(), id, t.units(5));
                        }),
                Case.of("negative-payout", "A negative payout takes no money", "RND-2 D-20", t -> {
                    var bet = t.bet(4);
                    var before = t.balance();
                    var answer = t.send(t.credit(bet, t.units(-3)));
                    t.requireUnmoved(before, "RND-2", "A credit adds; a negative one must not take.");
                    t.observe(Observation.ofStatus("D-20", "a negative payout", answer, "refuse with 422", 422));
                }),
                Case.of("unreadable-payout", "A payout that is not a number moves no money", "RND-2 WAL-16 D-20", t -> {
                    var raws = List.of("null", "true", "\"abc\"", "[]", "{}");
                    var bets = t.bets(raws.stream().map(raw -> t.debit(2)).toList());
                    var before = t.balance();
                    var answers = t.sendBeside(IntStream.range(0, raws.size())
                            .<Supplier<WalletResponse>>mapToObj(i -> () ->
                                    t.send(t.credit(bets.get(i), t.units(3)).amount(raws.get(i))))
                            .toList());
                    t.requireUnmoved(before, "RND-2", "The payouts were " + String.join(", ", raws) + ".");
                    for (var i = 0; i < raws.size(); i++) {
                        t.observe(Observation.ofStatus(
                                "D-20", "a payout of " + raws.get(i), answers.get(i), "refuse with 422", 422));
                    }
                }),
                Case.of(
                        "credit-referring-to-a-credit",
                        "A credit that refers to another credit moves no money",
                        "RND-2 RND-4",
                        t -> {
                            var bet = t.bet(3);
                            var credit = t.credit(bet, bet.stake());
                            t.settle(credit);
                            var before = t.balance();
                            t.send(t.credit(t.player(), t.id(), bet.round(), credit.id(), t.units(4)));
                            t.requireUnmoved(before, "RND-2", "referenceTransactionId must name a debit.");
                        }),
                Case.of(
                        "credit-of-a-refused-debit",
                        "A credit for a debit that was refused with 409 pays nothing",
                        "RND-2 RND-1",
                        t -> {
                            var before = t.balance();
                            var debit = t.debit(t.id(), t.id(), before.add(t.units(1)));
                            Check.requireStatus(409, t.send(debit), "ERR-2", "a stake over the balance", "");
                            t.send(t.credit(t.player(), t.id(), debit.round(), debit.id(), t.units(5)));
                            t.requireUnmoved(before, "RND-2", "The bet was refused, so there is nothing to pay.");
                        }),
                Case.of(
                                "credit-of-another-players-bet",
                                "A credit to one player for another's bet pays nobody",
                                "RND-2 WAL-8 D-26",
                                t -> {
                                    var bet = t.bet(3);
                                    var mine = t.balance();
                                    var others = t.balance(t.other());
                                    var answer = t.send(t.credit(
                                            t.other(),
                                            t.id(),
                                            bet.round(),
                                            bet.id(),
                                            t.other().units(3)));
                                    t.requireMoved(
                                            t.other(),
                                            others,
                                            BigDecimal.ZERO,
                                            "RND-2",
                                            "The payout belongs to another player's bet.");
                                    t.requireUnmoved(
                                            mine,
                                            "WAL-8",
                                            "Resolve the player from playerId, which names another player here.");
                                    t.observe(Observation.ofStatus(
                                            "D-26",
                                            "a credit of another player's bet",
                                            answer,
                                            "refuse with 422",
                                            422));
                                    if (answer.status() != 200) {
                                        t.settle(t.credit(bet, bet.stake()));
                                    }
                                })
                        .twoPlayers(),
                Case.of(
                        "credit-without-a-game",
                        "A credit without gameId, reason and currency: the behaviour of the wallet is observed",
                        "D-16 D-18 D-54",
                        t -> {
                            var bet = t.bet(2);
                            var before = t.balance();
                            var credit = t.credit(bet, t.units(2))
                                    .without("gameId")
                                    .without("reason")
                                    .with("payout", "{\"amount\":" + t.units(2).toPlainString() + "}");
                            var answer = t.send(credit);
                            t.requireMoved(before, answer.status() == 200 ? t.units(2) : BigDecimal.ZERO, "RND-2", "");
                            t.observe(Observation.ofStatus(
                                    "D-16",
                                    "a credit without gameId, reason and currency",
                                    answer,
                                    "accept it: the debit holds the rest",
                                    200));
                        }),
                Case.of(
                        "settlements-with-the-stated-fields",
                        "A credit and a rollback without gameId and currency, which the specification does not promise,"
                                + " are applied",
                        "RND-2 RND-3 D-16 D-54",
                        t -> {
                            var won = t.bet(2);
                            var lost = t.bet(3);
                            var before = t.balance();
                            t.settle(t.credit(won, t.units(2))
                                    .without("gameId")
                                    .with("payout", "{\"amount\":" + t.units(2).toPlainString() + "}"));
                            t.settle(t.rollback(lost).without("gameId"));
                            t.requireMoved(before, t.units(5), "RND-2", "");
                        }),
                Case.of(
                        "credit-with-another-reason",
                        "A credit that is applied pays its payout, whatever its reason",
                        "RND-2 D-18",
                        t -> {
                            var reasons = List.of("loss", "lose", "refund", "bonus", "jackpot", "never heard");
                            var bets = t.bets(
                                    reasons.stream().map(reason -> t.debit(2)).toList());
                            var before = t.balance();
                            var answers = t.sendBeside(IntStream.range(0, reasons.size())
                                    .<Supplier<WalletResponse>>mapToObj(i -> () -> t.send(
                                            t.credit(bets.get(i), t.units(5)).text("reason", reasons.get(i))))
                                    .toList());
                            var paid = answers.stream()
                                    .filter(answer -> answer.status() == 200)
                                    .count();
                            t.requireMoved(
                                    before,
                                    t.units(5 * paid),
                                    "RND-2",
                                    paid + " credits got 200. Pay payout.amount; reason does not change it.");
                            for (var i = 0; i < reasons.size(); i++) {
                                t.observe(Observation.ofStatus(
                                        "D-18",
                                        "a credit with reason " + reasons.get(i),
                                        answers.get(i),
                                        "accept it",
                                        200));
                            }
                            t.rollBackOpenRounds();
                        }));
    }

    private static void pays(CaseContext t, long stake, long payout) {
        var bet = t.bet(stake);
        var before = t.balance();
        Check.requireApplied(
                t.send(t.credit(bet, t.units(payout))), before.add(t.units(payout)), "RND-2", "the credit");
        t.requireMoved(before, t.units(payout), "RND-2", "");
    }

    /** Sends a settlement that does not fit its bet: no money moves, and a fitting one still closes the round (RND-4). */
    static Case misdirected(
            String id,
            String title,
            String rule,
            String decision,
            java.util.function.BiFunction<CaseContext, Bet, MovementBody> settlement) {
        return Case.of(id, title, rule + " RND-4 " + decision, t -> {
            var bet = t.bet(3);
            var before = t.balance();
            var answer = t.send(settlement.apply(t, bet));
            t.requireUnmoved(before, rule, "The settlement does not fit the bet.");
            t.observe(Observation.ofStatus(decision, title, answer, "refuse with 422, nothing written", 422));
            if (answer.status() != 200) {
                Check.requireApplied(
                        t.send(t.rollback(bet)), before.add(bet.stake()), "RND-3", "the fitting rollback afterwards");
            }
        });
    }
}
