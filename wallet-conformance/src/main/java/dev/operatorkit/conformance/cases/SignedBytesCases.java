package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Checks that the signature covers the bytes as sent: changed ones are refused, unusual ones are not (SIG-5, SIG-6, SIG-8). */
final class SignedBytesCases {
    private static final String ONLY_BODY = "Only the body is signed; ignore the query.";
    static final Group GROUP = Group.of(
            "Signed bytes",
            changed("white-space-added-after-signing", m -> m.json().replace("\":", "\": "))
                    .title("White space added to the body after signing is refused"),
            changed("line-feed-added-after-signing", m -> m.json() + "\n")
                    .title("A line feed added at the end of the body after signing is refused"),
            changed("key-order-changed-after-signing", m -> m.rearranged().replaceAll("\\s+", ""))
                    .title("Keys reordered after signing are refused"),
            changed("number-rewritten-after-signing", SignedBytesCases::withAnotherZero)
                    .title("An amount rewritten after signing is refused although the value is the same"),
            changed("escape-rewritten-after-signing", m -> m.json().replace("\"bet\"", "\"\\u0062et\""))
                    .title("A letter escaped after signing is refused although the text is the same"),
            changed("field-added-after-signing", m -> m.with("extra", "1").json())
                    .title("An unknown field added to the body after signing is refused"),
            changed("stake-changed-after-signing", m -> m.amount("0").json())
                    .title("A stake changed after signing is refused"),
            changed("player-changed-after-signing", SignedBytesCases::ofAnotherPlayer)
                    .title("A player changed after signing is refused"),
            changed("byte-order-mark-added-after-signing", m -> "\uFEFF" + m.json())
                    .title("A byte order mark put before the body after signing is refused"),
            Case.readOnly("far-byte-changed-after-signing", "SIG-5 SIG-8 SIG-13", SignedBytesCases::changeFarByte)
                    .title("A change near the end of a long body is refused like one at its beginning"),
            Case.of("credit-changed-after-signing", "SIG-8 SIG-13", SignedBytesCases::changeCredit)
                    .title("A payout changed after signing is refused"),
            signed("hostile-key-order-and-white-space", MovementBody::rearranged)
                    .title("Keys in reverse order with much white space, signed as sent, are accepted"),
            signed("escapes-in-a-signed-body", SignedBytesCases::withNeedlessEscapes)
                    .title("Needless escapes, signed as sent, are accepted"),
            signed("escaped-slashes-in-a-signed-body", m -> withExtra(m, "\"a\\/b\\/c\""))
                    .title("Escaped slashes in an unknown field, signed as sent, are accepted"),
            signed("unicode-in-a-signed-body", m -> withExtra(m, "\"Zürich 東京 🎲 é\""))
                    .title("Non-Latin letters and an emoji in an unknown field, signed as sent, are accepted"),
            signed("unknown-fields", m -> withExtra(m, "{\"a\":[1,{\"b\":null}],\"stake\":{\"amount\":99}}"))
                    .title("Unknown fields, nested ones too, are signed and otherwise ignored"),
            signed("white-space-around-a-signed-body", m -> " \r\n\t" + m.json() + "\r\n\r\n ")
                    .title("White space before and after the object, signed as sent, is accepted"),
            signed("long-signed-body", m -> m.text("extra", "a".repeat(3000)).json())
                    .title("A body of three thousand characters, signed as sent, is accepted"),
            Case.of("settlements-with-hostile-key-order", "SIG-5 SIG-14", SignedBytesCases::rearrangeSettlements)
                    .title("A credit and a rollback with keys in reverse order, signed as sent, are accepted"),
            usual("query-in-another-order", SignedBytesCases::reorderedQuery)
                    .title("The player callback with its parameters in another order, signed as sent, is accepted"),
            usual("query-with-needless-escapes", SignedBytesCases::escapedQuery)
                    .title("The token written with percent escapes, signed as sent, is accepted"),
            longer("query-with-reserved-characters", "&x=%2B%2F%3D%26%20%7C%25")
                    .title("Escaped reserved characters in another parameter are signed as sent"),
            longer("query-with-lower-case-escapes", "&x=%2b%2f%c3%a9")
                    .title("Percent escapes in lower case are signed as sent"),
            longer("query-with-a-plus", "&x=a+b").title("A plus in the query is signed as sent"),
            longer("query-with-empty-and-doubled-parameters", "&x=&y&x=1")
                    .title("Empty and doubled parameters are signed as sent"),
            changedQuery("query-reordered-after-signing", SignedBytesCases::reorderedQuery)
                    .title("Parameters reordered after signing are refused"),
            changedQuery("query-escaped-after-signing", SignedBytesCases::escapedQuery)
                    .title("A query whose escapes were changed after signing is refused"),
            changedQuery("parameter-added-after-signing", t -> t.playerQuery() + "&x=1")
                    .title("A parameter added after signing is refused"),
            Case.readOnly("query-not-signed", "SIG-6 SIG-13", SignedBytesCases::leaveQueryUnsigned)
                    .title("A player callback whose query is not signed is refused"),
            Case.readOnly("escaped-query-signed-decoded", "SIG-6 SIG-14", SignedBytesCases::signDecodedQuery)
                    .title("A query with escapes, signed in its decoded form, is refused"),
            Case.of("lookup-with-an-unsigned-query", "SIG-6 SIG-13", SignedBytesCases::addQueryToLookup)
                    .title("A query added to a lookup after signing is refused"),
            Case.of("query-on-a-debit", "SIG-5 D-41", SignedBytesCases::addQueryToDebit)
                    .title("A query on a request with a body, which the signature does not cover, does not change the"
                            + " debit"),
            Case.of("query-with-another-player", "SIG-13 D-41", SignedBytesCases::addQueryWithAnotherPlayer)
                    .title("A query on a debit, which the signature does not cover, moves no other player's money")
                    .twoPlayers(),
            Case.of("body-on-a-lookup", "D-53", SignedBytesCases::addBodyToLookup)
                    .observes("A body on a GET, which the signature does not cover"));

    private SignedBytesCases() {}

    private static String withAnotherZero(MovementBody message) {
        var text = message.amount().toPlainString();
        return message.amount(text + (text.contains(".") ? "0" : ".0")).json();
    }

    private static String ofAnotherPlayer(MovementBody message) {
        return message.text("playerId", message.player().accountId() + "0").json();
    }

    private static String withNeedlessEscapes(MovementBody message) {
        return message.json().replace("\"bet\"", "\"\\u0062\\u0065t\"").replace("\"gameId\"", "\"game\\u0049d\"");
    }

    private static String withExtra(MovementBody message, String raw) {
        return message.with("extra", raw).json();
    }

    private static void changeFarByte(CaseContext t) {
        var debit = t.debit(2).text("zzz", "a".repeat(6000));
        var what = "a long body changed at its end";
        SignatureCases.sendSpoiled(t, debit, "SIG-8", what, r -> withChangedTail(r, debit));
    }

    /** Changes the third byte from the end of a body after signing. */
    static Request withChangedTail(Request request, MovementBody debit) {
        var json = debit.json();
        var changed = json.substring(0, json.length() - 3) + "b" + json.substring(json.length() - 2);
        return request.body(changed).signedData(json);
    }

    private static void changeCredit(CaseContext t) {
        var credit = t.credit(t.bet(2), 2);
        var sent = credit.amount(t.units(9).toPlainString()).json();
        UnaryOperator<Request> spoil = r -> r.body(sent).signedData(credit.json());
        SignatureCases.sendSpoiled(t, credit, "SIG-8", "changed after signing", spoil);
    }

    private static void rearrangeSettlements(CaseContext t) {
        for (var message : List.of(t.credit(t.bet(2), 2), t.rollback(t.bet(2)))) {
            var answer = t.send(message, t.request(message).body(message.rearranged()));
            Check.requireApplied(answer, "SIG-14", "a " + message.kind().callback() + " written unusually");
        }
    }

    private static void leaveQueryUnsigned(CaseContext t) {
        requireQueryRefused(t, "", "a query that is not signed");
        requireQueryRefused(t, "?" + t.playerQuery(), "a query signed with its question mark");
        requireQueryRefused(t, "{}", "a query signed as an empty object");
    }

    private static void requireQueryRefused(CaseContext t, String signed, String what) {
        Check.requireUnauthorized(t.send(t.playerCall(t.player()).signedData(signed)), "SIG-6", what);
    }

    private static void signDecodedQuery(CaseContext t) {
        var answer = t.send(t.playerCall(escapedQuery(t)).signedData(t.playerQuery()));
        Check.requireUnauthorized(answer, "SIG-6", "a query signed in its decoded form");
    }

    private static void addQueryToLookup(CaseContext t) {
        var answer = t.send(t.lookupCall(t.bet(1).id()).query("x=1").signedData(""));
        Check.requireUnauthorized(answer, "SIG-6", "a lookup with a query that is not signed");
    }

    private static void addQueryToDebit(CaseContext t) {
        var debit = t.debit(2);
        var stake = t.units(9);
        var instead = "playerId=other&amount=" + stake + "&stake.amount=" + stake + "&stake%5Bamount%5D=" + stake
                + "&transactionId=" + t.id() + "&x=%2B";
        var request = t.request(debit).query(instead);
        var answer = OpenPoints.sendDebit(
                t, debit, request, "a debit with a query", advise("D-41", "ignore the query", 200));
        if (answer != null && answer.status() == 200) {
            t.requireKnown(debit.id(), "SIG-5", ONLY_BODY);
        }
    }

    private static void addQueryWithAnotherPlayer(CaseContext t) {
        var debit = t.debit(2).without("token");
        var other = t.other();
        var before = t.balance(other);
        t.send(debit, t.request(debit).query("playerId=" + Player.encoded(other.accountId())));
        t.requireUnmoved(other, before, "SIG-13", ONLY_BODY);
    }

    private static void addBodyToLookup(CaseContext t) {
        var path = t.player().lookupPath(t.bet(1).id());
        var call = Request.of("GET", path, "{}".getBytes(StandardCharsets.UTF_8));
        t.observe("a lookup with a body", t.send(call.onNewConnection()), advise("D-53", "refuse with 401", 401));
    }

    /** Changes the body of a debit after signing. */
    private static Untitled changed(String id, Function<MovementBody, String> change) {
        return Case.titledReadOnly(id, "SIG-8 SIG-5 SIG-13 SIG-14", (t, title) -> {
            var debit = t.debit(10);
            UnaryOperator<Request> spoil = r -> r.body(change.apply(debit)).signedData(debit.json());
            SignatureCases.sendSpoiled(t, debit, "SIG-8", title, spoil);
        });
    }

    /** Sends an unusual body, signed as sent: accepted, and exactly the stake is taken. */
    private static Untitled signed(String id, Function<MovementBody, String> writing) {
        return Case.titled(id, "SIG-5 SIG-14", (t, title) -> {
            var debit = t.debit(10);
            var before = t.balance();
            var answer = t.send(debit, t.request(debit).body(writing.apply(debit)));
            var what = "a debit signed as sent (" + title + ")";
            // A wallet that verified the debit refused its fields, not its signature.
            Check.requireRefusalIsNot(answer, 422, "WAL-4", what);
            Check.requireApplied(answer, before.subtract(debit.amount()), "SIG-14", what);
            t.requireMoved(before, debit.amount().negate(), "WAL-4", "");
        });
    }

    /** Writes the usual query in another way, signed as sent: it is accepted. */
    private static Untitled usual(String id, Function<CaseContext, String> raw) {
        return Case.titledReadOnly(id, "SIG-6 SIG-14", (t, title) -> {
            var answer = t.send(t.playerCall(raw.apply(t)));
            requireVerified(t, answer);
            var read = "Read parameters by name and decode their percent escapes.";
            Check.requireStatus(200, answer, "WAL-2", title, read);
        });
    }

    /** Sends a query with more than the usual parameters, signed as sent: never 401. */
    private static Untitled longer(String id, String addition) {
        return Case.readOnly(
                id, "SIG-6 SIG-14", t -> requireVerified(t, t.send(t.playerCall(t.playerQuery() + addition))));
    }

    private static void requireVerified(CaseContext t, WalletResponse answer) {
        var verify = "Verify the raw query string as it arrived, and decode it afterwards.";
        Check.require(answer, answer.status() != 401, "SIG-6", "200 for a query signed as sent", verify);
        if (answer.status() != 200) {
            t.observe("an unusual query", answer, advise("D-31", "accept it", 200));
            return;
        }
        var account = t.player().accountId();
        var isOwn = answer.json().path("accountId").asText().equals(account);
        Check.require(answer, isOwn, "WAL-2", "the account " + account);
    }

    private static Untitled changedQuery(String id, Function<CaseContext, String> sent) {
        return Case.titledReadOnly(id, "SIG-6 SIG-13 SIG-14", (t, title) -> {
            var answer = t.send(t.playerCall(sent.apply(t)).signedData(t.playerQuery()));
            Check.requireUnauthorized(answer, "SIG-6", title);
        });
    }

    private static String reorderedQuery(CaseContext t) {
        return t.playerQuery().replaceFirst("(.*)&(.*)", "$2&$1");
    }

    /** Writes every character of the token as a percent escape. */
    private static String escapedQuery(CaseContext t) {
        var token = t.player().token().getBytes(StandardCharsets.UTF_8);
        return "gameId=" + Player.encoded(t.game()) + "&token="
                + HexFormat.of().withPrefix("%").withUpperCase().formatHex(token);
    }
}
