package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.CaseContext;
import dev.operatorkit.conformance.Check;
import dev.operatorkit.conformance.Group;
import dev.operatorkit.conformance.MovementBody;

/** Checks that ids are compared exactly: two ids that differ anywhere are two transactions (IDM-1, IDM-2). */
final class IdCases {
    private IdCases() {}

    static Group group() {
        return Group.of(
                "Ids",
                distinct(
                        "ids-that-differ-in-case",
                        "Ids that differ only in upper and lower case are two transactions",
                        (t, id) -> new String[] {"abc" + id.substring(3), "ABC" + id.substring(3)}),
                distinct(
                        "ids-that-differ-in-the-last-letter",
                        "Ids that differ only in their last character are two transactions",
                        (t, id) -> new String[] {at(id, 35, 'q'), at(id, 35, 'w')}),
                distinct(
                        "ids-that-differ-in-the-first-letter",
                        "Ids that differ only in their first character are two transactions",
                        (t, id) -> new String[] {at(id, 0, 'q'), at(id, 0, 'w')}),
                distinct(
                        "ids-that-differ-in-the-25th-letter",
                        "Ids that differ only in their 25th character are two transactions",
                        (t, id) -> new String[] {at(id, 24, 'q'), at(id, 24, 'w')}),
                distinct(
                        "ids-that-differ-in-the-40th-letter",
                        "Ids that differ only in their 40th character are two transactions",
                        (t, id) -> new String[] {at(id + "0123456789", 39, 'q'), at(id + "0123456789", 39, 'w')}),
                distinct(
                        "ids-that-differ-in-the-70th-letter",
                        "Ids that differ only in their 70th character are two transactions",
                        (t, id) -> new String[] {at(id + id + "0123", 69, 'q'), at(id + id + "0123", 69, 'w')}),
                distinct(
                        "ids-that-differ-in-the-130th-letter",
                        "Ids that differ only in their 130th character are two transactions",
                        (t, id) -> new String[] {at(id.repeat(4), 129, 'q'), at(id.repeat(4), 129, 'w')}),
                distinct(
                        "ids-that-differ-in-the-200th-letter",
                        "Ids that differ only in their 200th character are two transactions",
                        (t, id) -> new String[] {at(id.repeat(6), 199, 'q'), at(id.repeat(6), 199, 'w')}),
                distinct(
                        "ids-that-differ-in-a-space",
                        "Ids that differ only in a space at the end are two transactions",
                        (t, id) -> new String[] {id, id + " "}),
                distinct(
                        "ids-that-differ-in-a-leading-space",
                        "Ids that differ only in a space at the beginning are two transactions",
                        (t, id) -> new String[] {id, " " + id}),
                distinct(
                        "ids-that-differ-in-hyphens",
                        "Ids that differ only in their hyphens are two transactions",
                        (t, id) -> new String[] {id, id.replace("-", "")}),
                distinct(
                        "ids-that-differ-in-leading-zeros",
                        "Ids of digits that differ only in leading zeros are two transactions",
                        (t, id) -> new String[] {digits(id), "0" + digits(id)}),
                distinct(
                        "ids-that-differ-beyond-double-precision",
                        "Ids of many digits that differ only in the last digit are two transactions",
                        (t, id) -> new String[] {digits(id) + "1", digits(id) + "2"}),
                distinct(
                        "ids-that-differ-in-unicode-form",
                        "Ids that differ only in their Unicode form are two transactions",
                        (t, id) -> new String[] {"\u00e9" + id, "e\u0301" + id}),
                distinct(
                        "ids-that-differ-in-accents",
                        "Ids that differ only in an accent are two transactions",
                        (t, id) -> new String[] {"e" + id, "\u00e9" + id}),
                distinct(
                        "ids-that-differ-in-other-scripts",
                        "Ids that differ only in a letter beyond Latin are two transactions",
                        (t, id) -> new String[] {"\u6771" + id, "\u4eac" + id}),
                distinct(
                        "ids-that-differ-in-quotes",
                        "Ids with quotes, backslashes and SQL in them are stored unchanged",
                        (t, id) -> new String[] {"'\"\\;--" + id.substring(6), "'\"\\\\;-" + id.substring(6)}),
                Case.of(
                        "rounds-that-differ-in-case",
                        "Rounds whose keys differ only in case are two rounds",
                        "RND-1 D-36",
                        t -> {
                            var round = t.id();
                            pair(
                                    t,
                                    t.debit(t.id(), "ab" + round.substring(2), t.units(2)),
                                    t.debit(t.id(), "AB" + round.substring(2), t.units(3)),
                                    "RND-1");
                        }),
                Case.of(
                        "rounds-that-differ-in-the-last-letter",
                        "Rounds whose keys differ only in their last character are two rounds",
                        "RND-1 D-36",
                        t -> {
                            var round = t.id();
                            pair(
                                    t,
                                    t.debit(t.id(), at(round, 35, 'q'), t.units(2)),
                                    t.debit(t.id(), at(round, 35, 'w'), t.units(3)),
                                    "RND-1");
                        }),
                Case.of(
                        "credits-that-differ-in-case",
                        "Credits whose ids differ only in case are two transactions",
                        "IDM-1 IDM-2 D-36",
                        t -> {
                            var id = t.id();
                            var one = t.bet(2);
                            var two = t.bet(2);
                            var before = t.balance();
                            var first = t.send(
                                    t.credit(t.player(), "ab" + id.substring(2), one.round(), one.id(), t.units(3)));
                            var second = t.send(
                                    t.credit(t.player(), "AB" + id.substring(2), two.round(), two.id(), t.units(4)));
                            var paid = (first.status() == 200 ? 3 : 0) + (second.status() == 200 ? 4 : 0);
                            t.requireMoved(before, t.units(paid), "IDM-2", "Two credits, two transactions.");
                            t.observe(
                                    "D-36",
                                    "such credits got status " + first.status() + " and " + second.status(),
                                    "200: ids are compared byte by byte");
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
                                    "accept 1 to 255 characters");
                        }),
                Case.of(
                        "very-long-id",
                        "An id of 2000 characters: the status is observed, money and status must agree",
                        "D-36 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(t.id().repeat(56), t.id(), t.units(2));
                            OpenPoints.debit(
                                    t, debit, t.request(debit), "an id of 2000 characters", "D-36", "refuse with 422");
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
                            t.observe("D-36", "an empty id: status " + answer.status(), "refuse with 422");
                        }));
    }

    @FunctionalInterface
    private interface Pair {
        String[] of(CaseContext t, String id);
    }

    private static Case distinct(String id, String title, Pair ids) {
        return Case.of(id, title, "IDM-1 IDM-2 D-36", t -> {
            var two = ids.of(t, t.id());
            pair(t, t.debit(two[0], t.id(), t.units(2)), t.debit(two[1], t.id(), t.units(3)), "IDM-2");
        });
    }

    /** Sends two debits: each is either refused truthfully or applied with exactly its own stake. */
    private static void pair(CaseContext t, MovementBody first, MovementBody second, String rule) {
        single(t, first, rule);
        single(t, second, rule);
    }

    private static void single(CaseContext t, MovementBody debit, String rule) {
        var before = t.balance();
        var answer = t.send(debit);
        if (answer.status() == 200) {
            t.requireMoved(
                    before,
                    debit.amount().negate(),
                    rule,
                    "The response was 200, so exactly this stake must be taken: it is another id.");
        } else {
            OpenPoints.truthful(t, debit.id(), answer, before, "a debit with an unusual id");
            t.observe(
                    "D-36",
                    "the id or round " + debit.id() + " got status " + answer.status(),
                    "accept 1 to 255 characters, compared byte by byte");
        }
    }

    /** Returns an id of digits only, as unique as the id it is made from. */
    private static String digits(String id) {
        return new java.math.BigInteger(id.replace("-", ""), 16).toString();
    }

    private static String at(String text, int index, char letter) {
        return text.substring(0, index) + letter + text.substring(index + 1);
    }
}
