package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Sends callbacks at the same moment: the ledger must end as if they had arrived one by one (IDM-3). */
final class ConcurrencyCases {
    private static final int CROWD = 16;
    static final Group GROUP = Group.of(
            "Concurrency",
            raced("same-debit-at-once", "IDM-1 IDM-3 ERR-2 ERR-3", 3, t -> sendSame(t, t.debit(3), t.units(-3)))
                    .title("One debit sent sixteen times at once is applied once, and no response says that it was"
                            + " refused"),
            raced("same-credit-at-once", "IDM-1 IDM-3", 3, t -> sendSame(t, t.credit(t.bet(1), 4), t.units(4)))
                    .title("One credit sent sixteen times at once is applied once"),
            raced("same-rollback-at-once", "IDM-1 IDM-3", 3, t -> sendSame(t, t.rollback(t.bet(4)), t.units(4)))
                    .title("One rollback sent sixteen times at once returns the stake once"),
            exclusive("same-debit-at-once-with-just-enough", "IDM-1 IDM-2 ERR-2", ConcurrencyCases::sendDebitOfAll)
                    .title("One debit of the whole balance sent eight times at once is applied, and never refused"
                            + " with 409"),
            exclusive("different-debits-at-once", "IDM-3 WAL-4 ERR-3 ERR-4", ConcurrencyCases::sendDifferentDebits)
                    .title("Sixteen debits at once, with funds for all, are all applied and take exactly their sum"),
            raced("funds-for-some", "ERR-2 IDM-3 WAL-4", 3, ConcurrencyCases::debitBeyondFunds)
                    .title("Of ten debits at once with funds for four, four are applied and six are refused with 409")
                    .inQuickPlan(),
            raced("second-debits-of-a-round-at-once", "RND-1 IDM-3", 3, ConcurrencyCases::debitOneRound)
                    .title("Eight debits of one round at once: one takes its stake"),
            settled("credit-and-rollback-at-once", (t, bet) -> List.of(t.credit(bet, 5), t.rollback(bet)))
                    .title("Of a credit and a rollback at once, only one moves money"),
            settled("two-credits-at-once", (t, bet) -> List.of(t.credit(bet, 5), t.credit(bet, 4)))
                    .title("Of two credits of a round at once, only one pays"),
            settled("rollbacks-at-once", (t, bet) -> many(4, () -> t.rollback(bet)))
                    .title("Of four rollbacks of a round at once, only one returns the stake"),
            settled("equal-credits-at-once", (t, bet) -> many(4, () -> t.credit(bet, 3)))
                    .title("Of four equal credits of a round with different ids at once, only one pays"),
            raced("debit-and-its-rollback-at-once", "RND-3 RND-4 IDM-3", 10, ConcurrencyCases::raceDebitAndRollback)
                    .title("A debit and its rollback at once leave the balance unchanged"),
            exclusive("debits-and-credits-at-once", "IDM-3 WAL-4 RND-2", ConcurrencyCases::mixDebitsAndCredits)
                    .title("Debits and credits at once add up exactly"),
            Case.of("two-players-at-once", "IDM-3 WAL-4", ConcurrencyCases::debitTwoPlayers)
                    .title("Debits of two players at once move only each player's own money")
                    .twoPlayers(),
            exclusive("random-rounds", "IDM-1 IDM-2 IDM-3 RND-4 WAL-4", RandomRounds::play)
                    .title("Hundreds of random rounds with replays and second settlements leave an unbroken chain of"
                            + " balances"));

    private ConcurrencyCases() {}

    private static Untitled exclusive(String id, String rules, Script script) {
        return title -> Case.of(id, rules, script).title(title).exclusive();
    }

    private static Untitled raced(String id, String rules, int rounds, Script round) {
        return exclusive(id, rules, t -> t.race(rounds, () -> round.run(t)));
    }

    private static void sendDebitOfAll(CaseContext t) {
        DebitCases.drain(t, t.balance().subtract(t.units(13)));
        sendSame(t, t.debit(13), t.units(-13));
    }

    private static void sendDifferentDebits(CaseContext t) {
        var before = t.balance();
        var debits = many(CROWD, () -> t.debit(1));
        var answers = sendTogether(t, debits);
        var done = count(answers, 200);
        var hint = done + " debits of " + t.player().money(t.units(1)) + " got 200.";
        t.requireMoved(before, t.units(-done), "IDM-3", hint);
        requireRightRefusals(t, answers, before);
        var movements = answers.stream()
                .filter(answer -> answer.status() == 200)
                .map(answer -> new RandomRounds.Movement(Check.balance(answer), t.units(-1)));
        RandomRounds.requireChain(movements.toList(), before, before.add(t.units(-done)));
    }

    private static void debitOneRound(CaseContext t) {
        var round = t.id();
        var before = t.balance();
        sendTogether(t, many(8, () -> t.debit(2).withRound(round)));
        var taken = before.subtract(t.balance());
        var expected = "at most one stake of " + t.player().money(t.units(2)) + " taken";
        var hint = "Exactly one debit opens a round: make the round key unique.";
        Check.require(
                taken.compareTo(t.units(2)) <= 0, "RND-1", expected, t.player().money(taken) + " was taken", hint);
    }

    private static void mixDebitsAndCredits(CaseContext t) {
        var messages = new ArrayList<MovementBody>();
        for (var i = 0; i < 8; i++) {
            messages.add(t.credit(t.bet(1), 3));
            messages.add(t.debit(2));
        }
        var before = t.balance();
        var answers = sendTogether(t, messages);
        var hint = "The balance must change by the sum of the movements that got 200.";
        t.requireMoved(before, sum(t.player(), messages, answers), "IDM-3", hint);
    }

    private static void debitTwoPlayers(CaseContext t) {
        var mine = t.balance();
        var others = t.balance(t.other());
        var messages = new ArrayList<MovementBody>();
        for (var i = 0; i < 8; i++) {
            messages.add(t.debit(1));
            messages.add(t.debit(t.other(), t.other().units(2)));
        }
        var answers = sendTogether(t, messages);
        t.requireMoved(mine, sum(t.player(), messages, answers), "IDM-3", "");
        t.requireMoved(t.other(), others, sum(t.other(), messages, answers), "IDM-3", "");
    }

    /** Returns the change of a player's balance by the debits and credits that got 200. */
    private static BigDecimal sum(Player whose, List<MovementBody> messages, List<WalletResponse> answers) {
        return IntStream.range(0, answers.size())
                .filter(i -> answers.get(i).status() == 200)
                .mapToObj(messages::get)
                .filter(each -> each.player().isSameAccount(whose))
                .map(each -> each.kind() == Kind.DEBIT ? each.amount().negate() : each.amount())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Sends one message many times together: applied once, never refused with 409 or 422, and every 200 the same. */
    private static void sendSame(CaseContext t, MovementBody message, BigDecimal change) {
        var before = t.balance();
        var answers = sendTogether(t, Collections.nCopies(CROWD, message));
        t.requireMoved(before, change, "IDM-1", "The same transactionId, " + CROWD + " times at the same moment.");
        var done = answers.stream().filter(a -> a.status() == 200).findFirst();
        Check.require(answers.get(0), done.isPresent(), "IDM-2", "200 for the message that was applied");
        for (var answer : answers) {
            if (answer.status() == 200) {
                Check.requireSameResult(done.orElseThrow(), answer, "IDM-2", "each of the equal callbacks");
            } else {
                var isFinal = answer.status() == 409 || answer.status() == 422;
                var isTrue = message.kind() != Kind.DEBIT || !isFinal;
                var rule = answer.status() == 409 ? "ERR-2" : "ERR-3";
                var hint = "The service treats a refused bet as not placed, so it does not return the stake.";
                Check.require(answer, isTrue, rule, "no refusal of a debit that was applied", hint);
                var advice = advise("IDM-2", "200 with the stored result", 200);
                t.observe("an equal callback at the same moment", answer, advice);
            }
        }
    }

    private static void debitBeyondFunds(CaseContext t) {
        var drained = DebitCases.drain(t, t.balance().subtract(t.units(12)));
        var before = t.balance();
        var debits = many(10, () -> t.debit(3));
        var answers = sendTogether(t, debits);
        var done = count(answers, 200);
        var expected = "at most four debits of " + t.player().money(t.units(3)) + " from "
                + t.player().money(before);
        var hint = "Check the funds in the transaction that takes them.";
        Check.require(done <= 4, "ERR-2", expected, done + " got 200", hint);
        t.requireMoved(before, t.units(-3L * done), "IDM-3", done + " debits got 200.");
        requireRightRefusals(t, answers, before);
        var actual = done + " were applied, the others got 409";
        Check.require(done == 4 || count(answers, 409) + done < 10, "ERR-2", "four applied debits", actual, "");
        t.settle(t.rollback(drained));
    }

    /** Allows 409 only when the funds were too low: the final balance was there all along. */
    private static void requireRightRefusals(CaseContext t, List<WalletResponse> answers, BigDecimal before) {
        var left = t.balance();
        var isLow = left.compareTo(t.units(3)) < 0;
        var hint = t.player().money(before) + " before, " + t.player().money(left) + " after.";
        for (var answer : answers) {
            Check.require(answer, answer.status() != 409 || isLow, "ERR-2", "no 409 while there are funds", hint);
            if (answer.status() != 200 && answer.status() != 409) {
                var advice = advise("D-29", "200, or 409 when the funds are too low", 200, 409);
                t.observe("a concurrent debit", answer, advice);
            }
        }
    }

    private static Untitled settled(String id, BiFunction<CaseContext, Bet, List<MovementBody>> settlements) {
        return raced(id, "RND-4 IDM-3 D-23", 6, t -> raceSettlements(t, settlements));
    }

    private static void raceSettlements(CaseContext t, BiFunction<CaseContext, Bet, List<MovementBody>> settlements) {
        var start = t.balance();
        var bet = t.bet(3);
        var messages = settlements.apply(t, bet);
        var answers = sendTogether(t, messages);
        var moved = t.balance().subtract(start).add(bet.stake());
        var done = count(answers, 200);
        var isOne = messages.stream()
                .map(each -> each.kind() == Kind.CREDIT ? each.amount() : bet.stake())
                .anyMatch(each -> moved.compareTo(each) == 0);
        var actual = "the balance moved by " + t.player().money(moved) + " after a stake of "
                + t.player().money(bet.stake());
        var hint = "Make the settlement of a round unique in the database.";
        var isRight = isOne || (moved.signum() == 0 && done == 0);
        Check.require(isRight, "RND-4", "exactly one of the settlements moves money", actual, hint);
        if (done > 1) {
            var what = done + " concurrent settlements of one round got 200";
            t.observe(Observation.of("D-23", what, "200 for one, 422 for the others", false));
        }
    }

    private static void raceDebitAndRollback(CaseContext t) {
        var start = t.balance();
        var debit = t.debit(3);
        var rollback = t.rollback(debit);
        var answers = sendTogether(t, List.of(debit, rollback));
        var first = answers.get(0).status();
        if (answers.get(1).status() != 200) {
            var again = t.send(rollback); // the service retries until it is applied
            var expected = "a rollback that is applied once its debit is stored";
            Check.require(again, again.status() == 200 || first != 200, "RND-3", expected);
        }
        var hint = "The debit got status " + first + " and its rollback "
                + answers.get(1).status() + ".";
        t.requireUnmoved(start, "RND-3", hint);
    }

    private static List<MovementBody> many(int count, Supplier<MovementBody> maker) {
        return Stream.generate(maker).limit(count).toList();
    }

    private static List<WalletResponse> sendTogether(CaseContext t, List<MovementBody> messages) {
        return t.sendTogether(messages, t::sendOnNewConnection);
    }

    private static long count(List<WalletResponse> answers, int status) {
        return answers.stream().filter(a -> a.status() == status).count();
    }
}
