package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes bodies in other ways that mean the same, or nearly the same: a field counts by its place and its exact name. */
final class BodyCases {
    private static final int[] LENGTHS = {1500, 4500, 9000, 20_000};

    private BodyCases() {}

    static Group group() {
        return Group.of(
                "Bodies",
                Case.of(
                        "replay-with-escaped-letters",
                        "A debit sent again with letters of its id escaped is the same transaction",
                        "IDM-1 IDM-2",
                        t -> escaped(t, "a" + t.id(), id -> "\\u0061" + id.substring(1))),
                Case.of(
                        "replay-with-an-escaped-emoji",
                        "A debit sent again with the emoji of its id escaped is the same transaction",
                        "IDM-1 IDM-2",
                        t -> escaped(t, "\ud83c\udfb2" + t.id(), id -> "\\ud83c\\udfb2" + id.substring(2))),
                Case.of(
                        "replay-with-another-game",
                        "A debit's id again with another gameId moves no money",
                        "IDM-1 D-21",
                        t -> {
                            var bet = t.bet(3);
                            var before = t.balance();
                            var answer =
                                    t.send(t.debit(bet.id(), t.id(), t.units(3)).text("gameId", t.game() + "-2"));
                            t.requireUnmoved(before, "IDM-1", "A transactionId is unique, whatever the game.");
                            t.observe(Observation.ofStatus(
                                    "D-21", "another gameId", answer, "200 with the stored result", 200));
                        }),
                Case.of(
                        "replay-with-another-nested-id",
                        "A debit's id again, with another transactionId inside an unknown field, moves no money",
                        "IDM-1",
                        t -> {
                            var debit = t.debit(3);
                            var before = t.balance();
                            var first = t.send(debit, t.request(debit).body(nested(debit, t.id())));
                            if (first.status() == 200) {
                                var elsewhere = debit.text("gameRoundId", t.id());
                                t.send(debit, t.request(debit).body(nested(elsewhere, t.id())));
                                t.requireMoved(
                                        before, t.units(-3), "IDM-1", "transactionId of the body itself counts.");
                            }
                        }),
                Case.of(
                        "debit-without-an-id-sent-twice",
                        "A debit without transactionId sent twice does not take its stake twice",
                        "IDM-1 IDM-3 D-20",
                        t -> {
                            var debit = t.debit(3).without("transactionId");
                            var before = t.balance();
                            var first = t.send(debit);
                            var once = before.subtract(t.balance());
                            t.send(debit.text("gameRoundId", t.id()));
                            var twice = before.subtract(t.balance());
                            Check.require(
                                    once.signum() == 0 || twice.compareTo(once) == 0,
                                    "IDM-1",
                                    "no money for a debit without an id, which cannot be told from its repeat",
                                    t.player().money(twice) + " was taken by two such debits",
                                    "Refuse it with 422.",
                                    null);
                            t.observe(Observation.ofStatus(
                                    "D-20", "a debit without an id", first, "refuse with 422", 422));
                        }),
                Case.of(
                        "fields-in-capitals",
                        "A field in capitals is another field: those in lower case count",
                        "WAL-4 WAL-12",
                        t -> {
                            for (var before : new boolean[] {true, false}) {
                                var debit = t.debit(2);
                                var other = "\"STAKE\":{\"amount\":"
                                        + t.units(7).toPlainString() + ",\"currency\":"
                                        + MovementBody.quoted(t.player().currency()) + "},\"Stake\":{\"amount\":"
                                        + t.units(8).toPlainString() + "}," + inCapitals(t);
                                takesItsStake(
                                        t, debit, beside(debit, other, before), "a debit with fields in capitals too");
                                t.requireKnown(debit.id(), "WAL-12", "transactionId is the one in lower case.");
                            }
                        }),
                Case.of(
                        "amounts-of-other-objects",
                        "Amounts in other objects before the stake and the payout do not count",
                        "WAL-15 WAL-4 WAL-10",
                        t -> {
                            var other = "\"extra\":{\"amount\":" + t.units(9).toPlainString()
                                    + ",\"stake\":{\"amount\":8},\"payout\":{\"amount\":7}}";
                            var debit = t.debit(2);
                            takesItsStake(
                                    t, debit, beside(debit, other, true), "a debit with amounts in other objects");
                            var bet = t.bet(t.debit(0).free(t.campaign(), t.units(20)));
                            var before = t.balance();
                            var credit = t.credit(bet, t.units(3));
                            var data = "\"freeRoundData\":{\"campaign\":" + MovementBody.quoted(t.campaign())
                                    + ",\"value\":{\"amount\":" + t.units(20).toPlainString() + ",\"currency\":"
                                    + MovementBody.quoted(t.player().currency()) + "}}";
                            var answer = t.send(
                                    credit,
                                    t.request(credit).body(beside(credit.text("reason", "freeround"), data, true)));
                            Check.requireStatus(200, answer, "WAL-10", "a credit with freeRoundData first", "");
                            t.requireMoved(before, t.units(3), "WAL-15", "The value is informational.");
                        }),
                Case.of(
                        "bet-with-free-round-data",
                        "A bet with a stake and freeRoundData takes its stake when it is accepted",
                        "WAL-4 WAL-15",
                        t -> {
                            var debit =
                                    t.debit(3).free(t.campaign(), t.units(20)).text("reason", "bet");
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "a bet with freeRoundData",
                                    "D-54",
                                    "take the stake: the data is informational",
                                    200);
                        }),
                Case.of(
                        "free-credit-without-data",
                        "A free round's credit without freeRoundData pays or is refused truthfully",
                        "RND-2 ERR-4 D-54",
                        t -> {
                            var bet = t.bet(t.debit(0).free(t.campaign(), t.units(20)));
                            var before = t.balance();
                            var answer = t.send(t.credit(bet, t.units(3)).text("reason", "freeround"));
                            t.requireMoved(before, answer.status() == 200 ? t.units(3) : t.units(0), "RND-2", "");
                            t.observe(Observation.ofStatus(
                                    "D-54",
                                    "a free round's credit without freeRoundData",
                                    answer,
                                    "pay it: the data is informational",
                                    200));
                        }),
                Case.of(
                        "unknown-inner-fields",
                        "Unknown fields inside the stake, and the usual fields in another order, are accepted",
                        "WAL-4 SIG-14",
                        t -> {
                            var debit = t.debit(2)
                                    .with(
                                            "stake",
                                            "{\"note\":\"x\",\"currency\":"
                                                    + MovementBody.quoted(
                                                            t.player().currency()) + ",\"amount\":"
                                                    + t.units(2).toPlainString() + ",\"parts\":[1,2]}");
                            takesItsStake(t, debit, debit.json(), "a stake with unknown fields");
                            var turned = t.debit(2);
                            takesItsStake(t, turned, turned.rearranged(), "a debit with transactionId at its end");
                        }),
                Case.of(
                        "debit-with-the-stated-fields",
                        "A debit without gameId and stake.currency, which the specification does not promise, is"
                                + " applied",
                        "WAL-4 D-16 D-54",
                        t -> {
                            var debit = t.debit(2).without("gameId");
                            takesItsStake(t, debit, debit.json(), "a debit without gameId");
                            var plain = t.debit(2)
                                    .with("stake", "{\"amount\":" + t.units(2).toPlainString() + "}");
                            takesItsStake(t, plain, plain.json(), "a debit without stake.currency");
                        }),
                Case.of(
                        "tail-changed-after-an-accepted-body",
                        "A change at the end of a long body is refused, even when its beginning was accepted before",
                        "SIG-5 SIG-8 SIG-13",
                        BodyCases::changedTails),
                Case.of(
                        "very-deep-nesting",
                        "Ten thousand levels of nesting are refused or ignored, and the status is truthful",
                        "ERR-4 ERR-3 D-38",
                        t -> {
                            var debit = t.debit(2);
                            var deep = debit.with("extra", "[".repeat(10_000) + "]".repeat(10_000));
                            OpenPoints.bytes(
                                    t, debit, t.request(debit).body(deep.json()), "ten thousand levels of nesting");
                        }));
    }

    /** Writes other values under the names of the fields, but in capitals. */
    private static String inCapitals(CaseContext t) {
        return Stream.of("transactionId", "gameRoundId", "playerId", "token")
                        .map(name ->
                                MovementBody.quoted(name.toUpperCase(Locale.ROOT)) + ":" + MovementBody.quoted(t.id()))
                        .collect(Collectors.joining(","))
                + ",\"REASON\":\"freeround\"";
    }

    private static String nested(MovementBody debit, String id) {
        return beside(debit, "\"extra\":{\"transactionId\":" + MovementBody.quoted(id) + "}", true);
    }

    /** Returns the body with raw fields at its beginning or end. */
    private static String beside(MovementBody message, String fields, boolean first) {
        var json = message.json();
        return first
                ? "{" + fields + "," + json.substring(1)
                : json.substring(0, json.length() - 1) + "," + fields + "}";
    }

    private static void takesItsStake(CaseContext t, MovementBody debit, String body, String what) {
        var before = t.balance();
        var answer = t.send(debit, t.request(debit).body(body));
        Check.require(answer.status() != 401, "SIG-14", "no 401 for " + what, Check.describe(answer), "", answer);
        Check.requireStatus(200, answer, "WAL-4", what, "Ignore fields that the specification does not name.");
        t.requireMoved(before, debit.amount().negate(), "WAL-4", "Read the stake from stake.amount.");
    }

    /** Sends a debit twice, the second time with its id spelled in another way. */
    private static void escaped(CaseContext t, String id, UnaryOperator<String> spelling) {
        var debit = t.debit(id, t.id(), t.units(3));
        var before = t.balance();
        var first = t.send(debit);
        if (first.status() != 200) {
            OpenPoints.truthful(t, id, first, before, "an unusual id");
            t.observe(Observation.ofStatus("D-36", "such an id", first, "accept 1 to 255 characters", 200));
            return;
        }
        var respelled = debit.with("transactionId", '"' + spelling.apply(id) + '"');
        t.send(
                debit,
                t.request(debit).body(respelled.text("gameRoundId", t.id()).json()));
        t.requireMoved(before, t.units(-3), "IDM-1", "An escape is another spelling of the same string.");
        var again = t.send(debit, t.request(debit).body(respelled.json()));
        t.requireMoved(before, t.units(-3), "IDM-1", "An escape is another spelling of the same string.");
        Check.requireReplay(first, again, "the debit with an escape in its id");
    }

    private static void changedTails(CaseContext t) {
        var time = Long.toString(t.now());
        var debits = Arrays.stream(LENGTHS)
                .mapToObj(length -> t.debit(2).text("extra", "a".repeat(length)))
                .toList();
        var accepted = t.sendBeside(debits.stream()
                .<Supplier<WalletResponse>>map(
                        debit -> () -> t.send(debit, t.request(debit).timestamp(time)))
                .toList());
        var before = t.balance();
        var changed = t.sendBeside(debits.stream()
                .<Supplier<WalletResponse>>map(debit -> () -> t.send(debit, withChangedTail(t, debit, time)))
                .toList());
        for (var i = 0; i < LENGTHS.length; i++) {
            if (accepted.get(i).status() == 200) {
                Check.requireUnauthorized(
                        changed.get(i), "SIG-5", "a body of " + LENGTHS[i] + " bytes whose end was changed");
            } else {
                t.observe(Observation.ofStatus(
                        "D-36", "a body of " + LENGTHS[i] + " bytes", accepted.get(i), "accept 64 KiB", 200));
            }
        }
        t.requireUnmoved(before, "SIG-13", "");
    }

    private static Request withChangedTail(CaseContext t, MovementBody debit, String time) {
        var json = debit.json();
        return t.request(debit)
                .timestamp(time)
                .body(json.substring(0, json.length() - 3) + "b" + json.substring(json.length() - 2))
                .signedData(json.getBytes(StandardCharsets.UTF_8));
    }
}
