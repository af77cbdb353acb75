package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;
import static dev.operatorkit.conformance.suite.Advice.refuse;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Checks that statuses are truthful: 422 nothing was written, 500 something was (ERR-3, ERR-4, GEN-7). */
final class StatusCases {
    private static final Advice WITHOUT_REASON =
            advise("D-18", "accept it, or refuse it with 422: the service always sends one", 200, 422);
    static final Group GROUP = Group.of(
            "Statuses",
            Case.readOnly("refused-signature-has-a-message", "GEN-7 ERR-2", StatusCases::explainRefusedSignature)
                    .title("401 explains itself in the error body"),
            Case.of("refusals-have-messages", "GEN-7", StatusCases::explainRefusals)
                    .title("Refusals explain themselves in the error body"),
            Case.readOnly("messages-hide-the-secret", "SIG-17", StatusCases::hideSecret)
                    .title("No refusal shows the secret or the valid signature"),
            bad("missing-stake", m -> m.without("stake"))
                    .title("A debit without a stake is refused or takes nothing, and its status is truthful"),
            bad("null-stake", m -> m.with("stake", "null"))
                    .title("A stake of null is refused or takes nothing, and its status is truthful"),
            bad("null-amount", m -> m.amount("null"))
                    .title("An amount of null is refused or takes nothing, and its status is truthful"),
            bad("missing-amount", m -> m.with("stake", "{}"))
                    .title("A stake without an amount is refused or takes nothing, and its status is truthful"),
            bad("amount-of-another-type", m -> m.amount("true"))
                    .title("An amount that is a boolean is refused or takes nothing, and its status is truthful"),
            bad("amount-as-a-list", m -> m.amount("[2]"))
                    .title("An amount that is a list is refused or takes nothing, and its status is truthful"),
            bad("amount-as-an-object", m -> m.amount("{\"value\":2}"))
                    .title("An amount that is an object is refused or takes nothing, and its status is truthful"),
            bad("amount-in-words", m -> m.amount("\"abc\""))
                    .title("An amount that is text is refused or takes nothing, and its status is truthful"),
            unreadable("not-a-number", m -> m.amount("NaN").json())
                    .title("A stake of NaN, which is not JSON, is refused and moves nothing"),
            bad("stake-as-a-number", m -> m.with("stake", "\"2\""))
                    .title("A stake that is not an object is refused or takes nothing, and its status is truthful"),
            bad("null-ids", m -> m.with("transactionId", "null").with("gameRoundId", "null"))
                    .title("Ids of null are refused or take nothing, and its status is truthful"),
            OpenPoints.debit("amount-as-a-string", "WAL-16 D-20 ERR-3 ERR-4", refuse("D-20"), StatusCases::quoteAmount)
                    .observes("An amount in quotes"),
            OpenPoints.debit(
                            "missing-transaction-id",
                            "ERR-4 D-20",
                            refuse("D-20"),
                            t -> t.debit(2).without("transactionId"))
                    .title("A debit without transactionId is refused, and its status is truthful"),
            OpenPoints.debit(
                            "missing-round",
                            "ERR-4 D-20",
                            refuse("D-20"),
                            t -> t.debit(2).without("gameRoundId"))
                    .title("A debit without gameRoundId is refused, and its status is truthful"),
            OpenPoints.debit("missing-reason", WITHOUT_REASON, t -> t.debit(2).without("reason"))
                    .observes("A debit without a reason"),
            Case.of("unknown-reason", "D-18 WAL-4 ERR-3 ERR-4", StatusCases::sendUnknownReasons)
                    .title("An unknown reason is accepted and takes the stake, or is refused"),
            unreadable("cut-off-json", m -> m.json().substring(0, m.json().length() - 9))
                    .title("A body that ends in the middle, validly signed, is refused and moves nothing"),
            unreadable("no-json", m -> "transactionId=" + m.id() + "&stake=2")
                    .title("A body that is not JSON, validly signed, is refused and moves nothing"),
            unreadable("json-list", m -> "[" + m.json() + "]")
                    .title("A list in place of the object is refused and moves nothing"),
            unreadable("json-null", m -> "null").title("null in place of the object is refused and moves nothing"),
            unreadable("json-string", m -> "\"" + m.id() + "\"")
                    .title("A string in place of the object is refused and moves nothing"),
            unreadable("empty-object", m -> "{}").title("An empty object is refused and moves nothing"),
            Case.readOnly("empty-body", "SIG-7 ERR-4", StatusCases::sendEmptyBody)
                    .title("A debit without a body, validly signed, is refused and moves nothing"),
            Case.of("unreadable-settlements", "RND-2 RND-3 D-38", StatusCases::sendUnreadableSettlements)
                    .title("A credit and a rollback that are not JSON are refused and move nothing"),
            verifiedFirst("bad-json-with-a-bad-signature", (t, r) -> r.body("{\"transactionId\":"))
                    .title("A body that is not JSON, with a bad signature, gets 401"),
            verifiedFirst("missing-fields-with-a-bad-signature", (t, r) -> r.body("{}"))
                    .title("An object without fields, with a bad signature, gets 401"),
            verifiedFirst(
                            "unknown-player-with-a-bad-signature",
                            (t, r) -> r.body(ofUnknownPlayer(t).json()))
                    .title("An unknown player, with a bad signature, gets 401"),
            verifiedFirst(
                            "too-large-a-stake-with-a-bad-signature",
                            (t, r) -> r.body(DebitCases.overBalance(t).json()))
                    .title("A stake over the balance, with a bad signature, gets 401"),
            verifiedFirst("other-content-type-with-a-bad-signature", (t, r) -> r.header("Content-Type", "text/plain"))
                    .title("A debit sent as text/plain, with a bad signature, gets 401"),
            verifiedFirst(
                            "negative-stake-with-a-bad-signature",
                            (t, r) -> r.body(t.debit(-1).json()))
                    .title("A negative stake, with a bad signature, gets 401"),
            Case.of("known-debit-with-a-bad-signature", "SIG-13 ERR-2", StatusCases::replayWithBadSignature)
                    .title("A replay with a bad signature gets 401 and discloses nothing"),
            Case.readOnly("unknown-transaction-with-a-bad-signature", "SIG-13 ERR-2", StatusCases::readUnknown)
                    .title("A lookup of an unknown id and an unknown token, with bad signatures, get 401"));

    private StatusCases() {}

    private static void explainRefusedSignature(CaseContext t) {
        var debit = t.debit(1);
        var answer = t.send(debit, SignatureCases.spoil(t.request(debit)));
        Check.requireUnauthorized(answer, "ERR-2", "a debit with a bad signature");
        Answers.requireMessageIfAny(t, answer, "a bad signature");
    }

    private static void explainRefusals(CaseContext t) {
        var bet = t.bet(2);
        t.settle(t.credit(bet, 2));
        for (var message : List.of(t.credit(bet, 2), t.debit(2).with("stake", "null"), t.credit(t.debit(2), 2))) {
            var answer = t.send(message);
            if (answer.status() != 200) {
                Answers.requireMessageIfAny(
                        t, answer, "a refused " + message.kind().callback());
            }
        }
    }

    /** Sends a debit with a bad signature; that the response shows a secret or the signature is found in every case. */
    private static void hideSecret(CaseContext t) {
        var debit = t.debit(1);
        t.send(debit, SignatureCases.spoil(t.request(debit)));
    }

    private static MovementBody quoteAmount(CaseContext t) {
        var debit = t.debit(2);
        return debit.amount("\"" + debit.amount().toPlainString() + "\"");
    }

    private static MovementBody ofUnknownPlayer(CaseContext t) {
        return t.debit(new Player(t.id(), t.id(), t.player().currency()), t.units(1));
    }

    private static void sendUnknownReasons(CaseContext t) {
        var advice = advise("D-18", "accept and store any reason", 200);
        for (var reason : List.of("tournament", "FreeRound", "freeround ", "free")) {
            OpenPoints.sendDebit(t, t.debit(2).text("reason", reason), "the reason '" + reason + "'", advice);
        }
    }

    private static void sendEmptyBody(CaseContext t) {
        var before = t.balance();
        var answer = t.send(Request.post("/debit", new byte[0]).onNewConnection());
        requireRefusedUnwritten(t, answer, before, "an empty body");
    }

    private static void sendUnreadableSettlements(CaseContext t) {
        var what = "a settlement that is not JSON";
        requireSettlementsRefused(t, "RND-2", what, "", message -> {
                    var json = message.json();
                    return t.request(message).body(json.substring(0, json.length() - 1));
                })
                .forEach(answer -> t.observe(what, answer, refuse("D-38")));
    }

    /** Sends a credit and a rollback of one bet as these requests, which are refused and move nothing. */
    static List<WalletResponse> requireSettlementsRefused(
            CaseContext t, String rule, String what, String hint, Function<MovementBody, Request> request) {
        var bet = t.bet(2);
        var before = t.balance();
        var answers = Stream.of(t.credit(bet, 4), t.rollback(bet))
                .map(message -> t.send(message, request.apply(message)))
                .toList();
        answers.forEach(answer -> Check.requireRefused(answer, rule, what, hint));
        t.requireUnmoved(before, rule, hint);
        return answers;
    }

    private static void replayWithBadSignature(CaseContext t) {
        var debit = t.bet(2).debit();
        var answer = t.send(debit, SignatureCases.spoil(t.request(debit)));
        Check.requireUnauthorized(answer, "SIG-13", "a replay with a bad signature");
        Check.require(answer, !answer.json().has("balance"), "SIG-13", "no balance in a refusal");
    }

    private static void readUnknown(CaseContext t) {
        var answer = t.send(SignatureCases.spoil(t.lookupCall(t.id())));
        Check.requireUnauthorized(answer, "SIG-13", "a lookup of an unknown id with a bad signature");
        var player = t.send(SignatureCases.spoil(t.playerCall(new Player(t.id(), "", ""))));
        Check.requireUnauthorized(player, "SIG-13", "an unknown token with a bad signature");
    }

    /** Sends a debit whose amount cannot be read. */
    private static Untitled bad(String id, UnaryOperator<MovementBody> change) {
        return Case.titledReadOnly(id, "ERR-3 ERR-4 WAL-4 D-20", (t, title) -> {
            var debit = t.debit(2);
            var before = t.balance();
            var answer = t.send(debit, t.request(change.apply(debit)));
            if (answer.status() == 200) {
                t.requireUnmoved(before, "WAL-4", "No stake could be read, so none may be taken.");
            } else {
                OpenPoints.requireTruth(t, answer, before);
            }
            t.observe(title, answer, refuse("D-20"));
        });
    }

    /** Sends a validly signed body that is not a JSON object. */
    private static Untitled unreadable(String id, Function<MovementBody, String> writing) {
        return Case.titledReadOnly(id, "GEN-2 ERR-4 D-38", (t, title) -> {
            var debit = t.debit(2);
            var before = t.balance();
            var answer = t.send(debit, t.request(debit).body(writing.apply(debit)));
            requireRefusedUnwritten(t, answer, before, title);
        });
    }

    private static void requireRefusedUnwritten(CaseContext t, WalletResponse answer, BigDecimal before, String what) {
        Check.requireRefused(answer, "GEN-2", what, "The body is not a JSON object, so there is nothing to process.");
        Check.require(answer, answer.status() != 401, "SIG-5", "no 401, since the signature is valid");
        var hint = "Nothing can have been written: respond 422.";
        Check.require(answer, answer.status() != 500, "ERR-4", "500 only when something was written", hint);
        t.requireUnmoved(before, "ERR-3", "The request was refused, but money moved.");
        t.observe(what, answer, refuse("D-38"));
    }

    /** Sends a debit with two faults, of which a bad signature comes first. */
    private static Untitled verifiedFirst(String id, BiFunction<CaseContext, Request, Request> make) {
        return Case.titledReadOnly(
                id,
                "SIG-13 ERR-2",
                (t, title) -> SignatureCases.sendSpoiledDebit(
                        t, "SIG-13", title, r -> SignatureCases.spoil(make.apply(t, r))));
    }
}
