package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.cases.OpenPoints.advise;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
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
    private static final int AT_ONCE = 6;
    private static final List<String> MEMBERS = List.of("constructor", "toString", "hasOwnProperty");
    private static final List<UnaryOperator<String>> LOOK_ALIKES =
            List.of(text -> text.toUpperCase(Locale.ROOT), text -> text + " ", text -> text.replace("-", ""));

    static final Group GROUP = Group.of(
            "Ids",
            Stream.concat(Shape.ALL.stream().map(IdCases::distinctDebits), Stream.of(others()))
                    .toArray(Case[]::new));

    private IdCases() {}

    private static Case[] others() {
        return new Case[] {
            apart("ids-that-differ-in-rare-ways", "WAL-4", Shape.RARE, IdCases::debits)
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
            apart("rounds-that-look-alike", "RND-1", Shape.ALL, IdCases::debitsOfRounds)
                    .title("Rounds whose keys differ only in case, form, length or white space are two rounds"),
            apart("credits-that-look-alike", "RND-2", Shape.ALL, IdCases::credits)
                    .title("Credits whose ids differ only in case, form, length or white space are two transactions"),
            apart("rollbacks-that-look-alike", "RND-3", Shape.ALL, IdCases::rollbacks)
                    .title("Rollbacks whose ids differ only in case, form, length or white space are two transactions"),
            Case.of("long-id", "D-36 IDM-2", IdCases::debitWithLongId)
                    .title("An id of 255 characters: the status is observed, money and lookup must agree"),
            Case.readOnly("very-long-id", "D-36 ERR-3 ERR-4", IdCases::debitWithVeryLongId)
                    .title("An id of 2000 characters: the status is observed, money and status must agree"),
            Case.readOnly("empty-id", "D-36 ERR-3 ERR-4", IdCases::debitWithEmptyId)
                    .title("A debit with an empty id: the status is observed, money and status must agree")
        };
    }

    private static void sendNullCharacters(CaseContext t) {
        var id = t.id();
        var before = t.balance();
        var one = t.send(t.debit(id + "\0q", t.id(), t.units(3)));
        var two = t.send(t.debit(id + "\0w", t.id(), t.units(3)));
        var applied = (one.status() == 200 ? 1 : 0) + (two.status() == 200 ? 1 : 0);
        var hint = applied + " debits got 200. A null character does not end an id.";
        t.requireMoved(before, t.units(-3L * applied), "WAL-4", hint);
        t.observe(Observation.ofStatus("D-36", "an id with a null character", two, "refuse with 422", 422));
    }

    private static void sendNameOfMember(CaseContext t) {
        // Earlier runs have used this id and round: their debit is repeated and takes nothing.
        var debit = t.debit("__proto__", "__proto__", t.units(2));
        var before = t.balance();
        t.send(debit);
        t.send(debit);
        var taken = before.subtract(t.balance());
        var expected = "at most one stake of " + t.player().money(t.units(2)) + " taken";
        var actual = t.player().money(taken) + " was taken by one debit sent twice";
        var hint = "Keep transactions in a map that has no members of its own.";
        Check.require(taken.compareTo(t.units(2)) <= 0, "IDM-1", expected, actual, hint, null);
    }

    private static void debitWithLongId(CaseContext t) {
        var debit = t.debit(t.id().repeat(8).substring(0, 255), t.id(), t.units(2));
        OpenPoints.sendDebit(t, debit, "an id of 255 characters", advise("D-36", "accept 1 to 255 characters", 200));
    }

    private static void debitWithVeryLongId(CaseContext t) {
        var debit = t.debit(t.id().repeat(56), t.id(), t.units(2));
        OpenPoints.sendDebit(t, debit, "an id of 2000 characters", advise("D-36", "refuse with 422", 422));
    }

    private static void debitWithEmptyId(CaseContext t) {
        var before = t.balance();
        var answer = t.send(t.debit("", t.id(), t.units(2)));
        if (answer.status() != 200) {
            Answers.require(answer, answer.status() != 500, "ERR-4", "no 500 when nothing was written");
            t.requireUnmoved(before, "ERR-3", "The request was refused, but money moved.");
        }
        t.observe(Observation.ofStatus("D-36", "an empty id", answer, "refuse with 422", 422));
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
        var expected = "409 for a stake over the balance, as for another id and round, with the name " + name;
        var hint = "Keep transactions and rounds in a map that has no members of its own.";
        Answers.require(answer, usual.status() != 409 || answer.status() == 409, rule, expected, hint);
    }

    private static void settleLookAlikes(CaseContext t) {
        var bet = t.bet(t.debit("abc" + t.id().substring(3), "def" + t.id().substring(3), t.units(3)));
        var before = t.balance();
        for (var change : LOOK_ALIKES) {
            var answer = t.send(t.credit(t.player(), t.id(), bet.round(), change.apply(bet.id()), t.units(4)));
            t.send(t.credit(t.player(), t.id(), change.apply(bet.round()), bet.id(), t.units(4)));
            t.requireUnmoved(before, "RND-2", "Compare reference and round byte by byte.");
            RoundCases.requireNoFalseSuccess(false, answer);
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

    private static List<MovementBody> debits(CaseContext t, List<String> ids) {
        return ids.stream().map(id -> t.debit(id, t.id(), t.units(3))).toList();
    }

    private static List<MovementBody> debitsOfRounds(CaseContext t, List<String> keys) {
        return keys.stream().map(key -> t.debit(t.id(), key, t.units(3))).toList();
    }

    private static List<MovementBody> credits(CaseContext t, List<String> ids) {
        return onBets(t, ids, 1, (id, bet) -> t.credit(t.player(), id, bet.round(), bet.id(), t.units(3)));
    }

    private static List<MovementBody> rollbacks(CaseContext t, List<String> ids) {
        return onBets(t, ids, 3, (id, bet) -> t.rollback(t.player(), id, bet.round(), bet.id()));
    }

    private static Case distinctDebits(Shape shape) {
        return Case.of(
                        "ids-that-differ-" + shape.id(),
                        "IDM-1 WAL-4 D-36",
                        t -> requireApart(t, shape, "WAL-4", IdCases::debits))
                .title("Ids that differ only in " + shape.sentence() + " are two transactions");
    }

    private static Untitled apart(String id, String rule, List<Shape> shapes, Maker maker) {
        return Case.of(id, "IDM-1 D-36 " + rule, t -> requireApart(t, shapes, rule, maker));
    }

    private static void requireApart(CaseContext t, List<Shape> shapes, String rule, Maker maker) {
        for (var from = 0; from < shapes.size(); from += AT_ONCE) {
            requireAllApart(t, shapes.subList(from, Math.min(shapes.size(), from + AT_ONCE)), rule, maker);
            t.rollBackOpenRounds();
        }
    }

    /**
     * Sends the first movement of each shape at the same time, then the second of each. When the balance does not move by the sum of
     * what got 200, every shape is tried on its own, to find the one that is wrong; so is a shape that the wallet refuses.
     */
    private static void requireAllApart(CaseContext t, List<Shape> shapes, String rule, Maker maker) {
        var size = shapes.size();
        var unique = shapes.stream().map(shape -> t.id()).toList();
        var ones = IntStream.range(0, size).mapToObj(i -> shapes.get(i).one().apply(unique.get(i)));
        var twos = IntStream.range(0, size).mapToObj(i -> shapes.get(i).two().apply(unique.get(i)));
        var messages = maker.make(t, Stream.concat(ones, twos).toList());
        var before = t.balance();
        var firsts = Answers.sendEach(t, messages.subList(0, size), t::send);
        var seconds = Answers.sendEach(t, messages.subList(size, 2 * size), t::send);
        var applied = Stream.concat(firsts.stream(), seconds.stream())
                .filter(answer -> answer.status() == 200)
                .count();
        var expected = step(t, messages.getFirst()).multiply(BigDecimal.valueOf(applied));
        var changed = t.balance().subtract(before);
        var isRight = changed.compareTo(expected) == 0;
        for (var i = 0; i < size; i++) {
            if (!isRight || firsts.get(i).status() != 200 || seconds.get(i).status() != 200) {
                requireApart(t, shapes.get(i), rule, maker);
            }
        }
        var sum = "the balance " + t.player().money(expected.abs()) + (expected.signum() < 0 ? " lower" : " higher")
                + " after " + applied + " movements at once";
        var actual = "it changed by " + t.player().money(changed);
        Check.require(isRight, rule, sum, actual, "Their ids look alike; compare ids byte by byte.", null);
    }

    private static BigDecimal step(CaseContext t, MovementBody message) {
        return t.units(message.kind() == MovementBody.Kind.DEBIT ? -3 : 3);
    }

    /**
     * Sends two movements whose ids look alike: each that got 200 moves its own money. A wallet may refuse unusual ids (D-36), but
     * not one of two: when it accepts another id of the second form, it took the second for the first.
     */
    private static void requireApart(CaseContext t, Shape shape, String rule, Maker maker) {
        var unique = t.id();
        var ids = List.of(
                shape.one().apply(unique),
                shape.two().apply(unique),
                shape.two().apply(t.id()));
        var messages = maker.make(t, ids);
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
            var id = answer == one ? first.id() : second.id();
            var isTrue = answer.status() != 500 || t.lookup(id).isResult();
            var hint = "Refuse with 422, or accept ids of 1 to 255 characters.";
            Answers.require(answer, isTrue, "ERR-4", "500 only when something was written, with " + what, hint);
        }
        if (one.status() != 200 || two.status() != 200) {
            var expected = "200 for the second of " + what;
            var hint = "Another id of this form is accepted; compare ids byte by byte.";
            Answers.require(two, one.status() != 200 || t.send(control).status() != 200, rule, expected, hint);
            var seen = what + ": status " + one.status() + " and " + two.status();
            t.observe(Observation.of("D-36", seen, "accept 1 to 255 characters, compared byte by byte", false));
        } else if (first.kind() == MovementBody.Kind.DEBIT) {
            Check.requireReplay(two, t.send(second), "the second of " + what);
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
    private record Shape(String id, String sentence, UnaryOperator<String> one, UnaryOperator<String> two) {
        static final List<Shape> ALL = List.of(
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
                shape("in-leading-zeros", "leading zeros, of digits", Shape::digits, id -> "0" + digits(id)),
                shape(
                        "in-zeros-before-a-number",
                        "zeros before a short number",
                        Shape::number,
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
        static final List<Shape> RARE = List.of(
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

        private static Shape shape(String id, String sentence, UnaryOperator<String> one, UnaryOperator<String> two) {
            return new Shape(id, sentence, one, two);
        }

        private static Shape letter(String id, String sentence, int index) {
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
