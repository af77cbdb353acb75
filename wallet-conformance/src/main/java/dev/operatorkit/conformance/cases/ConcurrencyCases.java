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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Sends callbacks at the same moment: the ledger must end as if they had arrived one by one (IDM-3). */
final class ConcurrencyCases {
    private static final int CROWD = 16;

    static final Group GROUP = Group.of(
            "Concurrency",
            Case.of(
                            "same-debit-at-once",
                            "IDM-1 IDM-3 ERR-2 ERR-3",
                            t -> t.race(3, () -> sendSame(t, t.debit(3), t.units(-3))))
                    .title("One debit sent sixteen times at once is applied once, and no response says that it was"
                            + " refused")
                    .exclusive(),
            Case.of("same-credit-at-once", "IDM-1 IDM-3", ConcurrencyCases::sendSameCredit)
                    .title("One credit sent sixteen times at once is applied once")
                    .exclusive(),
            Case.of(
                            "same-rollback-at-once",
                            "IDM-1 IDM-3",
                            t -> t.race(3, () -> sendSame(t, t.rollback(t.bet(4)), t.units(4))))
                    .title("One rollback sent sixteen times at once returns the stake once")
                    .exclusive(),
            Case.of("same-debit-at-once-with-just-enough", "IDM-1 IDM-2 ERR-2", ConcurrencyCases::sendDebitOfAll)
                    .title("One debit of the whole balance sent eight times at once is applied, and never refused"
                            + " with 409")
                    .exclusive(),
            Case.of("different-debits-at-once", "IDM-3 WAL-4 ERR-3 ERR-4", ConcurrencyCases::sendDifferentDebits)
                    .title("Sixteen debits at once, with funds for all, are all applied and take exactly their sum")
                    .exclusive(),
            Case.of("funds-for-some", "ERR-2 IDM-3 WAL-4", t -> t.race(3, () -> debitBeyondFunds(t)))
                    .title("Of ten debits at once with funds for four, four are applied and six are refused with 409")
                    .exclusive()
                    .inQuickPlan(),
            Case.of("second-debits-of-a-round-at-once", "RND-1 IDM-3", t -> t.race(3, () -> debitOneRound(t)))
                    .title("Eight debits of one round at once: one takes its stake")
                    .exclusive(),
            raced("credit-and-rollback-at-once", (t, b) -> List.of(t.credit(b, t.units(5)), t.rollback(b)))
                    .title("Of a credit and a rollback at once, only one moves money"),
            raced("two-credits-at-once", (t, b) -> List.of(t.credit(b, t.units(5)), t.credit(b, t.units(4))))
                    .title("Of two credits of a round at once, only one pays"),
            raced("rollbacks-at-once", (t, b) -> many(() -> t.rollback(b), 4))
                    .title("Of four rollbacks of a round at once, only one returns the stake"),
            raced("equal-credits-at-once", (t, b) -> many(() -> t.credit(b, t.units(3)), 4))
                    .title("Of four equal credits of a round with different ids at once, only one pays"),
            Case.of(
                            "debit-and-its-rollback-at-once",
                            "RND-3 RND-4 IDM-3",
                            t -> t.race(10, () -> raceDebitAndRollback(t)))
                    .title("A debit and its rollback at once leave the balance unchanged")
                    .exclusive(),
            Case.of("debits-and-credits-at-once", "IDM-3 WAL-4 RND-2", ConcurrencyCases::mixDebitsAndCredits)
                    .title("Debits and credits at once add up exactly")
                    .exclusive(),
            Case.of("two-players-at-once", "IDM-3 WAL-4", ConcurrencyCases::debitTwoPlayers)
                    .title("Debits of two players at once move only each player's own money")
                    .twoPlayers(),
            Case.of("random-rounds", "IDM-1 IDM-2 IDM-3 RND-4 WAL-4", RandomRounds::play)
                    .title("Hundreds of random rounds with replays and second settlements leave an unbroken chain of"
                            + " balances")
                    .exclusive());

    private ConcurrencyCases() {}

    private static void sendSameCredit(CaseContext t) {
        t.race(3, () -> sendSame(t, t.credit(t.bet(1), t.units(4)), t.units(4)));
    }

    private static void sendDebitOfAll(CaseContext t) {
        var all = t.balance();
        DebitCases.drain(t, all.subtract(t.units(13)));
        sendSame(t, t.debit(13), t.units(-13));
    }

    private static void sendDifferentDebits(CaseContext t) {
        var before = t.balance();
        var debits = many(() -> t.debit(1), CROWD);
        var answers = t.sendTogether(sends(t, debits));
        var done = count(answers, 200);
        var hint = done + " debits of " + t.player().money(t.units(1)) + " got 200.";
        t.requireMoved(before, t.units(-done), "IDM-3", hint);
        requireRightRefusals(t, debits, answers, before);
        requireChain(t, before, answers, t.units(-1));
    }

    private static void debitOneRound(CaseContext t) {
        var key = t.id();
        var before = t.balance();
        t.sendTogether(sends(t, many(() -> t.debit(t.id(), key, t.units(2)), 8)));
        var taken = before.subtract(t.balance());
        var expected = "at most one stake of " + t.player().money(t.units(2)) + " taken";
        var actual = t.player().money(taken) + " was taken";
        var hint = "Exactly one debit opens a round: make the round key unique.";
        Check.require(taken.compareTo(t.units(2)) <= 0, "RND-1", expected, actual, hint, null);
    }

    private static void mixDebitsAndCredits(CaseContext t) {
        var bets = new ArrayList<Bet>();
        for (var i = 0; i < 8; i++) {
            bets.add(t.bet(1));
        }
        var before = t.balance();
        var messages = new ArrayList<MovementBody>(many(() -> t.debit(2), 8));
        bets.forEach(bet -> messages.add(t.credit(bet, t.units(3))));
        var answers = t.sendTogether(sends(t, messages));
        var expected = t.units(0);
        for (var i = 0; i < answers.size(); i++) {
            expected = expected.add(answers.get(i).status() != 200 ? t.units(0) : i < 8 ? t.units(-2) : t.units(3));
        }
        t.requireMoved(before, expected, "IDM-3", "The balance must change by the sum of the movements that got 200.");
    }

    private static void debitTwoPlayers(CaseContext t) {
        var mine = t.balance();
        var others = t.balance(t.other());
        var messages = new ArrayList<MovementBody>();
        for (var i = 0; i < 8; i++) {
            messages.add(t.debit(1));
            messages.add(t.debit(t.other(), t.id(), t.id(), t.other().units(2)));
        }
        var answers = t.sendTogether(sends(t, messages));
        var ours = 0;
        var theirs = 0;
        for (var i = 0; i < answers.size(); i++) {
            if (answers.get(i).status() == 200) {
                ours += 1 - i % 2;
                theirs += i % 2;
            }
        }
        t.requireMoved(mine, t.units(-ours), "IDM-3", "");
        t.requireMoved(t.other(), others, t.other().units(-2L * theirs), "IDM-3", "");
    }

    /** Sends one message many times at once: applied once, never refused with 409 or 422, and every 200 the same. */
    private static void sendSame(CaseContext t, MovementBody message, BigDecimal change) {
        var before = t.balance();
        var answers = t.sendTogether(sends(t, many(() -> message, CROWD)));
        t.requireMoved(before, change, "IDM-1", "The same transactionId at once, " + CROWD + " times.");
        var done = answers.stream().filter(a -> a.status() == 200).toList();
        Answers.require(answers.get(0), !done.isEmpty(), "IDM-2", "200 for the message that was applied");
        for (var answer : answers) {
            if (answer.status() == 200) {
                Check.requireSameResult(done.get(0), answer, "IDM-2", "each of the equal callbacks");
            } else {
                var isFinal = answer.status() == 409 || answer.status() == 422;
                var isTrue = message.kind() != MovementBody.Kind.DEBIT || !isFinal;
                var rule = answer.status() == 409 ? "ERR-2" : "ERR-3";
                var hint = "The service treats a refused bet as not placed, so nobody returns the stake.";
                Answers.require(answer, isTrue, rule, "no refusal of a debit that was applied", hint);
                var what = "an equal callback at the same moment";
                t.observe(Observation.ofStatus("IDM-2", what, answer, "200 with the stored result", 200));
            }
        }
    }

    private static void debitBeyondFunds(CaseContext t) {
        var all = t.balance();
        var drained = DebitCases.drain(t, all.subtract(t.units(12)));
        var before = t.balance();
        var debits = many(() -> t.debit(3), 10);
        var answers = t.sendTogether(sends(t, debits));
        var done = count(answers, 200);
        var expected = "at most four debits of " + t.player().money(t.units(3)) + " from "
                + t.player().money(before);
        var hint = "Check the funds in the transaction that takes them.";
        Check.require(done <= 4, "ERR-2", expected, done + " got 200", hint, null);
        t.requireMoved(before, t.units(-3L * done), "IDM-3", done + " debits got 200.");
        requireRightRefusals(t, debits, answers, before);
        var actual = done + " were applied, the others got 409";
        Check.require(done == 4 || count(answers, 409) + done < 10, "ERR-2", "four applied debits", actual, "", null);
        t.settle(t.rollback(drained));
    }

    /** Allows 409 only when the funds were too low: the final balance was there all along; 422 and 500 must be truthful. */
    private static void requireRightRefusals(
            CaseContext t, List<MovementBody> debits, List<WalletResponse> answers, BigDecimal before) {
        var left = t.balance();
        for (var i = 0; i < answers.size(); i++) {
            var answer = answers.get(i);
            if (answer.status() == 409) {
                var hint = t.player().money(before) + " before, " + t.player().money(left) + " after.";
                Answers.require(answer, left.compareTo(t.units(3)) < 0, "ERR-2", "no 409 while there are funds", hint);
            } else if (answer.status() != 200) {
                var id = debits.get(i).id();
                if (answer.status() == 422) {
                    t.requireUnknown(id, "ERR-3", "422 says that nothing was written.");
                } else if (answer.status() == 500) {
                    t.requireKnown(id, "ERR-4", "500 says that something was written, but a lost race wrote nothing.");
                }
                var advice = "200, or 409 when the funds are too low";
                t.observe(Observation.ofStatus("D-29", "a concurrent debit", answer, advice, 200, 409));
            }
        }
    }

    /** Checks that the returned balances, in descending order, fall by one stake each. */
    private static void requireChain(CaseContext t, BigDecimal before, List<WalletResponse> answers, BigDecimal step) {
        var balances = answers.stream()
                .filter(a -> a.status() == 200)
                .map(Check::balance)
                .sorted(Comparator.reverseOrder())
                .toList();
        var expected = before;
        for (var balance : balances) {
            expected = expected.add(step);
            var own = "in each response the balance after its own debit, "
                    + t.player().money(expected);
            var actual = "one carries " + t.player().money(balance);
            var hint = "Return the balance from the update itself, not from a later read.";
            Check.require(balance.compareTo(expected) == 0, "WAL-4", own, actual, hint, null);
        }
        Check.require(!balances.isEmpty(), "WAL-4", "an applied debit", "none was", "", null);
    }

    private static Untitled raced(String id, BiFunction<CaseContext, Bet, List<MovementBody>> settlements) {
        return title -> Case.of(id, "RND-4 IDM-3 D-23", t -> t.race(6, () -> raceSettlements(t, settlements)))
                .title(title)
                .exclusive();
    }

    private static void raceSettlements(CaseContext t, BiFunction<CaseContext, Bet, List<MovementBody>> settlements) {
        var start = t.balance();
        var bet = t.bet(3);
        var before = start.subtract(bet.stake());
        var messages = settlements.apply(t, bet);
        var answers = t.sendTogether(sends(t, messages));
        var moved = t.balance().subtract(before);
        var done = count(answers, 200);
        var isOne = messages.stream()
                .map(each -> each.kind() == MovementBody.Kind.CREDIT ? each.amount() : bet.stake())
                .anyMatch(each -> moved.compareTo(each) == 0);
        var expected = "exactly one of the settlements moves money";
        var actual = "the balance moved by " + t.player().money(moved) + " after a stake of "
                + t.player().money(bet.stake());
        var hint = "Make the settlement of a round unique in the database.";
        Check.require(isOne || (moved.signum() == 0 && done == 0), "RND-4", expected, actual, hint, null);
        if (done > 1) {
            var what = done + " settlements of one round at once got 200";
            t.observe(Observation.of("D-23", what, "200 for one, 422 for the others", false));
        }
    }

    private static void raceDebitAndRollback(CaseContext t) {
        var start = t.balance();
        var debit = t.debit(3);
        var rollback = t.rollback(t.player(), t.id(), debit.round(), debit.id());
        var answers = t.sendTogether(sends(t, List.of(debit, rollback)));
        if (answers.get(1).status() != 200) {
            var again = t.send(rollback); // the service retries until it is applied
            var expected = "a rollback that is applied once its debit is stored";
            Answers.require(again, again.status() == 200 || answers.get(0).status() != 200, "RND-3", expected);
        }
        var hint = "The debit got status " + answers.get(0).status() + " and its rollback "
                + answers.get(1).status() + ".";
        t.requireUnmoved(start, "RND-3", hint);
    }

    private static List<MovementBody> many(Supplier<MovementBody> maker, int count) {
        var made = new ArrayList<MovementBody>();
        for (var i = 0; i < count; i++) {
            made.add(maker.get());
        }
        return made;
    }

    private static List<Supplier<WalletResponse>> sends(CaseContext t, List<MovementBody> messages) {
        return Answers.calls(messages, t::sendApart);
    }

    private static long count(List<WalletResponse> answers, int status) {
        return answers.stream().filter(a -> a.status() == status).count();
    }
}
