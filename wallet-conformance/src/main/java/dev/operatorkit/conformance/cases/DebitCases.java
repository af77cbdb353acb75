package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;
import static dev.operatorkit.conformance.suite.Advice.refuse;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;

/** Checks debits: the stake is subtracted, the balance after it returned, and nothing is overdrawn (WAL-4, ERR-2). */
final class DebitCases {
    private static final String OVER_THE_BALANCE = "a stake over the balance";
    private static final Advice BY_PLAYER = advise("D-16", "resolve the player from playerId", 200);
    private static final Advice BY_TOKEN = advise("D-16", "resolve the player from the token", 200);
    private static final Advice FEWEST = advise("D-16", "take what is missing from the token", 200);
    private static final Advice NEW_DEBIT =
            advise("D-27", "accept it: the refused one has opened no round (RND-1)", 200);
    static final Group GROUP = Group.of(
            "Debit",
            Case.of("debit-subtracts-the-stake", "WAL-4 WAL-13 WAL-2", DebitCases::subtractStake)
                    .title("A debit subtracts exactly the stake and returns the balance after it")
                    .inQuickPlan(),
            LookupCases.complete("debit-answers-a-complete-result", "WAL-13 GEN-3", t -> t.debit(2))
                    .title("A debit returns operatorTransactionId and a complete balance"),
            LookupCases.stored("debit-is-stored", t -> t.debit(2)).title("A debit can be looked up immediately"),
            Case.of("debits-follow-one-another", "WAL-4", DebitCases::debitThreeTimes)
                    .title("Three debits in a row each return the balance after their own stake"),
            Case.of("each-debit-has-its-own-operator-id", "WAL-13", DebitCases::compareOperatorIds)
                    .title("Two debits have two operatorTransactionIds"),
            Case.of("zero-stake", "RND-1 WAL-4", DebitCases::debitNothing)
                    .title("A debit of 0 opens a round, moves nothing and is stored"),
            Case.of("debit-of-everything", "WAL-4 ERR-2", DebitCases::debitEverything)
                    .title("A debit of the whole balance is applied and leaves 0"),
            Case.of("debit-over-the-balance-by-one-unit", "ERR-2 WAL-4", t -> stakeTooMuch(t, overBalance(t)))
                    .title("A stake of one minor unit more than the balance is refused with 409 and moves nothing")
                    .inQuickPlan(),
            Case.readOnly("debit-far-over-the-balance", "ERR-2 WAL-4", DebitCases::stakeFarTooMuch)
                    .title("A stake of many times the balance is refused with 409 and moves nothing"),
            Case.readOnly("refusal-for-want-of-funds-has-a-message", "GEN-7 ERR-2", DebitCases::explainRefusal)
                    .title("A refusal with 409 has a message, or no body"),
            Case.of("small-debit-after-a-refused-one", "ERR-2 WAL-4", DebitCases::debitLessAfterRefusal)
                    .title("After a debit was refused for insufficient funds, a smaller one is applied"),
            Case.of("smaller-debit-on-a-round-refused-for-funds", "RND-1 ERR-2 D-27 ERR-3 ERR-4", DebitCases::debitLess)
                    .observes("A smaller debit on a round whose debit got 409"),
            Case.of("debit-on-a-round-of-an-invalid-one", "RND-1 D-27 ERR-3 ERR-4", DebitCases::debitAfterInvalid)
                    .observes("A debit on a round whose first debit was invalid"),
            Case.readOnly("debit-of-an-unknown-player", "WAL-4 ERR-3 ERR-4", DebitCases::debitUnknownPlayer)
                    .title("A debit of an unknown player with an unknown token is refused, and its status is truthful"),
            OpenPoints.debit(
                            "debit-with-an-unknown-token",
                            refuse("D-17"),
                            t -> t.debit(2).text("token", t.id()))
                    .observes("A known player's debit with an unknown token"),
            OpenPoints.debit("debit-without-a-token", BY_PLAYER, t -> t.debit(2).without("token"))
                    .observes("A debit that names its player only by playerId"),
            OpenPoints.debit(
                            "debit-without-a-player-id",
                            BY_TOKEN,
                            t -> t.debit(2).without("playerId"))
                    .observes("A debit that names its player only by its token"),
            OpenPoints.debit("debit-with-the-fewest-fields", "D-16 D-54 ERR-3 ERR-4", FEWEST, DebitCases::fewestFields)
                    .observes("A debit with only the stated fields and a token"),
            OpenPoints.debit("debit-in-another-currency", refuse("D-54"), DebitCases::inAnotherCurrency)
                    .observes("A stake in another currency than the account's"),
            Case.of("debit-with-another-players-token", "D-16 WAL-4", DebitCases::debitWithAnotherPlayersToken)
                    .title("A debit whose token and playerId name two players takes at most its stake, from one of"
                            + " them")
                    .twoPlayers());

    private DebitCases() {}

    private static void subtractStake(CaseContext t) {
        var debit = t.debit(13);
        requireFirstMoved(t, debit, t.balance(), debit.amount().negate(), "WAL-4");
    }

    private static void debitThreeTimes(CaseContext t) {
        var balance = t.balance();
        for (var stake : new long[] {1, 5, 11}) {
            var debit = t.debit(stake);
            balance = balance.subtract(debit.amount());
            var what = "the debit of " + t.player().money(debit.amount());
            Check.requireApplied(t.send(debit), balance, "WAL-4", what);
        }
    }

    private static void compareOperatorIds(CaseContext t) {
        var first = t.bet(1).answer().operatorTransactionId();
        var second = t.bet(1).answer();
        var isNew = !second.operatorTransactionId().equals(first);
        var expected = "another operatorTransactionId for another transaction";
        Check.require(second, isNew, "WAL-13", expected, "both debits returned " + first, "");
    }

    private static void debitNothing(CaseContext t) {
        var debit = t.debit(0);
        t.sendApplied(debit, BigDecimal.ZERO, "RND-1", "the debit of 0");
        t.requireKnown(debit.id(), "RND-1", "The transaction is created even for a zero stake.");
    }

    private static void debitEverything(CaseContext t) {
        var all = t.balance();
        var drained = drain(t, all);
        Check.requireApplied(drained.answer(), BigDecimal.ZERO, "WAL-4", "the debit of the whole balance");
        var more = t.send(t.debit(t.player(), all));
        Check.requireStatus(409, more, "ERR-2", "a debit with nothing left");
        Check.requireApplied(t.send(t.debit(0)), BigDecimal.ZERO, "RND-1", "a debit of 0 with nothing left");
        t.settle(t.rollback(drained));
        t.requireUnmoved(all, "RND-3", "");
    }

    private static void stakeFarTooMuch(CaseContext t) {
        stakeTooMuch(t, t.debit(t.player(), t.balance().multiply(BigDecimal.TEN).add(t.units(7))));
    }

    private static void explainRefusal(CaseContext t) {
        Answers.requireMessageIfAny(t, sendOverBalance(t, overBalance(t)), OVER_THE_BALANCE);
    }

    private static void debitLessAfterRefusal(CaseContext t) {
        var before = t.balance();
        stakeTooMuch(t, overBalance(t));
        Check.requireApplied(t.send(t.debit(3)), before.subtract(t.units(3)), "WAL-4", "a debit after a refused one");
    }

    private static void debitLess(CaseContext t) {
        var refused = overBalance(t);
        stakeTooMuch(t, refused);
        debitOnRoundOf(t, refused, "a debit on a round whose first one got 409");
    }

    private static void debitAfterInvalid(CaseContext t) {
        for (var stake : List.of("-1", "\"two\"", "null")) {
            var invalid = t.debit(2).amount(stake);
            if (t.send(invalid).status() != 200) {
                debitOnRoundOf(t, invalid, "a debit on a round refused for the stake " + stake);
            }
        }
    }

    private static void debitUnknownPlayer(CaseContext t) {
        var unknown = new Player(t.id(), t.id(), t.player().currency());
        var debit = t.debit(unknown, t.units(2));
        var answer = t.sendUnmoved(debit, "WAL-4", "Another player paid for the unknown player.");
        Check.requireRefused(answer, "WAL-4", "a debit of an unknown player", "There is no balance to subtract from.");
        t.observe("a debit of an unknown player", answer, refuse("D-16"));
    }

    private static MovementBody fewestFields(CaseContext t) {
        return t.debit(2).without("playerId").without("gameId").withoutCurrency();
    }

    private static MovementBody inAnotherCurrency(CaseContext t) {
        return t.debit(2).currency(t.player().currency().equals("USD") ? "EUR" : "USD");
    }

    private static void debitWithAnotherPlayersToken(CaseContext t) {
        var mine = t.balance();
        var others = t.balance(t.other());
        var debit = t.debit(2).text("token", t.other().token());
        var answer = t.send(debit);
        var moved = mine.subtract(t.balance()).add(others.subtract(t.balance(t.other())));
        var isRight = moved.compareTo(answer.status() == 200 ? debit.amount() : BigDecimal.ZERO) == 0;
        var expected = "a debit of two players whose stake is taken once when it is applied, and not at all when it is"
                + " refused";
        var actual = Check.describe(answer) + " and took " + t.player().money(moved);
        Check.require(answer, isRight, "WAL-4", expected, actual, "");
        t.observe("token and playerId of two players", answer, refuse("D-16"));
    }

    /** Takes the whole balance; skips the case when the wallet has a lower limit. */
    static Bet drain(CaseContext t, BigDecimal amount) {
        var debit = t.debit(t.player(), amount);
        var answer = t.send(debit);
        if (answer.status() != 200 && answer.status() != 409 && answer.status() < 500) {
            throw t.skip("needs a wallet that accepts a stake of " + t.player().money(amount) + " (status "
                    + answer.status() + ")");
        }
        Check.requireApplied(answer, "WAL-4", "a debit of " + t.player().money(amount) + ", which the player has");
        return new Bet(debit, answer);
    }

    /** Creates a debit of one minor unit more than the balance. */
    static MovementBody overBalance(CaseContext t) {
        return t.debit(t.player(), t.balance().add(t.units(1)));
    }

    /** Sends a debit of more than the balance, which must get 409. */
    static WalletResponse sendOverBalance(CaseContext t, MovementBody debit) {
        var answer = t.send(debit);
        Check.requireStatus(409, answer, "ERR-2", OVER_THE_BALANCE);
        return answer;
    }

    private static void stakeTooMuch(CaseContext t, MovementBody debit) {
        var before = t.balance();
        var answer = t.send(debit);
        var what = "a stake of " + t.player().money(debit.amount()) + " from a balance of "
                + t.player().money(before);
        Check.requireStatus(409, answer, "ERR-2", what, "Respond 409 for insufficient funds.");
        t.requireUnmoved(before, "ERR-2", "The debit was refused with 409, but money moved.");
    }

    /** Sends a valid debit with a new id: a refused one has opened no round (RND-1), but what it leaves is not stated. */
    private static void debitOnRoundOf(CaseContext t, MovementBody refused, String what) {
        OpenPoints.sendDebit(t, t.debit(2).withRound(refused.round()), what, NEW_DEBIT);
    }

    /**
     * Judges the first debit, credit or rollback of a run, on which all others build. The response and the player callback both tell
     * what it did. If only one of them is wrong, it breaks its own rule, and not the rule of the movement.
     */
    static void requireFirstMoved(
            CaseContext t, MovementBody movement, BigDecimal before, BigDecimal change, String rule) {
        var what = "the " + movement.kind().callback();
        var expected = before.add(change);
        var answer = t.send(movement);
        Check.requireApplied(answer, rule, what);
        var reported = t.balance();
        if (expected.compareTo(reported) == 0) {
            Check.requireApplied(answer, expected, "WAL-13", what);
            return;
        }
        Check.requireApplied(answer, expected, rule, what);
        var isMisreported = isNextDebitFrom(t, expected);
        var hint = isMisreported
                ? "Report the current balance: the next debit started from the one in the response."
                : "The response has the right balance, but the player callback reports another one.";
        Check.requireMoved(t.player(), reported, before, change, isMisreported ? "WAL-2" : rule, hint);
    }

    /** Returns true if the next debit starts from this balance, even if the player callback reports another one. */
    private static boolean isNextDebitFrom(CaseContext t, BigDecimal balance) {
        var debit = t.debit(1);
        var next = t.send(debit).balance();
        return next != null && next.compareTo(balance.subtract(debit.amount())) == 0;
    }
}
