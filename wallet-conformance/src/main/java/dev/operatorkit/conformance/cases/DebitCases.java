package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.cases.OpenPoints.advise;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.Objects;

/** Checks debits: the stake is subtracted, the balance after it returned, and nothing is overdrawn (WAL-4, ERR-2). */
final class DebitCases {
    static final Group GROUP = Group.of(
            "Debit",
            Case.of("debit-subtracts-the-stake", "WAL-4 WAL-13 WAL-2", DebitCases::subtractStake)
                    .title("A debit subtracts exactly the stake and returns the balance after it")
                    .inQuickPlan(),
            Case.of("debit-answers-a-complete-result", "WAL-13 GEN-3", DebitCases::returnCompleteResult)
                    .title("A debit returns operatorTransactionId and a complete balance"),
            Case.of("debit-is-stored", "WAL-12 IDM-3", DebitCases::lookUpDebit)
                    .title("A debit can be looked up immediately"),
            Case.of("debits-follow-one-another", "WAL-4", DebitCases::debitThreeTimes)
                    .title("Three debits in a row each return the balance after their own stake"),
            Case.of("each-debit-has-its-own-operator-id", "WAL-13", DebitCases::compareOperatorIds)
                    .title("Two debits have two operatorTransactionIds"),
            Case.of("zero-stake", "RND-1 WAL-4", DebitCases::debitNothing)
                    .title("A debit of 0 opens a round, moves nothing and is stored"),
            Case.of("debit-of-everything", "WAL-4 ERR-2", DebitCases::debitEverything)
                    .title("A debit of the whole balance is applied and leaves 0"),
            Case.of("debit-over-the-balance-by-one-unit", "ERR-2 WAL-4", DebitCases::stakeOneTooMany)
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
            Case.readOnly("debit-with-an-unknown-token", "D-17 ERR-3 ERR-4", DebitCases::debitWithUnknownToken)
                    .observes("A known player's debit with an unknown token"),
            Case.of("debit-without-a-token", "D-16 ERR-3 ERR-4", DebitCases::debitWithoutToken)
                    .observes("A debit that names its player only by playerId"),
            Case.of("debit-without-a-player-id", "D-16 ERR-3 ERR-4", DebitCases::debitWithoutPlayerId)
                    .observes("A debit that names its player only by its token"),
            Case.of("debit-with-the-fewest-fields", "D-16 D-54 ERR-3 ERR-4", DebitCases::debitWithFewestFields)
                    .observes("A debit with only the stated fields and a token"),
            Case.readOnly("debit-in-another-currency", "D-54 ERR-3 ERR-4", DebitCases::debitInAnotherCurrency)
                    .observes("A stake in another currency than the account's"),
            Case.of("debit-with-another-players-token", "D-16 WAL-4", DebitCases::debitWithAnotherPlayersToken)
                    .title("A debit whose token and playerId name two players takes at most its stake, from one of"
                            + " them")
                    .twoPlayers());

    private DebitCases() {}

    private static void subtractStake(CaseContext t) {
        var debit = t.debit(13);
        DebitCases.requireFirstMoved(t, debit, t.balance(), debit.amount().negate(), "WAL-4", "the debit");
    }

    private static void returnCompleteResult(CaseContext t) {
        Answers.requireAppliedResult(t, t.bet(2).answer(), "the response to the debit");
    }

    private static void lookUpDebit(CaseContext t) {
        var bet = t.bet(2);
        LookupCases.requireStored(t, bet.id(), bet.answer(), "The debit got 200.", "the lookup of the debit");
    }

    private static void debitThreeTimes(CaseContext t) {
        var balance = t.balance();
        for (var stake : new long[] {1, 5, 11}) {
            balance = balance.subtract(t.units(stake));
            var answer = t.send(t.debit(stake));
            Check.requireApplied(
                    answer, balance, "WAL-4", "the debit of " + t.player().money(t.units(stake)));
        }
    }

    private static void compareOperatorIds(CaseContext t) {
        var first = t.bet(1).answer().operatorTransactionId();
        var second = t.bet(1).answer();
        var expected = "another operatorTransactionId for another transaction";
        var actual = "both debits returned " + first;
        Check.require(!second.operatorTransactionId().equals(first), "WAL-13", expected, actual, "", second);
    }

    private static void debitNothing(CaseContext t) {
        var before = t.balance();
        var bet = t.bet(0);
        Check.requireApplied(bet.answer(), before, "RND-1", "the debit of 0");
        t.requireUnmoved(before, "RND-1", "");
        t.requireKnown(bet.id(), "RND-1", "The transaction is created even for a zero stake.");
    }

    private static void debitEverything(CaseContext t) {
        var all = t.balance();
        var drained = drain(t, all);
        Check.requireApplied(drained.answer(), BigDecimal.ZERO, "WAL-4", "the debit of the whole balance");
        var more = t.send(t.debit(t.id(), t.id(), all));
        Check.requireStatus(409, more, "ERR-2", "a debit with nothing left", "");
        Check.requireApplied(t.send(t.debit(0)), BigDecimal.ZERO, "RND-1", "a debit of 0 with nothing left");
        t.settle(t.rollback(drained));
        t.requireMoved(all, BigDecimal.ZERO, "RND-3", "");
    }

    private static void stakeOneTooMany(CaseContext t) {
        stakeTooMuch(t, t.balance().add(t.units(1)));
    }

    private static void stakeFarTooMuch(CaseContext t) {
        stakeTooMuch(t, t.balance().multiply(BigDecimal.TEN).add(t.units(7)));
    }

    private static void explainRefusal(CaseContext t) {
        var before = t.balance();
        var answer = t.send(t.debit(t.id(), t.id(), before.add(t.units(1))));
        Check.requireStatus(409, answer, "ERR-2", "a stake over the balance", "");
        Answers.requireMessageIfAny(t, answer, "a stake over the balance");
    }

    private static void debitLessAfterRefusal(CaseContext t) {
        var before = t.balance();
        stakeTooMuch(t, before.add(t.units(1)));
        Check.requireApplied(t.send(t.debit(3)), before.subtract(t.units(3)), "WAL-4", "a debit after a refused one");
    }

    private static void debitLess(CaseContext t) {
        var round = t.id();
        stakeTooMuch(t, round, t.balance().add(t.units(1)));
        debitOnRoundOfRefusal(t, round, "a debit on a round whose first one got 409");
    }

    private static void debitAfterInvalid(CaseContext t) {
        for (var stake : new String[] {"-1", "\"two\"", "null"}) {
            var invalid = t.debit(2).amount(stake);
            if (t.send(invalid).status() != 200) {
                debitOnRoundOfRefusal(t, invalid.round(), "a debit on a round refused for the stake " + stake);
            }
        }
    }

    private static void debitUnknownPlayer(CaseContext t) {
        var nobody = new Player(t.id(), t.id(), t.player().currency());
        var debit = t.debit(nobody, t.id(), t.id(), t.units(2));
        var before = t.balance();
        var answer = t.send(debit);
        Check.requireRefused(answer, "WAL-4", "a debit of an unknown player", "There is no balance to subtract from.");
        requireNobodyPaid(t, nobody, debit, answer, before);
        t.observe(Observation.ofStatus("D-16", "a debit of an unknown player", answer, "refuse with 422", 422));
    }

    private static void debitWithUnknownToken(CaseContext t) {
        var debit = t.debit(2).text("token", t.id());
        OpenPoints.sendDebit(t, debit, "a debit with an unknown token", advise("D-17", "refuse with 422", 422));
    }

    private static void debitWithoutToken(CaseContext t) {
        var debit = t.debit(2).without("token");
        OpenPoints.sendDebit(
                t, debit, "a debit without a token", advise("D-16", "resolve the player from playerId", 200));
    }

    private static void debitWithoutPlayerId(CaseContext t) {
        var debit = t.debit(2).without("playerId");
        OpenPoints.sendDebit(
                t, debit, "a debit without playerId", advise("D-16", "resolve the player from the token", 200));
    }

    private static void debitWithFewestFields(CaseContext t) {
        var debit = t.debit(2).without("playerId").without("gameId");
        debit = debit.with("stake", "{\"amount\":" + debit.amount().toPlainString() + "}");
        OpenPoints.sendDebit(
                t, debit, "a debit with the fewest fields", advise("D-16", "take what is missing from the token", 200));
    }

    private static void debitInAnotherCurrency(CaseContext t) {
        var debit = t.debit(2);
        var other = debit.currency(t.player().currency().equals("USD") ? "EUR" : "USD");
        OpenPoints.sendDebit(t, other, "a stake in another currency", advise("D-54", "refuse with 422", 422));
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
        Check.require(isRight, "WAL-4", expected, actual, "", answer);
        t.observe(Observation.ofStatus("D-16", "token and playerId of two players", answer, "refuse with 422", 422));
    }

    /** Takes the whole balance; skips the case when the wallet has a lower limit. */
    static Bet drain(CaseContext t, BigDecimal all) {
        return drain(t, t.player(), all);
    }

    static Bet drain(CaseContext t, Player whose, BigDecimal amount) {
        var debit = t.debit(whose, t.id(), t.id(), amount);
        var answer = t.send(debit);
        if (answer.status() != 200 && answer.status() != 409 && answer.status() < 500) {
            throw t.skip("needs a wallet that accepts a stake of " + t.player().money(amount) + " (status "
                    + answer.status() + ")");
        }
        Check.requireApplied(answer, "WAL-4", "a debit of " + t.player().money(amount) + ", which the player has");
        return new Bet(debit, answer);
    }

    /** Sends a valid debit with a new id: a refused one has opened no round (RND-1), but what it leaves is not stated. */
    private static void debitOnRoundOfRefusal(CaseContext t, String round, String what) {
        var debit = t.debit(t.id(), round, t.units(2));
        OpenPoints.sendDebit(
                t, debit, what, advise("D-27", "accept it: the refused one has opened no round (RND-1)", 200));
    }

    private static void stakeTooMuch(CaseContext t, BigDecimal stake) {
        stakeTooMuch(t, t.id(), stake);
    }

    private static void stakeTooMuch(CaseContext t, String round, BigDecimal stake) {
        var before = t.balance();
        var debit = t.debit(t.id(), round, stake);
        var answer = t.send(debit);
        var what = "a stake of " + t.player().money(stake) + " from a balance of "
                + t.player().money(before);
        Check.requireStatus(409, answer, "ERR-2", what, "Respond 409 for insufficient funds.");
        t.requireUnmoved(before, "ERR-2", "The debit was refused with 409, but money moved.");
    }

    private static void requireNobodyPaid(
            CaseContext t, Player nobody, MovementBody debit, WalletResponse answer, BigDecimal before) {
        t.requireUnmoved(before, "WAL-4", "Another player paid for the unknown player.");
        if (answer.status() == 500) {
            var found = t.send(Request.get(nobody.lookupPath(debit.id())));
            var actual = Check.describe(found);
            var hint = "Respond 500 only when something was written, else 422.";
            Check.require(found.isResult(), "ERR-4", "a lookup that knows a debit that got 500", actual, hint, answer);
        }
    }

    /**
     * Judges the first debit, credit or rollback of a run, on which all others build. The response and the player callback both tell
     * what it did. If only one of them is wrong, it breaks its own rule, and not the rule of the movement.
     */
    static void requireFirstMoved(
            CaseContext t, MovementBody movement, BigDecimal before, BigDecimal change, String rule, String what) {
        var expected = before.add(change);
        var answer = t.send(movement);
        Check.requireApplied(answer, rule, what);
        var isRight = expected.compareTo(Objects.requireNonNull(answer.balance())) == 0;
        var reported = t.balance();
        if (expected.compareTo(reported) == 0) {
            Check.requireApplied(answer, expected, "WAL-13", what);
        } else {
            Check.requireApplied(answer, expected, rule, what);
            var isMisreported = isRight && isNextDebitFrom(t, expected);
            var hint = isMisreported
                    ? "Report the current balance: the next debit started from the one in the response."
                    : "The response has the right balance, but the player callback reports another one.";
            var broken = isMisreported ? "WAL-2" : rule;
            Check.requireMoved(t.player(), reported, before, change, broken, hint);
        }
    }

    /** Returns true if the next debit starts from this balance, whatever the player callback reports. */
    private static boolean isNextDebitFrom(CaseContext t, BigDecimal balance) {
        var debit = t.debit(1);
        var next = t.send(debit).balance();
        return next != null && next.compareTo(balance.subtract(debit.amount())) == 0;
    }
}
