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
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks that ids are compared exactly: two ids that differ anywhere are two transactions (IDM-1, IDM-2). */
final class IdCases {
    private static final int AT_ONCE = 6;
    private static final List<String> MEMBERS = List.of("constructor", "toString", "hasOwnProperty");
    private static final List<UnaryOperator<String>> LOOK_ALIKES =
            List.of(text -> text.toUpperCase(Locale.ROOT), text -> text + " ", text -> text.replace("-", ""));

    private IdCases() {}

    static Group group() {
        return Group.of(
                "Ids",
                Stream.concat(IdShapes.all().stream().map(IdCases::distinctDebits), others().stream())
                        .toArray(Case[]::new));
    }

    private static List<Case> others() {
        return List.of(
                apart(
                        "ids-that-differ-in-rare-ways",
                        "Debits whose ids differ only in rare letters, markup, wildcards or number forms are two"
                                + " transactions",
                        "WAL-4",
                        IdShapes.rare(),
                        (t, ids) -> ids.stream()
                                .map(id -> t.debit(id, t.id(), t.units(3)))
                                .toList()),
                Case.of(
                        "ids-that-differ-after-a-null-character",
                        "Ids that differ only after a null character are refused, or are two transactions",
                        "WAL-4 IDM-1 D-36",
                        t -> {
                            var id = t.id();
                            var before = t.balance();
                            var one = t.send(t.debit(id + "\0q", t.id(), t.units(3)));
                            var two = t.send(t.debit(id + "\0w", t.id(), t.units(3)));
                            var applied = (one.status() == 200 ? 1 : 0) + (two.status() == 200 ? 1 : 0);
                            t.requireMoved(
                                    before,
                                    t.units(-3L * applied),
                                    "WAL-4",
                                    applied + " debits got 200. A null character does not end an id.");
                            t.observe(Observation.ofStatus(
                                    "D-36", "an id with a null character", two, "refuse with 422", 422));
                        }),
                Case.of(
                        "settlements-that-name-look-alikes",
                        "Settlements whose reference or round only looks like the bet's move no money",
                        "RND-2 RND-3 ERR-2 D-24 D-26",
                        IdCases::settleLookAlikes),
                Case.of(
                        "id-and-round-named-like-a-member",
                        "A debit whose id and round are called __proto__ takes its stake at most once",
                        "IDM-1 D-36",
                        t -> {
                            // Earlier runs have used this id and round: their debit is repeated and takes nothing.
                            var debit = t.debit("__proto__", "__proto__", t.units(2));
                            var before = t.balance();
                            t.send(debit);
                            t.send(debit);
                            var taken = before.subtract(t.balance());
                            Check.require(
                                    taken.compareTo(t.units(2)) <= 0,
                                    "IDM-1",
                                    "at most one stake of " + t.player().money(t.units(2)) + " taken",
                                    t.player().money(taken) + " was taken by one debit sent twice",
                                    "Keep transactions in a map that has no members of its own.",
                                    null);
                        }),
                Case.of(
                        "ids-named-like-members",
                        "Ids and rounds that are named like members of an object are as unknown as any other",
                        "IDM-2 RND-1 ERR-2",
                        IdCases::refuseNamesOfMembers),
                apart(
                        "rounds-that-look-alike",
                        "Rounds whose keys differ only in case, form, length or white space are two rounds",
                        "RND-1",
                        (t, ids) -> ids.stream()
                                .map(id -> t.debit(t.id(), id, t.units(3)))
                                .toList()),
                apart(
                        "credits-that-look-alike",
                        "Credits whose ids differ only in case, form, length or white space are two transactions",
                        "RND-2",
                        (t, ids) -> onBets(
                                t, ids, 1, (id, bet) -> t.credit(t.player(), id, bet.round(), bet.id(), t.units(3)))),
                apart(
                        "rollbacks-that-look-alike",
                        "Rollbacks whose ids differ only in case, form, length or white space are two transactions",
                        "RND-3",
                        (t, ids) -> onBets(t, ids, 3, (id, bet) -> t.rollback(t.player(), id, bet.round(), bet.id()))),
                Case.of(
                        "long-id",
                        "An id of 255 characters: the status is observed, money and lookup must agree",
                        "D-36 IDM-2",
                        t -> {
                            var debit = t.debit(t.id().repeat(8).substring(0, 255), t.id(), t.units(2));
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "an id of 255 characters",
                                    "D-36",
                                    "accept 1 to 255 characters",
                                    200);
                        }),
                Case.of(
                        "very-long-id",
                        "An id of 2000 characters: the status is observed, money and status must agree",
                        "D-36 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(t.id().repeat(56), t.id(), t.units(2));
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "an id of 2000 characters",
                                    "D-36",
                                    "refuse with 422",
                                    422);
                        }),
                Case.of(
                        "empty-id",
                        "A debit with an empty id: the status is observed, money and status must agree",
                        "D-36 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit("", t.id(), t.units(2));
                            var before = t.balance();
                            var answer = t.send(debit);
                            if (answer.status() != 200) {
                                Check.require(
                                        answer.status() != 500,
                                        "ERR-4",
                                        "no 500 when nothing was written",
                                        Check.describe(answer),
                                        "",
                                        answer);
                                t.requireUnmoved(before, "ERR-3", "The request was refused, but money moved.");
                            }
                            t.observe(Observation.ofStatus("D-36", "an empty id", answer, "refuse with 422", 422));
                        }));
    }

    /** Sends debits that the balance does not cover, so that no run uses up a name: each is refused as another name is. */
    private static void refuseNamesOfMembers(CaseContext t) {
        var stake = t.balance().add(t.units(10_000));
        for (var name : MEMBERS) {
            var other = new StringBuilder(name).reverse().toString();
            requireSameRefusal(t, t.debit(name, t.id(), stake), t.debit(other, t.id(), stake), "IDM-2", name);
            requireSameRefusal(t, t.debit(t.id(), name, stake), t.debit(t.id(), other, stake), "RND-1", name);
        }
    }

    private static void requireSameRefusal(
            CaseContext t, MovementBody debit, MovementBody control, String rule, String name) {
        var usual = t.send(t.request(control));
        var answer = t.send(t.request(debit));
        Check.require(
                usual.status() != 409 || answer.status() == 409,
                rule,
                "409 for a stake over the balance, as for another id and round, with the name " + name,
                Check.describe(answer),
                "Keep transactions and rounds in a map that has no members of its own.",
                answer);
    }

    private static void settleLookAlikes(CaseContext t) {
        var bet = t.bet(t.debit("abc" + t.id().substring(3), "def" + t.id().substring(3), t.units(3)));
        var before = t.balance();
        for (var change : LOOK_ALIKES) {
            var answer = t.send(t.credit(t.player(), t.id(), bet.round(), change.apply(bet.id()), t.units(4)));
            t.send(t.credit(t.player(), t.id(), change.apply(bet.round()), bet.id(), t.units(4)));
            t.requireUnmoved(before, "RND-2", "Compare reference and round byte by byte.");
            SettledRoundCases.requireNoFalseSuccess(false, answer);
            t.send(t.rollback(t.player(), t.id(), change.apply(bet.round()), bet.id()));
            t.requireUnmoved(before, "RND-3", "Compare the round byte by byte.");
        }
        t.settle(t.rollback(bet));
    }

    /** Makes a movement with each of these ids or round keys. */
    @FunctionalInterface
    private interface Maker {
        List<MovementBody> make(CaseContext t, List<String> ids);
    }

    /** Makes a settlement with each id, of a bet of its own. */
    private static List<MovementBody> onBets(
            CaseContext t, List<String> ids, long stake, BiFunction<String, Bet, MovementBody> settlement) {
        var bets = t.bets(ids.stream().map(id -> t.debit(stake)).toList());
        return IntStream.range(0, ids.size())
                .mapToObj(i -> settlement.apply(ids.get(i), bets.get(i)))
                .toList();
    }

    private static Case distinctDebits(IdShapes shape) {
        return Case.of(
                "ids-that-differ-" + shape.id(),
                "Ids that differ only in " + shape.sentence() + " are two transactions",
                "IDM-1 WAL-4 D-36",
                t -> requireApart(
                        t,
                        shape,
                        "WAL-4",
                        (c, ids) -> ids.stream()
                                .map(id -> c.debit(id, c.id(), c.units(3)))
                                .toList()));
    }

    private static Case apart(String id, String title, String rule, Maker maker) {
        return apart(id, title, rule, IdShapes.all(), maker);
    }

    private static Case apart(String id, String title, String rule, List<IdShapes> shapes, Maker maker) {
        return Case.of(id, title, "IDM-1 D-36 " + rule, t -> {
            for (var from = 0; from < shapes.size(); from += AT_ONCE) {
                requireAllApart(t, shapes.subList(from, Math.min(shapes.size(), from + AT_ONCE)), rule, maker);
                t.rollBackOpenRounds();
            }
        });
    }

    /**
     * Sends the first movement of each shape at the same time, then the second of each. When the balance does not move by the sum of
     * what got 200, every shape is tried on its own, to find the one that is wrong; so is a shape that the wallet refuses.
     */
    private static void requireAllApart(CaseContext t, List<IdShapes> shapes, String rule, Maker maker) {
        var unique = shapes.stream().map(shape -> t.id()).toList();
        var messages = maker.make(
                t,
                Stream.concat(
                                IntStream.range(0, shapes.size())
                                        .mapToObj(i -> shapes.get(i).one().apply(unique.get(i))),
                                IntStream.range(0, shapes.size())
                                        .mapToObj(i -> shapes.get(i).two().apply(unique.get(i))))
                        .toList());
        var before = t.balance();
        var firsts = sendAll(t, messages.subList(0, shapes.size()));
        var seconds = sendAll(t, messages.subList(shapes.size(), messages.size()));
        var applied = Stream.concat(firsts.stream(), seconds.stream())
                .filter(answer -> answer.status() == 200)
                .count();
        var expected = step(t, messages.getFirst()).multiply(BigDecimal.valueOf(applied));
        var changed = t.balance().subtract(before);
        var isRight = changed.compareTo(expected) == 0;
        for (var i = 0; i < shapes.size(); i++) {
            if (!isRight || firsts.get(i).status() != 200 || seconds.get(i).status() != 200) {
                requireApart(t, shapes.get(i), rule, maker);
            }
        }
        Check.require(
                isRight,
                rule,
                "the balance " + t.player().money(expected.abs()) + (expected.signum() < 0 ? " lower" : " higher")
                        + " after " + applied + " movements at once",
                "it changed by " + t.player().money(changed),
                "Their ids look alike; compare ids byte by byte.",
                null);
    }

    private static List<WalletResponse> sendAll(CaseContext t, List<MovementBody> messages) {
        return t.sendBeside(messages.stream()
                .<Supplier<WalletResponse>>map(message -> () -> t.send(message))
                .toList());
    }

    private static BigDecimal step(CaseContext t, MovementBody message) {
        return t.units(message.kind() == MovementBody.Kind.DEBIT ? -3 : 3);
    }

    /**
     * Sends two movements whose ids look alike: each that got 200 moves its own money. A wallet may refuse unusual ids (D-36), but
     * not one of two: when it accepts another id of the second form, it took the second for the first.
     */
    private static void requireApart(CaseContext t, IdShapes shape, String rule, Maker maker) {
        var unique = t.id();
        var messages = maker.make(
                t,
                List.of(
                        shape.one().apply(unique),
                        shape.two().apply(unique),
                        shape.two().apply(t.id())));
        var first = messages.get(0);
        var second = messages.get(1);
        var control = messages.get(2);
        var before = t.balance();
        var one = t.send(first);
        var two = t.send(second);
        var moved = (one.status() == 200 ? 1 : 0) + (two.status() == 200 ? 1 : 0);
        var step = step(t, first);
        var what = "two ids that differ only in " + shape.sentence();
        t.requireMoved(before, step.multiply(BigDecimal.valueOf(moved)), rule, "These are " + what + ".");
        for (var answer : List.of(one, two)) {
            Check.require(
                    answer.status() != 500
                            || t.lookup(answer == one ? first.id() : second.id())
                                    .isResult(),
                    "ERR-4",
                    "500 only when something was written, with " + what,
                    Check.describe(answer),
                    "Refuse with 422, or accept ids of 1 to 255 characters.",
                    answer);
        }
        if (one.status() != 200 || two.status() != 200) {
            Check.require(
                    one.status() != 200 || t.send(control).status() != 200,
                    rule,
                    "200 for the second of " + what,
                    Check.describe(two),
                    "Another id of this form is accepted; compare ids byte by byte.",
                    two);
            t.observe(Observation.of(
                    "D-36",
                    what + ": status " + one.status() + " and " + two.status(),
                    "accept 1 to 255 characters, compared byte by byte",
                    false));
        } else if (first.kind() == MovementBody.Kind.DEBIT) {
            Check.requireReplay(two, t.send(second), "the second of " + what);
        }
    }
}
