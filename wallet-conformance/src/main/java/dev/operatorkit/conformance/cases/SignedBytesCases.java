package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Checks that the signature covers the bytes as sent: changed ones are refused, unusual ones are not (SIG-5, SIG-6, SIG-8). */
final class SignedBytesCases {
    private SignedBytesCases() {}

    static Group group() {
        return Group.of(
                "Signed bytes",
                changed(
                        "white-space-added-after-signing",
                        "White space added to the body after signing is refused",
                        m -> m.json().replace("\":", "\": ")),
                changed(
                        "line-feed-added-after-signing",
                        "A line feed added at the end of the body after signing is refused",
                        m -> m.json() + "\n"),
                changed(
                        "key-order-changed-after-signing",
                        "Keys reordered after signing are refused",
                        m -> m.rearranged().replaceAll("\\s+", "")),
                changed(
                        "number-rewritten-after-signing",
                        "An amount rewritten after signing is refused although the value is the same",
                        m -> m.amount(m.amount().toPlainString() + (m.amount().scale() > 0 ? "0" : ".0"))
                                .json()),
                changed(
                        "escape-rewritten-after-signing",
                        "A letter escaped after signing is refused although the text is the same",
                        m -> m.json().replace("\"bet\"", "\"\\u0062et\"")),
                changed(
                        "field-added-after-signing",
                        "An unknown field added to the body after signing is refused",
                        m -> m.with("extra", "1").json()),
                changed(
                        "stake-changed-after-signing",
                        "A stake changed after signing is refused",
                        m -> m.amount(m.player().units(1).toPlainString()).json()),
                changed(
                        "player-changed-after-signing",
                        "A player changed after signing is refused",
                        m -> m.text("playerId", m.player().accountId() + "0").json()),
                changed(
                        "byte-order-mark-added-after-signing",
                        "A byte order mark put before the body after signing is refused",
                        m -> "\uFEFF" + m.json()),
                Case.of(
                        "far-byte-changed-after-signing",
                        "A change near the end of a long body is refused like one at its beginning",
                        "SIG-5 SIG-8 SIG-13",
                        t -> {
                            var debit = t.debit(2).text("zzz", "a".repeat(6000));
                            var signed = debit.json();
                            var sent = signed.substring(0, signed.length() - 3) + "b"
                                    + signed.substring(signed.length() - 2);
                            SignatureCases.spoiledDebit(
                                    t,
                                    debit,
                                    t.request(debit).body(sent).signedData(signed),
                                    "SIG-8",
                                    "a long body changed at its end");
                        }),
                Case.of(
                        "credit-changed-after-signing",
                        "A payout changed after signing is refused",
                        "SIG-8 SIG-13",
                        t -> {
                            var bet = t.bet(2);
                            var before = t.balance();
                            var credit = t.credit(bet, t.units(2));
                            var sent = t.credit(bet.player(), credit.id(), bet.round(), bet.id(), t.units(9))
                                    .json();
                            var answer =
                                    t.send(credit, t.request(credit).body(sent).signedData(credit.json()));
                            Check.requireUnauthorized(answer, "SIG-8", "a credit changed after signing");
                            t.requireUnmoved(before, "SIG-13", "A credit was refused with 401, but money moved.");
                        }),
                signed(
                        "hostile-key-order-and-white-space",
                        "Keys in reverse order with much white space, signed as sent, are accepted",
                        "SIG-5 SIG-14",
                        MovementBody::rearranged),
                signed(
                        "escapes-in-a-signed-body",
                        "Needless escapes, signed as sent, are accepted",
                        "SIG-5 SIG-14",
                        m -> m.json()
                                .replace("\"bet\"", "\"\\u0062\\u0065t\"")
                                .replace("\"gameId\"", "\"game\\u0049d\"")),
                signed(
                        "escaped-slashes-in-a-signed-body",
                        "Escaped slashes in an unknown field, signed as sent, are accepted",
                        "SIG-5 SIG-14",
                        m -> m.with("extra", "\"a\\/b\\/c\"").json()),
                signed(
                        "unicode-in-a-signed-body",
                        "Non-Latin letters and an emoji in an unknown field, signed as sent, are accepted",
                        "SIG-5 SIG-14",
                        m -> m.with("extra", "\"Zürich 東京 🎲 é\"").json()),
                signed(
                        "unknown-fields",
                        "Unknown fields, nested ones too, are signed and otherwise ignored",
                        "SIG-5 SIG-14",
                        m -> m.with("extra", "{\"a\":[1,{\"b\":null}],\"stake\":{\"amount\":99}}")
                                .with("x", "true")
                                .json()),
                signed(
                        "white-space-around-a-signed-body",
                        "White space before and after the object, signed as sent, is accepted",
                        "SIG-5 SIG-14",
                        m -> " \r\n\t" + m.json() + "\r\n\r\n "),
                signed(
                        "long-signed-body",
                        "A body of three thousand characters, signed as sent, is accepted",
                        "SIG-5 SIG-14",
                        m -> m.text("extra", "a".repeat(3000)).json()),
                Case.of(
                        "settlements-with-hostile-key-order",
                        "A credit and a rollback with keys in reverse order, signed as sent, are accepted",
                        "SIG-5 SIG-14",
                        t -> {
                            var won = t.bet(2);
                            var credit = t.credit(won, won.stake());
                            Check.requireApplied(
                                    t.send(credit, t.request(credit).body(credit.rearranged())),
                                    "SIG-14",
                                    "a credit written unusually");
                            var lost = t.bet(2);
                            var rollback = t.rollback(lost);
                            Check.requireApplied(
                                    t.send(rollback, t.request(rollback).body(rollback.rearranged())),
                                    "SIG-14",
                                    "a rollback written unusually");
                        }),
                query(
                        "query-in-another-order",
                        "The player callback with its parameters in another order, signed as sent, is accepted",
                        t -> "token=" + token(t) + "&gameId=" + Player.encoded(t.game())),
                query(
                        "query-with-needless-escapes",
                        "The token written with percent escapes, signed as sent, is accepted",
                        t -> "gameId=" + Player.encoded(t.game()) + "&token="
                                + escaped(t.player().token())),
                query(
                        "query-with-reserved-characters",
                        "Escaped reserved characters in another parameter are signed as sent",
                        t -> usual(t) + "&x=%2B%2F%3D%26%20%7C%25"),
                query(
                        "query-with-lower-case-escapes",
                        "Percent escapes in lower case are signed as sent",
                        t -> usual(t) + "&x=%2b%2f%c3%a9"),
                query("query-with-a-plus", "A plus in the query is signed as sent", t -> usual(t) + "&x=a+b"),
                query(
                        "query-with-empty-and-doubled-parameters",
                        "Empty and doubled parameters are signed as sent",
                        t -> usual(t) + "&x=&y&x=1"),
                changedQuery(
                        "query-reordered-after-signing",
                        "Parameters reordered after signing are refused",
                        t -> "token=" + token(t) + "&gameId=" + Player.encoded(t.game())),
                changedQuery(
                        "query-escaped-after-signing",
                        "A query whose escapes were changed after signing is refused",
                        t -> "gameId=" + Player.encoded(t.game()) + "&token="
                                + escaped(t.player().token())),
                changedQuery(
                        "parameter-added-after-signing",
                        "A parameter added after signing is refused",
                        t -> usual(t) + "&x=1"),
                Case.of(
                        "query-not-signed",
                        "A player callback whose query is not signed is refused",
                        "SIG-6 SIG-13",
                        t -> {
                            Check.requireUnauthorized(
                                    t.send(t.playerCall(t.player()).signedData("")),
                                    "SIG-6",
                                    "a query that is not signed");
                            Check.requireUnauthorized(
                                    t.send(t.playerCall(t.player()).signedData("?" + usual(t))),
                                    "SIG-6",
                                    "a query signed with its question mark");
                            Check.requireUnauthorized(
                                    t.send(t.playerCall(t.player()).signedData("{}")),
                                    "SIG-6",
                                    "a query signed as an empty object");
                        }),
                Case.of(
                        "escaped-query-signed-decoded",
                        "A query with escapes, signed in its decoded form, is refused",
                        "SIG-6 SIG-14",
                        t -> {
                            var raw = "gameId=" + Player.encoded(t.game()) + "&token="
                                    + escaped(t.player().token());
                            Check.requireUnauthorized(
                                    t.send(Request.get("/player").query(raw).signedData(usual(t))),
                                    "SIG-6",
                                    "a query signed in its decoded form");
                        }),
                Case.of(
                        "lookup-with-an-unsigned-query",
                        "A query added to a lookup after signing is refused",
                        "SIG-6 SIG-13",
                        t -> {
                            var bet = t.bet(1);
                            Check.requireUnauthorized(
                                    t.send(t.lookupCall(bet.id()).query("x=1").signedData("")),
                                    "SIG-6",
                                    "a lookup with a query that is not signed");
                        }),
                Case.of(
                        "query-on-a-debit",
                        "A query on a request with a body, which the signature does not cover, does not change the"
                                + " debit",
                        "SIG-5 D-41",
                        t -> {
                            var debit = t.debit(2);
                            var instead = "playerId=nobody&amount=" + t.units(9) + "&stake.amount=" + t.units(9)
                                    + "&stake%5Bamount%5D=" + t.units(9) + "&transactionId=" + t.id() + "&x=%2B";
                            var answer = OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit).query(instead),
                                    "a debit with a query",
                                    "D-41",
                                    "ignore the query",
                                    200);
                            if (answer != null && answer.status() == 200) {
                                t.requireKnown(debit.id(), "SIG-5", "Only the body is signed; ignore the query.");
                            }
                        }),
                Case.of(
                                "query-with-another-player",
                                "A query on a debit, which the signature does not cover, moves no other player's money",
                                "SIG-13 D-41",
                                t -> {
                                    var debit = t.debit(2).without("token");
                                    var others = t.balance(t.other());
                                    t.send(
                                            debit,
                                            t.request(debit)
                                                    .query("playerId="
                                                            + Player.encoded(
                                                                    t.other().accountId())));
                                    t.requireMoved(
                                            t.other(),
                                            others,
                                            java.math.BigDecimal.ZERO,
                                            "SIG-13",
                                            "Only the body is signed; ignore the query.");
                                })
                        .twoPlayers(),
                Case.of(
                        "body-on-a-lookup",
                        "A body on a GET, which the signature does not cover: the behaviour of the wallet is observed",
                        "D-53",
                        t -> {
                            var bet = t.bet(1);
                            var call = Request.of(
                                    "GET", t.player().lookupPath(bet.id()), "{}".getBytes(StandardCharsets.UTF_8));
                            t.observe(Observation.ofStatus(
                                    "D-53",
                                    "a lookup with a body",
                                    t.send(call.onNewConnection()),
                                    "refuse with 401",
                                    401));
                        }));
    }

    /** Creates a case that changes the body of a debit after signing. */
    private static Case changed(String id, String title, Function<MovementBody, String> change) {
        return Case.of(id, title, "SIG-8 SIG-5 SIG-13 SIG-14", t -> {
            var debit = t.debit(10);
            SignatureCases.spoiledDebit(
                    t, debit, t.request(debit).body(change.apply(debit)).signedData(debit.json()), "SIG-8", title);
        });
    }

    /** Creates a case with an unusual body, signed as sent: accepted, and exactly the stake is taken. */
    private static Case signed(String id, String title, String rules, Function<MovementBody, String> writing) {
        return Case.of(id, title, rules, t -> {
            var debit = t.debit(10);
            var before = t.balance();
            Check.requireApplied(
                    refusedForItsFields(t.send(debit, t.request(debit).body(writing.apply(debit))), title),
                    before.subtract(debit.amount()),
                    "SIG-14",
                    "a debit signed as sent (" + title + ")");
            t.requireMoved(before, debit.amount().negate(), "WAL-4", "");
        });
    }

    /** Fails when the wallet refused a debit that it verified: then the fields were refused, not the signature. */
    private static WalletResponse refusedForItsFields(WalletResponse answer, String title) {
        Check.requireRefusalIsNot(answer, 422, "WAL-4", "a debit signed as sent (" + title + ")");
        return answer;
    }

    /** Creates a case with an unusual query, signed as sent: never 401. */
    private static Case query(String id, String title, Function<CaseContext, String> raw) {
        return Case.of(id, title, "SIG-6 SIG-14", t -> {
            var answer = t.send(Request.get("/player").query(raw.apply(t)));
            Check.require(
                    answer.status() != 401,
                    "SIG-6",
                    "200 for a query signed as sent",
                    Check.describe(answer),
                    "Verify the raw query string as it arrived, and decode it afterwards.",
                    answer);
            if (id.equals("query-in-another-order") || id.equals("query-with-needless-escapes")) {
                Check.requireStatus(
                        200, answer, "WAL-2", title, "Read parameters by name and decode their percent escapes.");
            }
            acceptedOrObserved(t, answer);
        });
    }

    private static void acceptedOrObserved(CaseContext t, WalletResponse answer) {
        if (answer.status() != 200) {
            t.observe(Observation.ofStatus("D-31", "an unusual query", answer, "accept it", 200));
            return;
        }
        Check.require(
                answer.json().path("accountId").asText().equals(t.player().accountId()),
                "WAL-2",
                "the account " + t.player().accountId(),
                Check.describe(answer),
                "",
                answer);
    }

    private static Case changedQuery(String id, String title, Function<CaseContext, String> sent) {
        return Case.of(
                id,
                title,
                "SIG-6 SIG-13 SIG-14",
                t -> Check.requireUnauthorized(
                        t.send(Request.get("/player").query(sent.apply(t)).signedData(usual(t))), "SIG-6", title));
    }

    private static String usual(CaseContext t) {
        return "gameId=" + Player.encoded(t.game()) + "&token=" + token(t);
    }

    private static String token(CaseContext t) {
        return Player.encoded(t.player().token());
    }

    /** Writes every character as a percent escape. */
    private static String escaped(String text) {
        var out = new StringBuilder();
        for (var b : text.getBytes(StandardCharsets.UTF_8)) {
            out.append(String.format("%%%02X", b & 0xff));
        }
        return out.toString();
    }
}
