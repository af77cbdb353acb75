package dev.operatorkit.conformance.cases;

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
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Sends a rollback before its debit. A wallet that answers 200 has reverted the round: whatever comes later moves no money (RND-4).
 * One that refuses has promised nothing (D-25).
 */
final class TombstoneCases {
    private static final int MANY = 25;

    private TombstoneCases() {}

    static Group group() {
        return Group.of(
                "Rollbacks before their debit",
                Case.of(
                        "late-debit-sent-again",
                        "A late debit takes no money, however often it is sent",
                        "RND-4 ERR-2 D-25",
                        t -> {
                            var early = revert(t, t.debit(4));
                            for (var i = 0; i < 3; i++) {
                                requireRefused(t, early, t.send(early.debit()));
                            }
                        }),
                Case.of(
                        "late-debit-with-another-stake",
                        "A late debit with another stake than expected takes no money",
                        "RND-4 D-25",
                        t -> {
                            var early = revert(t, t.debit(4));
                            var other =
                                    t.debit(early.debit().id(), early.debit().round(), t.units(7));
                            requireRefused(t, early, t.send(early.debit()));
                            requireRefused(t, early, t.send(other));
                        }),
                Case.of(
                        "another-debit-on-a-reverted-key",
                        "Another debit on the round of an early rollback takes no money",
                        "RND-4 RND-1 D-25",
                        t -> {
                            var early = revert(t, t.debit(4));
                            var answer = t.send(t.debit(t.id(), early.debit().round(), t.units(5)));
                            t.requireUnmoved(
                                    early.before(),
                                    "RND-4",
                                    "The rollback got 200, so the round is Reverted, which is final.");
                            t.observe(Observation.ofStatus("D-25", "another debit", answer, "refuse with 422", 422));
                        }),
                Case.of(
                        "credit-after-an-early-rollback",
                        "A credit after an early rollback and its late debit pays nothing",
                        "RND-4 RND-2 D-25",
                        t -> {
                            for (var late : new boolean[] {false, true}) {
                                var early = revert(t, t.debit(4));
                                if (late) {
                                    t.send(early.debit());
                                }
                                var answer = t.send(t.credit(
                                        t.player(),
                                        t.id(),
                                        early.debit().round(),
                                        early.debit().id(),
                                        t.units(6)));
                                t.requireUnmoved(early.before(), "RND-4", "The round was reverted before its debit.");
                                SettledRoundCases.requireNoFalseSuccess(false, answer);
                            }
                        }),
                Case.of(
                        "late-free-round",
                        "A free round whose rollback was early pays nothing",
                        "RND-4 WAL-5 D-25",
                        t -> {
                            var spin = t.debit(0).free(t.campaign(), t.units(20));
                            t.settle(t.rollback(t.bet(t.debit(0).free(t.campaign(), t.units(20)))));
                            var early = revert(t, spin);
                            var late = t.send(spin);
                            t.send(t.credit(t.player(), t.id(), spin.round(), spin.id(), t.units(6))
                                    .free(t.campaign(), t.units(20)));
                            t.requireUnmoved(early.before(), "RND-4", "The round was reverted before its debit.");
                            Check.require(
                                    late.status() != 200,
                                    "RND-4",
                                    "a refusal of the debit of a reverted round",
                                    Check.describe(late),
                                    "Reverted is final.",
                                    late);
                        }),
                Case.of(
                        "early-rollback-with-an-amount",
                        "A rollback of an unknown debit moves nothing, whatever amounts it carries",
                        "RND-3 D-25",
                        t -> {
                            var before = t.balance();
                            var money = "{\"amount\":" + t.units(9).toPlainString() + ",\"currency\":"
                                    + MovementBody.quoted(t.player().currency()) + "}";
                            t.send(t.rollback(t.player(), t.id(), t.id(), t.id())
                                    .with("stake", money)
                                    .with("payout", money)
                                    .with("amount", t.units(9).toPlainString()));
                            t.requireUnmoved(before, "RND-3", "Nothing was taken, so nothing is returned.");
                        }),
                Case.of(
                        "early-rollback-on-an-open-round",
                        "A rollback of an unknown debit does not close the round of another bet",
                        "RND-4 RND-3 D-25",
                        t -> {
                            var bet = t.bet(4);
                            var before = t.balance();
                            t.send(t.rollback(t.player(), t.id(), bet.round(), t.id()));
                            t.requireUnmoved(before, "RND-3", "The rollback names a debit that is unknown.");
                            var answer = t.send(t.credit(bet, t.units(6)));
                            Check.requireStatus(
                                    200,
                                    answer,
                                    "RND-4",
                                    "the credit of a bet that nothing has settled",
                                    "A round is closed by the settlement of its debit. The stake of this one would"
                                            + " stay lost.");
                            t.requireMoved(before, t.units(6), "RND-2", "");
                        }),
                Case.of(
                        "two-early-rollbacks",
                        "Two early rollbacks both hold: neither late debit takes money",
                        "RND-4 D-25",
                        t -> {
                            var first = revert(t, t.debit(4));
                            var second = revert(t, t.debit(3));
                            for (var early : List.of(first, second)) {
                                requireRefused(t, early, t.send(early.debit()));
                            }
                        }),
                Case.of(
                        "many-early-rollbacks",
                        "The first of many early rollbacks holds like the last",
                        "RND-4 D-25",
                        t -> {
                            var first = revert(t, t.debit(2));
                            var between = t.sendBeside(Stream.generate(() -> t.debit(2))
                                    .limit(MANY - 2)
                                    .<Supplier<WalletResponse>>map(debit ->
                                            () -> t.send(t.rollback(t.player(), t.id(), debit.round(), debit.id())))
                                    .toList());
                            requireAccepted(t, between.getLast());
                            var last = revert(t, t.debit(2));
                            requireRefused(t, first, t.send(first.debit()));
                            requireRefused(t, last, t.send(last.debit()));
                        }),
                Case.of(
                                "early-rollbacks-of-two-players",
                                "An early rollback of one player does not undo that of another",
                                "RND-4 D-25",
                                t -> {
                                    var mine = revert(t, t.debit(4));
                                    var other = t.other();
                                    revert(t, t.debit(other, t.id(), t.id(), other.units(3)));
                                    requireRefused(t, mine, t.send(mine.debit()));
                                })
                        .twoPlayers());
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
        t.requireMoved(
                early.debit().player(),
                early.before(),
                BigDecimal.ZERO,
                "RND-4",
                "The rollback got 200, so the service sends nothing more: the round stays Reverted.");
        SettledRoundCases.requireNoFalseSuccess(early.debit().amount().signum() == 0, late);
        t.observe(Observation.ofStatus("D-25", "the late debit", late, "refuse with 422", 422));
    }
}
