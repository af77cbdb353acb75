package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.CaseContext;
import dev.operatorkit.conformance.Check;
import dev.operatorkit.conformance.Group;
import dev.operatorkit.conformance.MovementBody;
import dev.operatorkit.conformance.Observation;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/** Checks that ids are compared exactly: two ids that differ anywhere are two transactions (IDM-1, IDM-2). */
final class IdCases {
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
                        "rounds-that-look-alike",
                        "Rounds whose keys differ only in case, form, length or white space are two rounds",
                        "RND-1",
                        (t, id) -> t.debit(t.id(), id, t.units(3))),
                apart(
                        "credits-that-look-alike",
                        "Credits whose ids differ only in case, form, length or white space are two transactions",
                        "RND-2",
                        (t, id) -> {
                            var bet = t.bet(1);
                            return t.credit(t.player(), id, bet.round(), bet.id(), t.units(3));
                        }),
                apart(
                        "rollbacks-that-look-alike",
                        "Rollbacks whose ids differ only in case, form, length or white space are two transactions",
                        "RND-3",
                        (t, id) -> {
                            var bet = t.bet(3);
                            return t.rollback(t.player(), id, bet.round(), bet.id());
                        }),
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

    /** Makes a movement with this id or round key. */
    @FunctionalInterface
    private interface Maker {
        MovementBody make(CaseContext t, String id);
    }

    private static Case distinctDebits(IdShapes shape) {
        return Case.of(
                "ids-that-differ-" + shape.id(),
                "Ids that differ only in " + shape.sentence() + " are two transactions",
                "IDM-1 WAL-4 D-36",
                t -> requireApart(t, shape, "WAL-4", (c, id) -> c.debit(id, c.id(), c.units(3))));
    }

    private static Case apart(String id, String title, String rule, Maker maker) {
        return Case.of(
                id,
                title,
                "IDM-1 D-36 " + rule,
                t -> IdShapes.all().forEach(shape -> requireApart(t, shape, rule, maker)));
    }

    /**
     * Sends two movements whose ids look alike: each that got 200 moves its own money. A wallet may refuse unusual ids (D-36), but
     * not one of two: when it accepts another id of the second form, it took the second for the first.
     */
    private static void requireApart(CaseContext t, IdShapes shape, String rule, Maker maker) {
        var unique = t.id();
        var first = maker.make(t, shape.one().apply(unique));
        var second = maker.make(t, shape.two().apply(unique));
        var control = maker.make(t, shape.two().apply(t.id()));
        var before = t.balance();
        var one = t.send(first);
        var two = t.send(second);
        var moved = (one.status() == 200 ? 1 : 0) + (two.status() == 200 ? 1 : 0);
        var step = first.kind() == MovementBody.Kind.DEBIT ? t.units(-3) : t.units(3);
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
