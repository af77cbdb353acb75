package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;
import static dev.operatorkit.conformance.suite.Advice.refuse;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Checks that exactly one debit opens a round and exactly one settlement closes it (RND). */
final class RoundCases {
    private static final String ONE_EACH = "A round is opened by one debit and closed by one settlement.";
    private static final Settling NOTHING = credit(0);
    private static final Settling ROLLBACK = CaseContext::rollback;
    private static final Settling FREE_WIN = (t, bet) -> t.free(t.credit(bet, 4));
    private static final Settling SECOND_DEBIT = (t, bet) -> t.debit(6).withRound(bet.round());
    private static final List<Closing> CLOSINGS = List.of(
            new Closing("a-payout-of-nothing", "a payout of 0", false, NOTHING),
            new Closing("a-payout-below-the-stake", "a payout below the stake", false, credit(2)),
            new Closing("a-payout-of-the-stake", "a payout of the stake", false, credit(5)),
            new Closing("a-payout-above-the-stake", "a payout above the stake", false, credit(9)),
            new Closing("a-free-win", "a free round's win", true, FREE_WIN),
            new Closing("the-return-of-a-stake", "a rollback", false, ROLLBACK),
            new Closing("the-return-of-a-free-round", "a free round's rollback", true, ROLLBACK));
    private static final List<Second> SECONDS = List.of(
            new Second("another-rollback", "Another rollback", "RND-4", ROLLBACK),
            new Second("another-credit", "Another credit", "RND-4", credit(7)),
            new Second("another-debit", "Another debit", "RND-1", SECOND_DEBIT),
            new Second("the-debit-again", "The same debit", "IDM-1", (t, bet) -> bet.debit()));
    static final Group OPEN = Group.of(
            "Rounds",
            second("second-debit-on-a-round", "RND-1 D-22", t -> t.bet(3))
                    .title("A second debit on an open round takes no money"),
            second("debit-on-a-settled-round", "RND-1 RND-4 D-22", t -> closedBet(t, credit(3)))
                    .title("A debit on a settled round takes no money"),
            second("debit-on-a-reverted-round", "RND-1 RND-4 D-22", t -> closedBet(t, ROLLBACK))
                    .title("A debit on a reverted round takes no money"),
            second("second-zero-debit-on-a-round", "RND-1 D-22", t -> t.bet(0))
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
            Case.of("refused-settlements-are-truthful", "RND-4 ERR-3 D-23", RoundCases::sendSecondSettlements)
                    .title("A second settlement refused with 422 is not known to the lookup"),
            Case.of("settled-stays-settled", "RND-4 IDM-1", t -> closeRepeatedly(t, credit(4)))
                    .title("A round pays once, whatever settlements follow in whatever order"),
            Case.of("reverted-stays-reverted", "RND-4 IDM-1", t -> closeRepeatedly(t, ROLLBACK))
                    .title("A rollback returns the stake once, whatever settlements follow in whatever order"),
            Case.of("two-rounds-at-once", "RND-2 RND-3", RoundCases::settleLaterRoundFirst)
                    .title("Two open rounds of a player are each settled by their own settlement, the later one first"),
            mixedUp("credit-with-the-other-rounds-key", "RND-2", credit(4))
                    .title("A credit with one bet's reference and another open bet's round pays nothing"),
            mixedUp("rollback-with-the-other-rounds-key", "RND-3", ROLLBACK)
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

    /** Holds a case for every second movement after every way of closing a round: a closed round stays closed (RND-1, RND-4). */
    static final Group SETTLED = Group.of(
            "Settled rounds",
            CLOSINGS.stream()
                    .flatMap(closing -> SECONDS.stream().map(second -> settled(closing, second)))
                    .toArray(Case[]::new));

    /** Makes a movement of a bet. */
    @FunctionalInterface
    interface Settling extends BiFunction<CaseContext, Bet, MovementBody> {}

    private RoundCases() {}

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
        var id = second.id() + "-after-" + closing.id();
        return Case.of(id, second.rule() + " ERR-2 WAL-12 D-23", t -> requireClosed(t, closing, second))
                .title(second.sentence() + " after " + closing.sentence() + " moves no money");
    }

    private static Settling credit(long units) {
        return (t, bet) -> t.credit(bet, units);
    }

    private static Bet closedBet(CaseContext t, Settling closing) {
        var bet = t.bet(3);
        t.settle(closing.apply(t, bet));
        return bet;
    }

    private static void sendSecondSettlements(CaseContext t) {
        var bet = closedBet(t, credit(3));
        for (var second : List.of(t.credit(bet, 4), t.rollback(bet))) {
            var before = t.balance();
            var answer = t.send(second); // what a refusal promises about the lookup is judged at the end of the case
            t.requireUnmoved(before, answer.status() == 422 ? "ERR-3" : "RND-4", ONE_EACH);
            t.observe("a second settlement", answer, refuse("D-23"));
        }
    }

    private static void closeRepeatedly(CaseContext t, Settling closing) {
        var bet = t.bet(4);
        var before = t.balance();
        var settlement = closing.apply(t, bet);
        t.settle(settlement);
        t.send(t.rollback(bet));
        t.send(t.credit(bet, 2));
        Check.requireStatus(200, t.send(settlement), "IDM-2", "the first settlement again");
        t.send(t.rollback(bet));
        t.requireMoved(before, t.units(4), "RND-4", "A round is closed by exactly one settlement.");
    }

    private static void settleLaterRoundFirst(CaseContext t) {
        var first = t.bet(2);
        var second = t.bet(5);
        t.sendApplied(t.credit(second, 7), t.units(7), "RND-2", "the credit of the later round");
        t.sendApplied(t.rollback(first), t.units(2), "RND-3", "the rollback of the earlier round");
    }

    private static void playThreeRounds(CaseContext t) {
        var before = t.balance();
        t.settle(t.credit(t.bet(3), 3));
        t.settle(t.rollback(t.bet(4)));
        t.settle(t.credit(t.bet(2), 2));
        t.requireUnmoved(before, "RND-2", "The three rounds add up to zero.");
    }

    private static void shareRoundKey(CaseContext t) {
        var mine = t.balance();
        var others = t.balance(t.other());
        var bet = t.bet(3);
        var second = t.debit(t.other(), t.other().units(4)).withRound(bet.round());
        var answer = t.send(second);
        var change = answer.status() == 200 ? second.amount().negate() : BigDecimal.ZERO;
        t.requireMoved(mine, t.units(-3), "WAL-4", "One player's debit changed the other player's balance.");
        t.requireMoved(t.other(), others, change, "WAL-4", "");
        var advice = advise("D-51", "accept it: round keys are per account", 200);
        t.observe("a round key that another player uses", answer, advice);
        if (answer.status() == 200) {
            t.settle(t.credit(bet, 3));
            t.settle(t.credit(second, 4));
            t.requireUnmoved(t.other(), others, "RND-2", "");
        }
    }

    private static void interleavePlayers(CaseContext t) {
        var mine = t.balance();
        var others = t.balance(t.other());
        var one = t.other().units(1);
        var bet = t.bet(3);
        var theirs = t.bet(t.debit(t.other(), t.other().units(5)));
        Check.requireApplied(t.send(t.credit(theirs, 6)), others.add(one), "RND-2", "the second player's credit");
        Check.requireApplied(t.send(t.credit(bet, 4)), mine.add(t.units(1)), "RND-2", "the first player's credit");
        t.requireMoved(mine, t.units(1), "RND-2", "");
        t.requireMoved(t.other(), others, one, "RND-2", "");
    }

    /** Sends a second debit on a round. */
    private static Untitled second(String id, String rules, Function<CaseContext, Bet> betting) {
        return Case.titled(id, rules, (t, title) -> {
            var round = betting.apply(t).round();
            sendSecond(t, t.debit(4).withRound(round), "RND-1", "D-22", title);
        });
    }

    /** Sends a second settlement of a closed round: any response, but no money moves. */
    private static Untitled closed(String id, Settling first, Settling second) {
        return Case.titled(id, "RND-4 D-23", (t, title) -> {
            var bet = closedBet(t, first);
            sendSecond(t, second.apply(t, bet), "RND-4", "D-23", title);
        });
    }

    /** Sends a settlement with the round of another bet. */
    private static Untitled mixedUp(String id, String rule, Settling settling) {
        return Case.titled(id, rule + " D-26", (t, title) -> {
            var first = t.bet(2);
            var second = t.bet(3);
            sendSecond(t, settling.apply(t, first).withRound(second.round()), rule, "D-26", title);
        });
    }

    private static void sendSecond(CaseContext t, MovementBody message, String rule, String decision, String title) {
        var before = t.balance();
        var answer = t.send(message);
        if (message.kind() == Kind.DEBIT && answer.status() != 200) {
            OpenPoints.requireTruth(t, answer, before);
        }
        t.requireUnmoved(before, rule, ONE_EACH);
        requireNoFalseSuccess(
                message.kind() != Kind.ROLLBACK && message.amount().signum() == 0, answer);
        t.observe(title, answer, refuse(decision));
    }

    private static void requireClosed(CaseContext t, Closing closing, Second second) {
        var bet = t.bet(closing.free() ? t.spin() : t.debit(5));
        var settlement = closing.settlement().apply(t, bet);
        var settled = t.settle(settlement);
        var before = t.balance();
        var message = second.movement().apply(t, bet);
        var answer = t.send(message);
        var found = t.sendConcurrently(List.of(message.id(), bet.id(), settlement.id()), t::lookup);
        t.requireUnmoved(before, second.rule(), ONE_EACH);
        if (message.equals(bet.debit())) {
            Check.requireReplay(bet.answer(), answer, "the debit of a closed round");
        } else {
            var amount = message.kind() == Kind.ROLLBACK ? bet.stake() : message.amount();
            requireNoFalseSuccess(amount.signum() == 0, answer);
            if (message.kind() != Kind.DEBIT) {
                var hint = "A round is closed by one settlement; a second one must not be stored.";
                t.requireUnknown(message.id(), Objects.requireNonNull(found.get(message.id())), "RND-4", hint);
            }
            t.observe("a second movement of a closed round", answer, refuse("D-23"));
        }
        var foundDebit =
                t.requireKnown(bet.id(), Objects.requireNonNull(found.get(bet.id())), "WAL-12", "Its round is closed.");
        Check.requireSameResult(bet.answer(), foundDebit, "WAL-12", "the lookup of the debit");
        var foundSettlement = t.requireKnown(
                settlement.id(), Objects.requireNonNull(found.get(settlement.id())), "WAL-12", "It closed the round.");
        Check.requireSameResult(settled, foundSettlement, "WAL-12", "the lookup of the settlement");
    }

    /** Fails when a movement that should move money got 200 although nothing moved: it is neither processed nor known (ERR-2). */
    static void requireNoFalseSuccess(boolean movesNothing, WalletResponse answer) {
        var expected = "200 only for a movement that was processed";
        var actual = Check.describe(answer) + ", and no money moved";
        var hint = "The service takes 200 for done. Refuse with 422 when nothing was written.";
        Check.require(answer, movesNothing || answer.status() != 200, "ERR-2", expected, actual, hint);
    }
}
