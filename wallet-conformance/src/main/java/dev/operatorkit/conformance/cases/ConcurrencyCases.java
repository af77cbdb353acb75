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
import java.util.function.Supplier;

/** Sends callbacks at the same moment: the ledger must end as if they had arrived one by one (IDM-3). */
final class ConcurrencyCases {
    private static final int CROWD = 16;

    private ConcurrencyCases() {}

    static Group group() {
        return Group.of(
                "Concurrency",
                Case.of(
                                "same-debit-at-once",
                                "One debit sent sixteen times at once is applied once, and no response says that it was"
                                        + " refused",
                                "IDM-1 IDM-3 ERR-2 ERR-3",
                                t -> {
                                    t.race(3, () -> same(t, t.debit(3), t.units(-3)));
                                })
                        .exclusive(),
                Case.of(
                                "same-credit-at-once",
                                "One credit sent sixteen times at once is applied once",
                                "IDM-1 IDM-3",
                                t -> {
                                    t.race(3, () -> same(t, t.credit(t.bet(1), t.units(4)), t.units(4)));
                                })
                        .exclusive(),
                Case.of(
                                "same-rollback-at-once",
                                "One rollback sent sixteen times at once returns the stake once",
                                "IDM-1 IDM-3",
                                t -> {
                                    t.race(3, () -> same(t, t.rollback(t.bet(4)), t.units(4)));
                                })
                        .exclusive(),
                Case.of(
                                "same-debit-at-once-with-just-enough",
                                "One debit of the whole balance sent eight times at once is applied, and never refused"
                                        + " with 409",
                                "IDM-1 IDM-2 ERR-2",
                                t -> {
                                    var all = t.balance();
                                    DebitCases.drain(t, all.subtract(t.units(13)));
                                    same(t, t.debit(13), t.units(-13));
                                })
                        .exclusive(),
                Case.of(
                                "different-debits-at-once",
                                "Sixteen debits at once, with funds for all, are all applied and take exactly their"
                                        + " sum",
                                "IDM-3 WAL-4 ERR-3 ERR-4",
                                t -> {
                                    var before = t.balance();
                                    var debits = many(() -> t.debit(1), CROWD);
                                    var answers = t.sendTogether(sends(t, debits));
                                    var done = count(answers, 200);
                                    t.requireMoved(
                                            before,
                                            t.units(-done),
                                            "IDM-3",
                                            done + " debits of " + t.player().money(t.units(1)) + " got 200.");
                                    refusedRightly(t, debits, answers, before);
                                    chain(t, before, answers, t.units(-1));
                                })
                        .exclusive(),
                Case.of(
                                "funds-for-some",
                                "Of ten debits at once with funds for four, four are applied and six are refused with"
                                        + " 409",
                                "ERR-2 IDM-3 WAL-4",
                                t -> {
                                    t.race(3, () -> fundsForSome(t));
                                })
                        .exclusive()
                        .inQuickPlan(),
                Case.of(
                                "second-debits-of-a-round-at-once",
                                "Eight debits of one round at once: one takes its stake",
                                "RND-1 IDM-3",
                                t -> {
                                    t.race(3, () -> {
                                        var key = t.id();
                                        var before = t.balance();
                                        t.sendTogether(sends(t, many(() -> t.debit(t.id(), key, t.units(2)), 8)));
                                        var taken = before.subtract(t.balance());
                                        Check.require(
                                                taken.compareTo(t.units(2)) <= 0,
                                                "RND-1",
                                                "at most one stake of "
                                                        + t.player().money(t.units(2)) + " taken",
                                                t.player().money(taken) + " was taken",
                                                "Exactly one debit opens a round: make the round key unique.",
                                                null);
                                    });
                                })
                        .exclusive(),
                raced(
                        "credit-and-rollback-at-once",
                        "Of a credit and a rollback at once, only one moves money",
                        (t, b) -> List.of(t.credit(b, t.units(5)), t.rollback(b))),
                raced(
                        "two-credits-at-once",
                        "Of two credits of a round at once, only one pays",
                        (t, b) -> List.of(t.credit(b, t.units(5)), t.credit(b, t.units(4)))),
                raced(
                        "rollbacks-at-once",
                        "Of four rollbacks of a round at once, only one returns the stake",
                        (t, b) -> List.of(t.rollback(b), t.rollback(b), t.rollback(b), t.rollback(b))),
                raced(
                        "equal-credits-at-once",
                        "Of four equal credits of a round with different ids at once, only one pays",
                        (t, b) -> List.of(
                                t.credit(b, t.units(3)),
                                t.credit(b, t.units(3)),
                                t.credit(b, t.units(3)),
                                t.credit(b, t.units(3)))),
                Case.of(
                                "debit-and-its-rollback-at-once",
                                "A debit and its rollback at once leave the balance unchanged",
                                "RND-3 RND-4 IDM-3",
                                t -> {
                                    t.race(10, () -> debitAgainstRollback(t));
                                })
                        .exclusive(),
                Case.of(
                                "debits-and-credits-at-once",
                                "Debits and credits at once add up exactly",
                                "IDM-3 WAL-4 RND-2",
                                t -> {
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
                                        expected = expected.add(
                                                answers.get(i).status() != 200
                                                        ? t.units(0)
                                                        : i < 8 ? t.units(-2) : t.units(3));
                                    }
                                    t.requireMoved(
                                            before,
                                            expected,
                                            "IDM-3",
                                            "The balance must change by the sum of the movements that got 200.");
                                })
                        .exclusive(),
                Case.of(
                                "two-players-at-once",
                                "Debits of two players at once move only each player's own money",
                                "IDM-3 WAL-4",
                                t -> {
                                    var mine = t.balance();
                                    var others = t.balance(t.other());
                                    var messages = new ArrayList<MovementBody>();
                                    for (var i = 0; i < 8; i++) {
                                        messages.add(t.debit(1));
                                        messages.add(t.debit(
                                                t.other(),
                                                t.id(),
                                                t.id(),
                                                t.other().units(2)));
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
                                })
                        .twoPlayers(),
                Case.of(
                                "random-rounds",
                                "Hundreds of random rounds with replays and second settlements leave an unbroken chain"
                                        + " of balances",
                                "IDM-1 IDM-2 IDM-3 RND-4 WAL-4",
                                RandomRounds::play)
                        .exclusive());
    }

    /** Sends one message many times at once: applied once, never refused with 409 or 422, and every 200 the same. */
    private static void same(CaseContext t, MovementBody message, BigDecimal change) {
        var before = t.balance();
        var answers = t.sendTogether(sends(t, many(() -> message, CROWD)));
        t.requireMoved(before, change, "IDM-1", "The same transactionId at once, " + CROWD + " times.");
        var done = answers.stream().filter(a -> a.status() == 200).toList();
        Check.require(
                !done.isEmpty(),
                "IDM-2",
                "200 for the message that was applied",
                Check.describe(answers.get(0)),
                "",
                answers.get(0));
        for (var answer : answers) {
            if (answer.status() == 200) {
                Check.requireSameResult(done.get(0), answer, "IDM-2", "each of the equal callbacks");
            } else {
                Check.require(
                        message.kind() != MovementBody.Kind.DEBIT || (answer.status() != 409 && answer.status() != 422),
                        answer.status() == 409 ? "ERR-2" : "ERR-3",
                        "no refusal of a debit that was applied",
                        Check.describe(answer),
                        "The service treats a refused bet as not placed, so nobody returns the stake.",
                        answer);
                t.observe(Observation.ofStatus(
                        "IDM-2", "an equal callback at the same moment", answer, "200 with the stored result", 200));
            }
        }
    }

    private static void fundsForSome(CaseContext t) {
        var all = t.balance();
        var drained = DebitCases.drain(t, all.subtract(t.units(12)));
        var before = t.balance();
        var debits = many(() -> t.debit(3), 10);
        var answers = t.sendTogether(sends(t, debits));
        var done = count(answers, 200);
        Check.require(
                done <= 4,
                "ERR-2",
                "at most four debits of " + t.player().money(t.units(3)) + " from "
                        + t.player().money(before),
                done + " got 200",
                "Check the funds in the transaction that takes them.",
                null);
        t.requireMoved(before, t.units(-3L * done), "IDM-3", done + " debits got 200.");
        refusedRightly(t, debits, answers, before);
        Check.require(
                done == 4 || count(answers, 409) + done < 10,
                "ERR-2",
                "four applied debits",
                done + " were applied, the others got 409",
                "",
                null);
        t.settle(t.rollback(drained));
    }

    /** Allows 409 only when the funds were too low: the final balance was there all along; 422 and 500 must be truthful. */
    private static void refusedRightly(
            CaseContext t, List<MovementBody> debits, List<WalletResponse> answers, BigDecimal before) {
        var left = t.balance();
        for (var i = 0; i < answers.size(); i++) {
            var answer = answers.get(i);
            if (answer.status() == 409) {
                Check.require(
                        left.compareTo(t.units(3)) < 0,
                        "ERR-2",
                        "no 409 while there are funds",
                        Check.describe(answer),
                        t.player().money(before) + " before, " + t.player().money(left) + " after.",
                        answer);
            } else if (answer.status() != 200) {
                if (answer.status() == 422) {
                    t.requireUnknown(debits.get(i).id(), "ERR-3", "422 says that nothing was written.");
                } else if (answer.status() == 500) {
                    t.requireKnown(
                            debits.get(i).id(),
                            "ERR-4",
                            "500 says that something was written, but a lost race wrote nothing.");
                }
                t.observe(Observation.ofStatus(
                        "D-29", "a concurrent debit", answer, "200, or 409 when the funds are too low", 200, 409));
            }
        }
    }

    /** Checks that the returned balances, in descending order, fall by one stake each. */
    private static void chain(CaseContext t, BigDecimal before, List<WalletResponse> answers, BigDecimal step) {
        var balances = answers.stream()
                .filter(a -> a.status() == 200)
                .map(Check::balance)
                .sorted(java.util.Comparator.reverseOrder())
                .toList();
        var expected = before;
        for (var balance : balances) {
            expected = expected.add(step);
            Check.require(
                    balance.compareTo(expected) == 0,
                    "WAL-4",
                    "in each response the balance after its own debit, "
                            + t.player().money(expected),
                    "one carries " + t.player().money(balance),
                    "Return the balance from the update itself, not from a later read.",
                    null);
        }
        Check.require(!balances.isEmpty(), "WAL-4", "an applied debit", "none was", "", null);
    }

    private static Case raced(String id, String title, BiFunction<CaseContext, Bet, List<MovementBody>> settlements) {
        return Case.of(id, title, "RND-4 IDM-3 D-23", t -> {
                    t.race(6, () -> {
                        var start = t.balance();
                        var bet = t.bet(3);
                        var before = start.subtract(bet.stake());
                        var messages = settlements.apply(t, bet);
                        var answers = t.sendTogether(sends(t, messages));
                        var moved = t.balance().subtract(before);
                        var one = messages.stream()
                                .anyMatch(m ->
                                        moved.compareTo(m.kind() == MovementBody.Kind.CREDIT ? m.amount() : bet.stake())
                                                == 0);
                        Check.require(
                                one || (moved.signum() == 0 && count(answers, 200) == 0),
                                "RND-4",
                                "exactly one of the settlements moves money",
                                "the balance moved by " + t.player().money(moved) + " after a stake of "
                                        + t.player().money(bet.stake()),
                                "Make the settlement of a round unique in the database.",
                                null);
                        if (count(answers, 200) > 1) {
                            t.observe(Observation.of(
                                    "D-23",
                                    count(answers, 200) + " settlements of one round at once got 200",
                                    "200 for one, 422 for the others",
                                    false));
                        }
                    });
                })
                .exclusive();
    }

    private static void debitAgainstRollback(CaseContext t) {
        var start = t.balance();
        var debit = t.debit(3);
        var rollback = t.rollback(t.player(), t.id(), debit.round(), debit.id());
        var answers = t.sendTogether(sends(t, List.of(debit, rollback)));
        if (answers.get(1).status() != 200) {
            var again = t.send(rollback); // the service retries until it is applied
            Check.require(
                    again.status() == 200 || answers.get(0).status() != 200,
                    "RND-3",
                    "a rollback that is applied once its debit is stored",
                    Check.describe(again),
                    "",
                    again);
        }
        t.requireUnmoved(
                start,
                "RND-3",
                "The debit got status " + answers.get(0).status() + " and its rollback "
                        + answers.get(1).status() + ".");
    }

    static List<MovementBody> many(Supplier<MovementBody> maker, int count) {
        var made = new ArrayList<MovementBody>();
        for (var i = 0; i < count; i++) {
            made.add(maker.get());
        }
        return made;
    }

    static List<Supplier<WalletResponse>> sends(CaseContext t, List<MovementBody> messages) {
        var sends = new ArrayList<Supplier<WalletResponse>>();
        messages.forEach(message -> sends.add(() -> t.sendApart(message)));
        return sends;
    }

    private static long count(List<WalletResponse> answers, int status) {
        return answers.stream().filter(a -> a.status() == status).count();
    }
}
