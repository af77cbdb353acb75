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
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Sends a second movement to a closed round, for every way of closing it: a closed round stays as it is (RND-1, RND-4). */
final class SettledRoundCases {
    private static final List<Closing> CLOSINGS = List.of(
            new Closing("a-payout-of-nothing", "a payout of 0", false, (t, b) -> t.credit(b, BigDecimal.ZERO)),
            new Closing(
                    "a-payout-below-the-stake", "a payout below the stake", false, (t, b) -> t.credit(b, t.units(2))),
            new Closing("a-payout-of-the-stake", "a payout of the stake", false, (t, b) -> t.credit(b, b.stake())),
            new Closing(
                    "a-payout-above-the-stake", "a payout above the stake", false, (t, b) -> t.credit(b, t.units(9))),
            new Closing(
                    "a-free-win",
                    "a free round's win",
                    true,
                    (t, b) -> t.credit(b, t.units(4)).free(t.campaign(), t.units(20))),
            new Closing("the-return-of-a-stake", "a rollback", false, (t, b) -> t.rollback(b)),
            new Closing("the-return-of-a-free-round", "a free round's rollback", true, (t, b) -> t.rollback(b)));

    private static final List<Second> SECONDS = List.of(
            new Second("another-rollback", "Another rollback", "RND-4", (t, b) -> t.rollback(b)),
            new Second("another-credit", "Another credit", "RND-4", (t, b) -> t.credit(b, t.units(7))),
            new Second("another-debit", "Another debit", "RND-1", (t, b) -> t.debit(t.id(), b.round(), t.units(6))),
            new Second("the-debit-again", "The same debit", "IDM-1", (t, b) -> b.debit()));

    private SettledRoundCases() {}

    /**
     * Names a way of closing a round.
     *
     * @param id the name in ids of cases
     * @param sentence the name in titles
     * @param free true for a free round
     */
    private record Closing(
            String id, String sentence, boolean free, BiFunction<CaseContext, Bet, MovementBody> settlement) {}

    /** Names what follows, and the rule that it would break by moving money. */
    private record Second(
            String id, String sentence, String rule, BiFunction<CaseContext, Bet, MovementBody> movement) {}

    static Group group() {
        var cases = new ArrayList<Case>();
        for (var closing : CLOSINGS) {
            for (var second : SECONDS) {
                cases.add(Case.of(
                        second.id() + "-after-" + closing.id(),
                        second.sentence() + " after " + closing.sentence() + " moves no money",
                        second.rule() + " ERR-2 WAL-12 D-23",
                        t -> requireClosed(t, closing, second)));
            }
        }
        return Group.of("Settled rounds", cases.toArray(Case[]::new));
    }

    private static void requireClosed(CaseContext t, Closing closing, Second second) {
        var debit = t.debit(closing.free() ? 0 : 5);
        var bet = t.bet(closing.free() ? debit.free(t.campaign(), t.units(20)) : debit);
        var settlement = closing.settlement().apply(t, bet);
        var settled = t.settle(settlement);
        var before = t.balance();
        var message = second.movement().apply(t, bet);
        var answer = t.send(message);
        var found = t.lookupWithBalance(List.of(message.id(), bet.id(), settlement.id()));
        t.requireUnmoved(before, second.rule(), "A round is opened by one debit and closed by one settlement.");
        if (message == bet.debit()) {
            Check.requireReplay(bet.answer(), answer, "the debit of a closed round");
        } else {
            requireNoFalseSuccess(message, bet, answer);
            if (message.kind() != MovementBody.Kind.DEBIT) {
                t.requireUnknown(
                        message.id(),
                        found.get(0),
                        "RND-4",
                        "A round is closed by one settlement; a second one must not be stored.");
            }
            t.observe(Observation.ofStatus(
                    "D-23", "a second movement of a closed round", answer, "refuse with 422, nothing written", 422));
        }
        Check.requireSameResult(
                bet.answer(),
                t.requireKnown(bet.id(), found.get(1), "WAL-12", "Its round is closed."),
                "WAL-12",
                "the lookup of the debit");
        Check.requireSameResult(
                settled,
                t.requireKnown(settlement.id(), found.get(2), "WAL-12", "It closed the round."),
                "WAL-12",
                "the lookup of the settlement");
    }

    /** Fails when a movement that should move money got 200 although nothing moved: it is neither processed nor known (ERR-2). */
    static void requireNoFalseSuccess(MovementBody message, Bet bet, WalletResponse answer) {
        var nothing = message.kind() == MovementBody.Kind.ROLLBACK
                ? bet.stake().signum() == 0
                : message.amount().signum() == 0;
        requireNoFalseSuccess(nothing, answer);
    }

    static void requireNoFalseSuccess(boolean movesNothing, WalletResponse answer) {
        Check.require(
                movesNothing || answer.status() != 200,
                "ERR-2",
                "200 only for a movement that was processed",
                Check.describe(answer) + ", and no money moved",
                "The service takes 200 for done. Refuse with 422 when nothing was written.",
                answer);
    }
}
