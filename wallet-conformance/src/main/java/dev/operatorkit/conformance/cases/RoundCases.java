package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.BiFunction;

/** Checks that exactly one debit opens a round and exactly one settlement closes it (RND). */
final class RoundCases {
    private static final Settling NOTHING = RoundCases::creditNothing;
    private static final Settling ROLLBACK = CaseContext::rollback;
    private static final Settling FREE_WIN = RoundCases::creditFreeWin;

    private static final List<Closing> CLOSINGS = List.of(
            new Closing("a-payout-of-nothing", "a payout of 0", false, NOTHING),
            new Closing("a-payout-below-the-stake", "a payout below the stake", false, credit(2)),
            new Closing("a-payout-of-the-stake", "a payout of the stake", false, (t, b) -> t.credit(b, b.stake())),
            new Closing("a-payout-above-the-stake", "a payout above the stake", false, credit(9)),
            new Closing("a-free-win", "a free round's win", true, FREE_WIN),
            new Closing("the-return-of-a-stake", "a rollback", false, ROLLBACK),
            new Closing("the-return-of-a-free-round", "a free round's rollback", true, ROLLBACK));

    private static final List<Second> SECONDS = List.of(
            new Second("another-rollback", "Another rollback", "RND-4", ROLLBACK),
            new Second("another-credit", "Another credit", "RND-4", credit(7)),
            new Second("another-debit", "Another debit", "RND-1", (t, b) -> t.debit(t.id(), b.round(), t.units(6))),
            new Second("the-debit-again", "The same debit", "IDM-1", (t, b) -> b.debit()));

    static final Group OPEN = Group.of(
            "Rounds",
            Case.of("second-debit-on-a-round", "RND-1 D-22", RoundCases::debitOpenRound)
                    .title("A second debit on an open round takes no money"),
            Case.of("debit-on-a-settled-round", "RND-1 RND-4 D-22", RoundCases::debitSettledRound)
                    .title("A debit on a settled round takes no money"),
            Case.of("debit-on-a-reverted-round", "RND-1 RND-4 D-22", RoundCases::debitRevertedRound)
                    .title("A debit on a reverted round takes no money"),
            Case.of(
                            "second-zero-debit-on-a-round",
                            "RND-1 D-22",
                            t -> debitAgain(t, t.bet(0), "a second debit after one of 0"))
                    .title("After a debit of 0 a second debit on its round takes no money"),
            closed("second-credit-with-a-new-id", credit(3), credit(4))
                    .title("A second credit of a round, with a new id, pays nothing"),
            closed("second-equal-credit-with-a-new-id", credit(3), credit(3))
                    .title("A second credit of the same payout, with a new id, pays nothing"),
            closed("rollback-after-a-credit", credit(3), ROLLBACK)
                    .title("A rollback of a settled round returns nothing"),
            closed("rollback-after-a-zero-payout", NOTHING, ROLLBACK)
                    .title("A rollback of a lost round returns nothing"),
            closed("credit-after-a-zero-payout", NOTHING, credit(5)).title("A credit of a lost round pays nothing"),
            closed("credit-after-a-rollback", ROLLBACK, credit(5)).title("A credit of a reverted round pays nothing"),
            closed("second-rollback-with-a-new-id", ROLLBACK, ROLLBACK)
                    .title("A second rollback of a round, with a new id, returns nothing"),
            Case.of("refused-settlements-are-truthful", "RND-4 ERR-3 D-23", RoundCases::lookUpRefusedSettlements)
                    .title("A second settlement refused with 422 is not known to the lookup"),
            Case.of("settled-stays-settled", "RND-4 IDM-1", RoundCases::settleRepeatedly)
                    .title("A round pays once, whatever settlements follow in whatever order"),
            Case.of("reverted-stays-reverted", "RND-4 IDM-1", RoundCases::revertRepeatedly)
                    .title("A rollback returns the stake once, whatever settlements follow in whatever order"),
            Case.of("two-rounds-at-once", "RND-2 RND-3", RoundCases::settleLaterRoundFirst)
                    .title("Two open rounds of a player are each settled by their own settlement, the later one first"),
            Case.of("credit-with-the-other-rounds-key", "RND-2 D-26", RoundCases::creditWithOtherRound)
                    .title("A credit with one bet's reference and another open bet's round pays nothing"),
            Case.of("rollback-with-the-other-rounds-key", "RND-3 D-26", RoundCases::rollBackWithOtherRound)
                    .title("A rollback with one bet's reference and another open bet's round returns nothing"),
            Case.of("settlement-of-one-round-leaves-the-others", "RND-1 RND-2 RND-3", RoundCases::playThreeRounds)
                    .title("After one round is settled, the next one is opened, won and lost as usual"),
            Case.of("round-key-of-two-players", "RND-1 RND-2 WAL-4 D-51", RoundCases::shareRoundKey)
                    .title("Two players on one round key: each response is true for its own player, and each bet is"
                            + " settled by itself")
                    .twoPlayers(),
            Case.of("players-do-not-mix", "WAL-4 RND-2 RND-3", RoundCases::interleavePlayers)
                    .title("Interleaved rounds of two players move only each player's own money")
                    .twoPlayers());

    /** Holds a case for every second movement after every way of closing a round: a closed round stays as it is (RND-1, RND-4). */
    static final Group SETTLED = Group.of(
            "Settled rounds",
            CLOSINGS.stream()
                    .flatMap(closing -> SECONDS.stream().map(second -> settled(closing, second)))
                    .toArray(Case[]::new));

    private RoundCases() {}

    /** Makes a movement of a bet. */
    interface Settling extends BiFunction<CaseContext, Bet, MovementBody> {}

    /**
     * Names a way of closing a round.
     *
     * @param id the name in ids of cases
     * @param sentence the name in titles
     * @param free true for a free round
     */
    private record Closing(String id, String sentence, boolean free, Settling settlement) {}

    /** Names what follows, and the rule that it would break by moving money. */
    private record Second(String id, String sentence, String rule, Settling movement) {}

    private static Case settled(Closing closing, Second second) {
        return Case.of(
                        second.id() + "-after-" + closing.id(),
                        second.rule() + " ERR-2 WAL-12 D-23",
                        t -> requireClosed(t, closing, second))
                .title(second.sentence() + " after " + closing.sentence() + " moves no money");
    }

    private static MovementBody creditNothing(CaseContext t, Bet bet) {
        return t.credit(bet, BigDecimal.ZERO);
    }

    private static MovementBody creditFreeWin(CaseContext t, Bet bet) {
        return t.credit(bet, t.units(4)).free(t.campaign(), t.units(20));
    }

    private static Settling credit(long units) {
        return (t, bet) -> t.credit(bet, t.units(units));
    }

    private static void debitAgain(CaseContext t, Bet bet, String what) {
        sendSecond(t, t.debit(t.id(), bet.round(), t.units(4)), "RND-1", "D-22", what);
    }

    private static void debitOpenRound(CaseContext t) {
        var bet = t.bet(3);
        debitAgain(t, bet, "a second debit on a round");
        t.settle(t.credit(bet, bet.stake()));
    }

    private static void debitSettledRound(CaseContext t) {
        var bet = t.bet(3);
        t.settle(t.credit(bet, bet.stake()));
        debitAgain(t, bet, "a debit on a settled round");
    }

    private static void debitRevertedRound(CaseContext t) {
        var bet = t.bet(3);
        t.settle(t.rollback(bet));
        debitAgain(t, bet, "a debit on a reverted round");
    }

    private static void lookUpRefusedSettlements(CaseContext t) {
        var bet = t.bet(3);
        t.settle(t.credit(bet, bet.stake()));
        for (var second : new MovementBody[] {t.credit(bet, t.units(4)), t.rollback(bet)}) {
            var before = t.balance();
            var answer = t.send(second);
            if (answer.status() == 422) {
                t.requireUnmoved(before, "ERR-3", "The status was 422, but money moved.");
                var hint = "422 says that nothing was written; a lookup that knows the settlement would end the"
                        + " service's retries wrongly.";
                t.requireUnknown(second.id(), "ERR-3", hint);
            }
            t.observe(Observation.ofStatus(
                    "D-23", "a second settlement", answer, "refuse with 422, nothing written", 422));
        }
    }

    private static void settleRepeatedly(CaseContext t) {
        var bet = t.bet(4);
        var before = t.balance();
        var credit = t.credit(bet, t.units(4));
        t.settle(credit);
        t.send(t.rollback(bet));
        t.send(t.credit(bet, t.units(2)));
        Check.requireStatus(200, t.send(credit), "IDM-2", "the first credit again", "");
        t.send(t.rollback(bet));
        t.requireMoved(before, t.units(4), "RND-4", "A round is closed by exactly one settlement.");
    }

    private static void revertRepeatedly(CaseContext t) {
        var bet = t.bet(4);
        var before = t.balance();
        var rollback = t.rollback(bet);
        t.settle(rollback);
        t.send(t.credit(bet, t.units(3)));
        t.send(t.rollback(bet));
        Check.requireStatus(200, t.send(rollback), "IDM-2", "the first rollback again", "");
        t.requireMoved(before, bet.stake(), "RND-4", "A round is closed by exactly one settlement.");
    }

    private static void settleLaterRoundFirst(CaseContext t) {
        var first = t.bet(2);
        var second = t.bet(5);
        var before = t.balance();
        var later = t.send(t.credit(second, t.units(7)));
        Check.requireApplied(later, before.add(t.units(7)), "RND-2", "the credit of the later round");
        var earlier = t.send(t.rollback(first));
        Check.requireApplied(earlier, before.add(t.units(9)), "RND-3", "the rollback of the earlier round");
        t.requireMoved(before, t.units(9), "RND-2", "");
    }

    private static void creditWithOtherRound(CaseContext t) {
        var first = t.bet(2);
        var second = t.bet(3);
        var credit = t.credit(t.player(), t.id(), second.round(), first.id(), t.units(4));
        sendSecond(t, credit, "RND-2", "D-26", "a credit with mixed-up round and reference");
    }

    private static void rollBackWithOtherRound(CaseContext t) {
        var first = t.bet(2);
        var second = t.bet(3);
        var rollback = t.rollback(t.player(), t.id(), second.round(), first.id());
        sendSecond(t, rollback, "RND-3", "D-26", "a rollback with mixed-up round and reference");
    }

    private static void playThreeRounds(CaseContext t) {
        var before = t.balance();
        t.settle(t.credit(t.bet(3), t.units(3)));
        t.settle(t.rollback(t.bet(4)));
        t.settle(t.credit(t.bet(2), t.units(2)));
        t.requireUnmoved(before, "RND-2", "The three rounds add up to zero.");
    }

    private static void shareRoundKey(CaseContext t) {
        var round = t.id();
        var mine = t.balance();
        var others = t.balance(t.other());
        var bet = t.bet(t.debit(t.id(), round, t.units(3)));
        var second = t.debit(t.other(), t.id(), round, t.other().units(4));
        var answer = t.send(second);
        t.requireMoved(mine, t.units(-3), "WAL-4", "One player's debit changed the other player's balance.");
        t.requireMoved(t.other(), others, answer.status() == 200 ? t.other().units(-4) : BigDecimal.ZERO, "WAL-4", "");
        t.observe(Observation.ofStatus(
                "D-51", "a round key that another player uses", answer, "accept it: round keys are per account", 200));
        if (answer.status() == 200) {
            t.settle(t.credit(bet, t.units(3)));
            t.settle(t.credit(new Bet(second, answer), t.other().units(4)));
            t.requireMoved(t.other(), others, BigDecimal.ZERO, "RND-2", "");
        }
    }

    private static void interleavePlayers(CaseContext t) {
        var mine = t.balance();
        var others = t.balance(t.other());
        var bet = t.bet(3);
        var theirs = t.bet(t.debit(t.other(), t.id(), t.id(), t.other().units(5)));
        var answer = t.send(t.credit(theirs, t.other().units(6)));
        Check.requireApplied(answer, others.add(t.other().units(1)), "RND-2", "the second player's credit");
        var own = t.send(t.credit(bet, t.units(4)));
        Check.requireApplied(own, mine.add(t.units(1)), "RND-2", "the first player's credit");
        t.requireMoved(mine, t.units(1), "RND-2", "");
        t.requireMoved(t.other(), others, t.other().units(1), "RND-2", "");
    }

    /** Sends a second settlement of a closed round: any response, but no money moves. */
    private static Untitled closed(String id, Settling first, Settling second) {
        return title -> Case.of(id, "RND-4 D-23", t -> moveClosedRound(t, title, first, second))
                .title(title);
    }

    private static void moveClosedRound(CaseContext t, String title, Settling first, Settling second) {
        var bet = t.bet(3);
        t.settle(first.apply(t, bet));
        sendSecond(t, second.apply(t, bet), "RND-4", "D-23", title);
    }

    private static void sendSecond(CaseContext t, MovementBody message, String rule, String decision, String what) {
        var before = t.balance();
        var answer = t.send(message);
        if (message.kind() == MovementBody.Kind.DEBIT && answer.status() != 200) {
            OpenPoints.requireTruth(t, message.id(), answer, before, what);
        }
        t.requireUnmoved(before, rule, "A round is opened by one debit and closed by one settlement.");
        RoundCases.requireNoFalseSuccess(
                message.kind() != MovementBody.Kind.ROLLBACK && message.amount().signum() == 0, answer);
        t.observe(Observation.ofStatus(decision, what, answer, "refuse with 422, nothing written", 422));
    }

    private static void requireClosed(CaseContext t, Closing closing, Second second) {
        var bet = t.bet(closing.free() ? FreeRoundCases.spin(t) : t.debit(5));
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
                var hint = "A round is closed by one settlement; a second one must not be stored.";
                t.requireUnknown(message.id(), found.get(0), "RND-4", hint);
            }
            t.observe(Observation.ofStatus(
                    "D-23", "a second movement of a closed round", answer, "refuse with 422, nothing written", 422));
        }
        var foundDebit = t.requireKnown(bet.id(), found.get(1), "WAL-12", "Its round is closed.");
        Check.requireSameResult(bet.answer(), foundDebit, "WAL-12", "the lookup of the debit");
        var foundSettlement = t.requireKnown(settlement.id(), found.get(2), "WAL-12", "It closed the round.");
        Check.requireSameResult(settled, foundSettlement, "WAL-12", "the lookup of the settlement");
    }

    /** Fails when a movement that should move money got 200 although nothing moved: it is neither processed nor known (ERR-2). */
    static void requireNoFalseSuccess(MovementBody message, Bet bet, WalletResponse answer) {
        var nothing = message.kind() == MovementBody.Kind.ROLLBACK
                ? bet.stake().signum() == 0
                : message.amount().signum() == 0;
        requireNoFalseSuccess(nothing, answer);
    }

    static void requireNoFalseSuccess(boolean movesNothing, WalletResponse answer) {
        var expected = "200 only for a movement that was processed";
        var actual = Check.describe(answer) + ", and no money moved";
        var hint = "The service takes 200 for done. Refuse with 422 when nothing was written.";
        Check.require(movesNothing || answer.status() != 200, "ERR-2", expected, actual, hint, answer);
    }
}
