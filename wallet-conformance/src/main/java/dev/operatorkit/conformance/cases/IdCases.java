package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;
import static dev.operatorkit.conformance.suite.Advice.refuse;

import dev.operatorkit.conformance.cases.OpenPoints.Maker;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks that ids are compared exactly: two ids that differ anywhere are two transactions (IDM-1, IDM-2). */
final class IdCases {
    private static final int CONCURRENT = 6;
    private static final String NO_MEMBERS = "Keep transactions and rounds in a map that has no inherited members.";
    private static final List<String> MEMBERS = List.of("constructor", "toString", "hasOwnProperty");
    private static final List<UnaryOperator<String>> LOOK_ALIKES =
            List.of(text -> text.toUpperCase(Locale.ROOT), text -> text + " ", text -> text.replace("-", ""));
    private static final Advice ANY_ID = advise("D-36", "accept 1 to 255 characters", 200);
    private static final BiFunction<CaseContext, String, MovementBody> DEBIT =
            (t, id) -> t.debit(3).withId(id);
    private static final Maker LONG = t -> t.debit(2).withId(t.id().repeat(8).substring(0, 255));
    private static final Maker VERY_LONG = t -> t.debit(2).withId(t.id().repeat(56));
    static final Group GROUP = Group.of(
            "Ids",
            Stream.concat(IdShape.ALL.stream().map(IdCases::distinctDebits), others())
                    .toArray(Case[]::new));

    private IdCases() {}

    private static Stream<Case> others() {
        return Stream.of(
                apart("ids-that-differ-in-rare-ways", "WAL-4", IdShape.RARE, DEBIT)
                        .title("Debits whose ids differ only in rare letters, markup, wildcards or number forms are two"
                                + " transactions"),
                Case.readOnly("ids-that-differ-after-a-null-character", "WAL-4 IDM-1 D-36", IdCases::sendNullCharacters)
                        .title("Ids that differ only after a null character are refused, or are two transactions"),
                Case.of("settlements-that-name-look-alikes", "RND-2 RND-3 ERR-2 D-24 D-26", IdCases::settleLookAlikes)
                        .title("Settlements whose reference or round only looks like the bet's move no money"),
                Case.of("id-and-round-named-like-a-member", "IDM-1 D-36", IdCases::sendNameOfMember)
                        .title("A debit whose id and round are called __proto__ takes its stake at most once"),
                Case.readOnly("ids-named-like-members", "IDM-2 RND-1 ERR-2", IdCases::refuseNamesOfMembers)
                        .title("Ids and rounds that are named like members of an object are as unknown as any other"),
                apart(
                                "rounds-that-look-alike",
                                "RND-1",
                                IdShape.ALL,
                                (t, id) -> t.debit(3).withRound(id))
                        .title("Rounds whose keys differ only in case, form, length or white space are two rounds"),
                apart(
                                "credits-that-look-alike",
                                "RND-2",
                                IdShape.ALL,
                                (t, id) -> t.credit(t.bet(1), 3).withId(id))
                        .title("Credits whose ids differ only in case, form, length or white space are two"
                                + " transactions"),
                apart(
                                "rollbacks-that-look-alike",
                                "RND-3",
                                IdShape.ALL,
                                (t, id) -> t.rollback(t.bet(3)).withId(id))
                        .title("Rollbacks whose ids differ only in case, form, length or white space are two"
                                + " transactions"),
                OpenPoints.debit("long-id", "D-36 IDM-2", ANY_ID, LONG)
                        .title("An id of 255 characters: the status is observed, money and lookup must agree"),
                OpenPoints.debit("very-long-id", refuse("D-36"), VERY_LONG)
                        .title("An id of 2000 characters: the status is observed, money and status must agree"),
                Case.readOnly("empty-id", "D-36 ERR-3 ERR-4", IdCases::debitWithEmptyId)
                        .title("A debit with an empty id: the status is observed, money and status must agree"));
    }

    private static void sendNullCharacters(CaseContext t) {
        var id = t.id();
        var before = t.balance();
        var one = t.send(t.debit(3).withId(id + "\0q"));
        var two = t.send(t.debit(3).withId(id + "\0w"));
        var applied = (one.status() == 200 ? 1 : 0) + (two.status() == 200 ? 1 : 0);
        var hint = applied + " debits got 200. A null character does not end an id.";
        t.requireMoved(before, t.units(-3L * applied), "WAL-4", hint);
        t.observe("an id with a null character", two, refuse("D-36"));
    }

    private static void sendNameOfMember(CaseContext t) {
        // Earlier runs have used this id and round: their debit is repeated and takes nothing.
        var debit = t.debit(2).withId("__proto__").withRound("__proto__");
        var before = t.balance();
        t.send(debit);
        t.send(debit);
        var taken = before.subtract(t.balance());
        var expected = "at most one stake of " + t.player().money(t.units(2)) + " taken";
        var actual = t.player().money(taken) + " was taken by one debit sent twice";
        Check.require(taken.compareTo(t.units(2)) <= 0, "IDM-1", expected, actual, NO_MEMBERS);
    }

    private static void debitWithEmptyId(CaseContext t) {
        var before = t.balance();
        var answer = t.send(t.debit(2).withId(""));
        if (answer.status() != 200) {
            Check.require(answer, answer.status() != 500, "ERR-4", "no 500 when nothing was written");
            t.requireUnmoved(before, "ERR-3", "The request was refused, but money moved.");
        }
        t.observe("an empty id", answer, refuse("D-36"));
    }

    /** Sends debits that the balance does not cover, so that no run uses up a name: each is refused as another name is. */
    private static void refuseNamesOfMembers(CaseContext t) {
        var stake = t.balance().add(t.units(10_000));
        for (var name : MEMBERS) {
            var other = new StringBuilder(name).reverse().toString();
            var debit = t.debit(t.player(), stake);
            requireSameRefusal(t, debit.withId(name), debit.withId(other), "IDM-2", name);
            requireSameRefusal(t, debit.withRound(name), debit.withRound(other), "RND-1", name);
        }
    }

    private static void requireSameRefusal(
            CaseContext t, MovementBody debit, MovementBody control, String rule, String name) {
        var usual = t.send(t.request(control));
        var answer = t.send(t.request(debit));
        var expected = "409 for a stake over the balance, as for another id and round, with the name " + name;
        Check.require(answer, usual.status() != 409 || answer.status() == 409, rule, expected, NO_MEMBERS);
    }

    private static void settleLookAlikes(CaseContext t) {
        var debit = t.debit(3);
        var bet = t.bet(debit.withId("abc" + debit.id().substring(3))
                .withRound("def" + debit.round().substring(3)));
        var before = t.balance();
        for (var change : LOOK_ALIKES) {
            var answer = t.send(t.credit(bet, 4).withReference(change.apply(bet.id())));
            t.send(t.credit(bet, 4).withRound(change.apply(bet.round())));
            t.requireUnmoved(before, "RND-2", "Compare reference and round byte by byte.");
            RoundCases.requireNoFalseSuccess(false, answer);
            t.send(t.rollback(bet).withRound(change.apply(bet.round())));
            t.requireUnmoved(before, "RND-3", "Compare the round byte by byte.");
        }
        t.settle(t.rollback(bet));
    }

    private static Case distinctDebits(IdShape shape) {
        var id = "ids-that-differ-" + shape.id();
        return Case.of(id, "IDM-1 WAL-4 D-36", t -> new Comparison(t, "WAL-4", DEBIT).requireApart(shape))
                .title("Ids that differ only in " + shape.sentence() + " are two transactions");
    }

    private static Untitled apart(
            String id, String rule, List<IdShape> shapes, BiFunction<CaseContext, String, MovementBody> maker) {
        return Case.of(id, "IDM-1 D-36 " + rule, t -> new Comparison(t, rule, maker).requireApart(shapes));
    }

    /** Sends movements whose ids or rounds look alike. */
    private record Comparison(CaseContext t, String rule, BiFunction<CaseContext, String, MovementBody> maker) {
        void requireApart(List<IdShape> shapes) {
            for (var from = 0; from < shapes.size(); from += CONCURRENT) {
                requireAllApart(shapes.subList(from, Math.min(shapes.size(), from + CONCURRENT)));
                t.rollBackOpenRounds();
            }
        }

        private List<MovementBody> make(List<String> ids) {
            return ids.stream().map(id -> maker.apply(t, id)).toList();
        }

        /**
         * Sends the first movement of each shape at the same time, then the second of each. When the balance does not move by the
         * sum of the movements that got 200, every shape is tried alone, to find the one that is wrong; so is a shape that the
         * wallet refuses.
         */
        private void requireAllApart(List<IdShape> shapes) {
            var unique = shapes.stream().map(shape -> t.id()).toList();
            var indices = IntStream.range(0, shapes.size()).boxed().toList();
            var ones = make(indices.stream()
                    .map(i -> shapes.get(i).one().apply(unique.get(i)))
                    .toList());
            var twos = make(indices.stream()
                    .map(i -> shapes.get(i).two().apply(unique.get(i)))
                    .toList());
            var before = t.balance();
            var firsts = List.copyOf(t.sendConcurrently(ones, t::send).values());
            var seconds = List.copyOf(t.sendConcurrently(twos, t::send).values());
            var applied = Stream.concat(firsts.stream(), seconds.stream())
                    .filter(answer -> answer.status() == 200)
                    .count();
            var expected = step(ones.getFirst()).multiply(BigDecimal.valueOf(applied));
            var changed = t.balance().subtract(before);
            var isRight = changed.compareTo(expected) == 0;
            for (var i : indices) {
                if (!isRight || firsts.get(i).status() != 200 || seconds.get(i).status() != 200) {
                    requireApart(shapes.get(i));
                }
            }
            var sum = "the balance changed by " + t.player().money(expected) + " after " + applied
                    + " movements at the same time";
            var actual = "it changed by " + t.player().money(changed);
            Check.require(isRight, rule, sum, actual, "Their ids look alike; compare ids byte by byte.");
        }

        private BigDecimal step(MovementBody message) {
            return t.units(message.kind() == Kind.DEBIT ? -3 : 3);
        }

        /**
         * Sends two movements whose ids look alike: each that got 200 moves its own money. A wallet may refuse unusual ids (D-36),
         * but not one of two: when it accepts another id of the second form, it took the second for the first.
         */
        private void requireApart(IdShape shape) {
            var unique = t.id();
            var messages = make(List.of(
                    shape.one().apply(unique),
                    shape.two().apply(unique),
                    shape.two().apply(t.id())));
            var second = messages.get(1);
            var before = t.balance();
            var one = t.send(messages.get(0));
            var two = t.send(second);
            var moved = (one.status() == 200 ? 1 : 0) + (two.status() == 200 ? 1 : 0);
            var what = "two ids that differ only in " + shape.sentence();
            t.requireMoved(before, step(second).multiply(BigDecimal.valueOf(moved)), rule, "These are " + what + ".");
            if (moved < 2) {
                var isOther = one.status() != 200 || t.send(messages.get(2)).status() != 200;
                var expected = "200 for the second of " + what;
                var hint = "Another id of this form is accepted; compare ids byte by byte.";
                Check.require(two, isOther, rule, expected, hint);
                var seen = what + ": status " + one.status() + " and " + two.status();
                t.observe(Observation.of("D-36", seen, "accept 1 to 255 characters, compared byte by byte", false));
            } else if (second.kind() == Kind.DEBIT) {
                Check.requireReplay(two, t.send(second), "the second of " + what);
            }
        }
    }

    /**
     * Names a way in which two ids can be different and yet look alike to a database, a collation or a parser.
     *
     * @param id the name in ids of cases
     * @param sentence completes "ids that differ only in …"
     * @param one makes the first id from a unique one
     * @param two makes the second id from the same unique one
     */
    private record IdShape(String id, String sentence, UnaryOperator<String> one, UnaryOperator<String> two) {
        static final List<IdShape> ALL = List.of(
                shape("in-case", "upper and lower case", id -> "abc" + id.substring(3), id -> "ABC" + id.substring(3)),
                letter("in-the-last-letter", "their last character", 35),
                letter("in-the-first-letter", "their first character", 0),
                letter("in-the-25th-letter", "their 25th character", 24),
                letter("in-the-34th-letter", "their 34th character", 33),
                letter("in-the-40th-letter", "their 40th character", 39),
                letter("in-the-70th-letter", "their 70th character", 69),
                letter("in-the-130th-letter", "their 130th character", 129),
                letter("in-the-200th-letter", "their 200th character", 199),
                letter("in-the-255th-letter", "their 255th character", 254),
                shape("in-a-space", "a space at the end", id -> id, id -> id + " "),
                shape("in-a-leading-space", "a space at the beginning", id -> id, id -> " " + id),
                shape("in-two-spaces", "the number of spaces in the middle", id -> "a " + id, id -> "a  " + id),
                shape("in-hyphens", "their hyphens", id -> id, id -> id.replace("-", "")),
                shape("in-punctuation", "a punctuation mark", id -> "a." + id, id -> "a:" + id),
                shape("in-leading-zeros", "leading zeros, of digits", IdShape::digits, id -> "0" + digits(id)),
                shape(
                        "in-zeros-before-a-number",
                        "zeros before a short number",
                        IdShape::number,
                        id -> "00" + number(id)),
                shape(
                        "beyond-double-precision",
                        "the last of many digits",
                        id -> digits(id) + "1",
                        id -> digits(id) + "2"),
                shape("in-unicode-form", "their Unicode form", id -> "\u00e9" + id, id -> "e\u0301" + id),
                shape("in-compatible-letters", "a ligature and its letters", id -> "\ufb01" + id, id -> "fi" + id),
                shape("in-accents", "an accent", id -> "e" + id, id -> "\u00e9" + id),
                shape("in-other-scripts", "a letter beyond Latin", id -> "\u6771" + id, id -> "\u4eac" + id),
                shape("in-emoji", "an emoji", id -> "\ud83c\udfb2" + id, id -> "\ud83c\udfb0" + id),
                shape(
                        "in-far-bytes",
                        "the last of 200 letters of two bytes",
                        id -> id + "\u00e9".repeat(164) + "q",
                        id -> id + "\u00e9".repeat(164) + "w"),
                shape(
                        "in-quotes",
                        "quotes, backslashes and SQL",
                        id -> "'\"\\;--" + id.substring(6),
                        id -> "'\"\\\\;-" + id.substring(6)),
                shape("in-a-backslash", "a backslash", id -> "a\\b" + id, id -> "ab" + id),
                shape("in-a-percent-escape", "a percent escape", id -> "%41" + id, id -> "A" + id));

        /** Names shapes that fewer wallets confuse; each is tried with debits only, since every kind of movement has one kind of id. */
        static final List<IdShape> RARE = List.of(
                shape("in-a-sharp-s", "a sharp s and s", id -> "s" + id, id -> "\u00df" + id),
                shape("in-a-sharp-s-and-two", "a sharp s and ss", id -> "ss" + id, id -> "\u00df" + id),
                shape("in-a-dotless-i", "a dotless i", id -> "i" + id, id -> "\u0131" + id),
                shape("in-a-final-sigma", "a final sigma", id -> "\u03c3" + id, id -> "\u03c2" + id),
                shape("in-an-invisible-character", "an invisible character", id -> "a" + id, id -> "a\u200d" + id),
                shape("in-a-soft-hyphen", "a soft hyphen", id -> "a" + id, id -> "a\u00ad" + id),
                shape("in-an-html-escape", "an HTML escape", id -> "a&" + id, id -> "a&amp;" + id),
                shape("in-a-tag", "an HTML tag", id -> id, id -> "<b>" + id),
                shape("in-a-comment", "what looks like a comment", id -> id, id -> "/*1*/" + id),
                shape("in-braces", "braces around them", id -> id, id -> "{" + id + "}"),
                shape("in-a-wildcard-for-one", "an SQL wildcard for one character", id -> "axb" + id, id -> "a_b" + id),
                shape("in-a-wildcard-for-many", "an SQL wildcard for any text", id -> "axxb" + id, id -> "a%b" + id),
                shape("in-a-32-bit-hash", "letters with the same 32-bit hash", id -> "Aa" + id, id -> "BB" + id),
                shape("in-an-exponent", "the exponent of a number", id -> number(id) + "0", id -> number(id) + "e1"),
                shape("in-a-decimal-point", "a decimal point and zero", id -> number(id), id -> number(id) + ".0"));

        private static IdShape shape(String id, String sentence, UnaryOperator<String> one, UnaryOperator<String> two) {
            return new IdShape(id, sentence, one, two);
        }

        private static IdShape letter(String id, String sentence, int index) {
            return shape(id, sentence, unique -> at(unique, index, 'q'), unique -> at(unique, index, 'w'));
        }

        /** Returns an id of digits only, as unique as the id it is made from. */
        private static String digits(String id) {
            return new BigInteger(id.replace("-", ""), 16).toString();
        }

        /** Returns a number of at most 15 digits. */
        private static String number(String id) {
            return Long.toString(Long.parseLong(id.substring(id.length() - 12), 16));
        }

        /** Returns an id of at least {@code index + 1} characters with this letter there. */
        private static String at(String id, int index, char letter) {
            var text = index < id.length()
                    ? id
                    : id.repeat(index / id.length() + 1).substring(0, index + 1);
            return text.substring(0, index) + letter + text.substring(index + 1);
        }
    }
}
