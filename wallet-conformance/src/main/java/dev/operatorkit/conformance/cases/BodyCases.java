package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;
import static dev.operatorkit.conformance.suite.Advice.refuse;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Writes bodies in other ways that mean the same, or nearly the same: a field counts by its place and its exact name. */
final class BodyCases {
    private static final List<String> FORMS = List.of("null", "12345", "1.5", "true", "[]", "{}", "[\"x\"]", "\"\"");
    private static final String SETTLEMENT = "transactionId referenceTransactionId gameRoundId playerId gameId";
    private static final int[] LENGTHS = {1500, 4500, 9000, 20_000};
    private static final Advice TAKE_STAKE = advise("D-54", "take the stake: the data is informational", 200);
    static final Group BODIES = Group.of(
            "Bodies",
            Case.of("replay-with-escaped-letters", "IDM-1 IDM-2", BodyCases::replayWithEscapedLetters)
                    .title("A debit sent again with letters of its id escaped is the same transaction"),
            Case.of("replay-with-an-escaped-emoji", "IDM-1 IDM-2", BodyCases::replayWithEscapedEmoji)
                    .title("A debit sent again with the emoji of its id escaped is the same transaction"),
            Case.of("replay-with-another-game", "IDM-1 D-21", BodyCases::replayWithAnotherGame)
                    .title("A debit's id again with another gameId moves no money"),
            Case.of("replay-with-another-nested-id", "IDM-1", BodyCases::replayWithAnotherNestedId)
                    .title("A debit's id again, with another transactionId inside an unknown field, moves no money"),
            Case.readOnly("debit-without-an-id-sent-twice", "IDM-1 IDM-3 D-20", BodyCases::sendTwiceWithoutId)
                    .title("A debit without transactionId sent twice does not take its stake twice"),
            Case.of("fields-in-capitals", "WAL-4 WAL-12", BodyCases::sendFieldsInCapitals)
                    .title("A field in capitals is another field: those in lower case count"),
            Case.of("amounts-of-other-objects", "WAL-15 WAL-4 WAL-10", BodyCases::sendAmountsOfOtherObjects)
                    .title("Amounts in other objects before the stake and the payout do not count"),
            OpenPoints.debit("bet-with-free-round-data", "WAL-4 WAL-15", TAKE_STAKE, BodyCases::withFreeRoundData)
                    .title("A bet with a stake and freeRoundData takes its stake when it is accepted"),
            Case.of("free-credit-without-data", "RND-2 ERR-4 D-54", BodyCases::creditFreeRoundWithoutData)
                    .title("A free round's credit without freeRoundData pays or is refused truthfully"),
            Case.of("unknown-inner-fields", "WAL-4 SIG-14", BodyCases::sendUnknownInnerFields)
                    .title("Unknown fields inside the stake, and the usual fields in another order, are accepted"),
            Case.of("debit-with-the-stated-fields", "WAL-4 D-16 D-54", BodyCases::debitWithStatedFields)
                    .title("A debit without gameId and stake.currency, which the specification does not promise, is"
                            + " applied"),
            Case.of("tail-changed-after-an-accepted-body", "SIG-5 SIG-8 SIG-13", BodyCases::changeTails)
                    .title("A change at the end of a long body is refused, even when its beginning was accepted"
                            + " before"),
            Case.readOnly("very-deep-nesting", "ERR-4 ERR-3 D-38", BodyCases::nestVeryDeeply)
                    .title("Ten thousand levels of nesting are refused or ignored, and the status is truthful"));

    /**
     * Writes every field as every JSON type. The specification leaves open which of them a wallet reads, so a refusal and an exact
     * movement are both right; a status that is not true is not (ERR-3, ERR-4).
     */
    static final Group FIELD_TYPES = Group.of(
            "Types of fields",
            types("debit-with-fields-of-other-types", "WAL-4", "transactionId gameRoundId playerId gameId token stake")
                    .title("A debit with a field of another type is applied exactly or refused truthfully"),
            types("credit-with-fields-of-other-types", "RND-2", SETTLEMENT + " payout")
                    .title("A credit with a field of another type is applied exactly or refused truthfully"),
            types("rollback-with-fields-of-other-types", "RND-3", SETTLEMENT + " stake")
                    .title("A rollback with a field of another type is applied exactly or refused truthfully"));

    private BodyCases() {}

    private static void replayWithEscapedLetters(CaseContext t) {
        replayEscaped(t, "a" + t.id(), id -> "\\u0061" + id.substring(1));
    }

    private static void replayWithEscapedEmoji(CaseContext t) {
        replayEscaped(t, "\ud83c\udfb2" + t.id(), id -> "\\ud83c\\udfb2" + id.substring(2));
    }

    private static void replayWithAnotherGame(CaseContext t) {
        var again = t.debit(3).withId(t.bet(3).id()).text("gameId", t.game() + "-2");
        var answer = t.sendUnmoved(again, "IDM-1", "A transactionId is unique for all games.");
        t.observe("another gameId", answer, advise("D-21", "200 with the stored result", 200));
    }

    private static void replayWithAnotherNestedId(CaseContext t) {
        var debit = t.debit(3);
        var before = t.balance();
        var first = t.send(debit, t.request(debit).body(addNestedId(debit, t.id())));
        if (first.status() == 200) {
            var elsewhere = debit.text("gameRoundId", t.id());
            t.send(debit, t.request(debit).body(addNestedId(elsewhere, t.id())));
            t.requireMoved(before, t.units(-3), "IDM-1", "transactionId of the body itself counts.");
        }
    }

    private static void sendTwiceWithoutId(CaseContext t) {
        var debit = t.debit(3).without("transactionId");
        var before = t.balance();
        var first = t.send(debit);
        var once = before.subtract(t.balance());
        t.send(debit.text("gameRoundId", t.id()));
        var twice = before.subtract(t.balance());
        var expected = "no money for a debit without an id, which cannot be told from its repeat";
        var actual = t.player().money(twice) + " was taken by two such debits";
        Check.require(
                once.signum() == 0 || twice.compareTo(once) == 0, "IDM-1", expected, actual, "Refuse it with 422.");
        t.observe("a debit without an id", first, refuse("D-20"));
    }

    private static void sendFieldsInCapitals(CaseContext t) {
        for (var before : new boolean[] {true, false}) {
            var debit = t.debit(2);
            var stake = "\"STAKE\":" + t.player().json(t.units(7)) + ",\"Stake\":{\"amount\":"
                    + t.units(8).toPlainString() + "},";
            var other = stake + inCapitals(t);
            requireStakeTaken(t, debit, addFields(debit, other, before), "a debit with fields in capitals too");
            t.requireKnown(debit.id(), "WAL-12", "transactionId is the one in lower case.");
        }
    }

    private static void sendAmountsOfOtherObjects(CaseContext t) {
        var other = "\"extra\":{\"amount\":" + t.units(9).toPlainString()
                + ",\"stake\":{\"amount\":8},\"payout\":{\"amount\":7}}";
        var debit = t.debit(2);
        requireStakeTaken(t, debit, addFields(debit, other, true), "a debit with amounts in other objects");
        var credit = t.credit(t.bet(t.spin()), 3);
        var before = t.balance();
        var data = "\"freeRoundData\":" + t.free(credit).raw("freeRoundData");
        var body = addFields(credit.text("reason", "freeround"), data, true);
        var answer = t.send(credit, t.request(credit).body(body));
        Check.requireStatus(200, answer, "WAL-10", "a credit with freeRoundData first");
        t.requireMoved(before, t.units(3), "WAL-15", "The value is informational.");
    }

    private static MovementBody withFreeRoundData(CaseContext t) {
        return t.free(t.debit(3)).text("reason", "bet");
    }

    private static void creditFreeRoundWithoutData(CaseContext t) {
        var credit = t.credit(t.bet(t.spin()), 3).text("reason", "freeround");
        var answer = t.sendExact(credit, credit.amount(), "RND-2", "");
        var advice = advise("D-54", "pay it: the data is informational", 200);
        t.observe("a free round's credit without freeRoundData", answer, advice);
    }

    private static void sendUnknownInnerFields(CaseContext t) {
        var plain = t.debit(2);
        var stake = plain.raw("stake").replaceFirst("\\{", "{\"note\":\"x\",").replaceFirst("}$", ",\"parts\":[1,2]}");
        requireStakeTaken(t, plain, plain.with("stake", stake).json(), "a stake with unknown fields");
        var turned = t.debit(2);
        requireStakeTaken(t, turned, turned.rearranged(), "a debit with transactionId at its end");
    }

    private static void debitWithStatedFields(CaseContext t) {
        var debit = t.debit(2).without("gameId");
        requireStakeTaken(t, debit, debit.json(), "a debit without gameId");
        var plain = t.debit(2).withoutCurrency();
        requireStakeTaken(t, plain, plain.json(), "a debit without stake.currency");
    }

    private static void nestVeryDeeply(CaseContext t) {
        var debit = t.debit(2);
        var deep = debit.with("extra", "[".repeat(10_000) + "]".repeat(10_000));
        OpenPoints.sendBytes(t, debit, t.request(debit).body(deep.json()), "ten thousand levels of nesting");
    }

    /** Writes other values under the names of the fields, but in capitals. */
    private static String inCapitals(CaseContext t) {
        var fields = Stream.of("TRANSACTIONID", "GAMEROUNDID", "PLAYERID", "TOKEN")
                .map(name -> MovementBody.quoted(name) + ":" + MovementBody.quoted(t.id()));
        return fields.collect(Collectors.joining(",")) + ",\"REASON\":\"freeround\"";
    }

    private static String addNestedId(MovementBody debit, String id) {
        return addFields(debit, "\"extra\":{\"transactionId\":" + MovementBody.quoted(id) + "}", true);
    }

    /** Returns the body with raw fields at its beginning or end. */
    private static String addFields(MovementBody message, String fields, boolean first) {
        var json = message.json();
        return first
                ? "{" + fields + "," + json.substring(1)
                : json.substring(0, json.length() - 1) + "," + fields + "}";
    }

    private static void requireStakeTaken(CaseContext t, MovementBody debit, String body, String what) {
        var before = t.balance();
        var answer = t.send(debit, t.request(debit).body(body));
        Check.require(answer, answer.status() != 401, "SIG-14", "no 401 for " + what);
        Check.requireStatus(200, answer, "WAL-4", what, "Ignore fields that the specification does not name.");
        t.requireMoved(before, debit.amount().negate(), "WAL-4", "Read the stake from stake.amount.");
    }

    /** Sends a debit twice, the second time with its id spelled in another way. */
    private static void replayEscaped(CaseContext t, String id, UnaryOperator<String> spelling) {
        var debit = t.debit(3).withId(id);
        var before = t.balance();
        var first = t.send(debit);
        if (first.status() != 200) {
            OpenPoints.requireTruth(t, first, before);
            t.observe("such an id", first, advise("D-36", "accept 1 to 255 characters", 200));
            return;
        }
        var respelled = debit.with("transactionId", '"' + spelling.apply(id) + '"');
        var hint = "An escape is another spelling of the same string.";
        var elsewhere = respelled.text("gameRoundId", t.id());
        t.send(debit, t.request(debit).body(elsewhere.json()));
        t.requireMoved(before, t.units(-3), "IDM-1", hint);
        var again = t.send(debit, t.request(debit).body(respelled.json()));
        t.requireMoved(before, t.units(-3), "IDM-1", hint);
        Check.requireReplay(first, again, "the debit with an escape in its id");
    }

    private static void changeTails(CaseContext t) {
        var time = Long.toString(t.now());
        var debits = Arrays.stream(LENGTHS)
                .mapToObj(length -> t.debit(2).text("extra", "a".repeat(length)))
                .toList();
        var accepted = t.sendConcurrently(
                debits, debit -> t.send(debit, t.request(debit).timestamp(time)));
        var before = t.balance();
        var changed = t.sendConcurrently(
                debits,
                debit -> t.send(
                        debit, SignedBytesCases.withChangedTail(t.request(debit).timestamp(time), debit)));
        accepted.forEach((debit, answer) -> {
            var what = "a body of " + (debit.raw("extra").length() - 2) + " bytes";
            if (answer.status() == 200) {
                var again = Objects.requireNonNull(changed.get(debit));
                Check.requireUnauthorized(again, "SIG-5", what + " whose end was changed");
            } else {
                t.observe(what, answer, advise("D-36", "accept 64 KiB", 200));
            }
        });
        t.requireUnmoved(before, "SIG-13", "");
    }

    private static Untitled types(String id, String rule, String fields) {
        var kind = Kind.valueOf(id.replaceAll("-.*", "").toUpperCase(Locale.ROOT));
        var names = List.of((fields + " reason freeRoundData").split(" ", -1));
        return Case.of(id, rule + " ERR-3 ERR-4 D-20 D-54", t -> writeFields(t, rule, names, kind));
    }

    /** Sends each field in every form at the same time: a movement that got 200 moves its own money or none. */
    private static void writeFields(CaseContext t, String rule, List<String> fields, Kind kind) {
        for (var field : fields) {
            var usual = make(t, kind, FORMS.size());
            var messages = IntStream.range(0, FORMS.size())
                    .mapToObj(i -> usual.get(i).with(field, FORMS.get(i)))
                    .toList();
            var before = t.balance();
            var answers = t.sendConcurrently(messages, t::send);
            var applied = answers.values().stream()
                    .filter(answer -> answer.status() == 200)
                    .count();
            var isAmount = field.equals("payout") || (field.equals("stake") && kind == Kind.DEBIT);
            requireOwnMoney(
                    t,
                    rule,
                    before,
                    "a " + kind.callback() + " whose " + field + " is of another type (" + describe(field, answers)
                            + ")",
                    isAmount ? 0 : applied);
            observe(t, field, answers);
            t.rollBackOpenRounds();
        }
    }

    private static void requireOwnMoney(CaseContext t, String rule, BigDecimal before, String what, long applied) {
        var moved = t.balance().subtract(before);
        var own = t.units(rule.equals("WAL-4") ? -2 : 2);
        var isRight = LongStream.rangeClosed(0, applied)
                .anyMatch(count -> moved.compareTo(own.multiply(BigDecimal.valueOf(count))) == 0);
        var expected = "no money but that of " + applied + " applied movements moved by " + what;
        var actual = t.player().money(moved) + " moved";
        Check.require(isRight, rule, expected, actual, "Read every field before anything is written.");
    }

    private static String describe(String field, Map<MovementBody, WalletResponse> answers) {
        return answers.entrySet().stream()
                .map(each -> each.getKey().raw(field) + ": " + each.getValue().status())
                .collect(Collectors.joining(", "));
    }

    private static void observe(CaseContext t, String field, Map<MovementBody, WalletResponse> answers) {
        var advice = field.equals("freeRoundData")
                ? advise("D-54", "accept it: the data is informational", 200)
                : refuse("D-20");
        answers.forEach((message, answer) -> {
            if (answer.status() != 200) {
                var what = "a " + message.kind().callback() + " whose " + field + " is " + message.raw(field);
                t.observe(what, answer, advice);
            }
        });
    }

    /** Makes movements of bets that the wallet has accepted. */
    private static List<MovementBody> make(CaseContext t, Kind kind, int count) {
        return switch (kind) {
            case DEBIT -> Stream.generate(() -> t.debit(2)).limit(count).toList();
            case CREDIT ->
                t.bets(count, 1).stream().map(bet -> t.credit(bet, 2)).toList();
            case ROLLBACK -> t.bets(count, 2).stream().map(t::rollback).toList();
        };
    }
}
