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
import java.math.BigDecimal;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Checks that statuses are truthful: 422 nothing was written, 500 something was (ERR-3, ERR-4, GEN-7). */
final class StatusCases {
    private StatusCases() {}

    static Group group() {
        return Group.of(
                "Statuses",
                Case.of(
                        "refused-signature-has-a-message",
                        "401 explains itself in the error body",
                        "GEN-7 ERR-2",
                        t -> {
                            var debit = t.debit(1);
                            var answer = t.send(debit, t.request(debit).signature(s -> SignatureCases.flip(s, 5)));
                            Check.requireUnauthorized(answer, "ERR-2", "a debit with a bad signature");
                            ResponseSchema.messageIfAny(t, answer, "a bad signature");
                        }),
                Case.of("refusals-have-messages", "Refusals explain themselves in the error body", "GEN-7", t -> {
                    var bet = t.bet(2);
                    t.settle(t.credit(bet, bet.stake()));
                    for (var message : new MovementBody[] {
                        t.credit(bet, t.units(2)),
                        t.debit(2).with("stake", "null"),
                        t.credit(t.player(), t.id(), t.id(), t.id(), t.units(2))
                    }) {
                        var answer = t.send(message);
                        if (answer.status() != 200) {
                            ResponseSchema.messageIfAny(t, answer, "a refused " + message.kind());
                        }
                    }
                }),
                Case.of(
                        "messages-hide-the-secret",
                        "No refusal shows the secret or the valid signature",
                        "SIG-17",
                        t -> {
                            var right = new String[1];
                            var debit = t.debit(1);
                            var answer = t.send(debit, t.request(debit).signature(s -> {
                                right[0] = s;
                                return SignatureCases.flip(s, 5);
                            }));
                            Check.require(
                                    !t.secret().isIn(answer.text()),
                                    "SIG-17",
                                    "a response without the secret",
                                    "the response shows the secret",
                                    "",
                                    null);
                            if (answer.text().toLowerCase(java.util.Locale.ROOT).contains(right[0])) {
                                t.observe(Observation.of(
                                        "SIG-17",
                                        "the 401 response shows the valid signature",
                                        "never reveal it: anyone could forge callbacks",
                                        false));
                            }
                        }),
                bad(
                        "missing-stake",
                        "A debit without a stake is refused or takes nothing, and its status is truthful",
                        m -> m.without("stake").json()),
                bad(
                        "null-stake",
                        "A stake of null is refused or takes nothing, and its status is truthful",
                        m -> m.with("stake", "null").json()),
                bad(
                        "null-amount",
                        "An amount of null is refused or takes nothing, and its status is truthful",
                        m -> m.amount("null").json()),
                bad(
                        "missing-amount",
                        "A stake without an amount is refused or takes nothing, and its status is truthful",
                        m -> m.with("stake", "{}").json()),
                bad(
                        "amount-of-another-type",
                        "An amount that is a boolean is refused or takes nothing, and its status is truthful",
                        m -> m.amount("true").json()),
                bad(
                        "amount-as-a-list",
                        "An amount that is a list is refused or takes nothing, and its status is truthful",
                        m -> m.amount("[2]").json()),
                bad(
                        "amount-as-an-object",
                        "An amount that is an object is refused or takes nothing, and its status is truthful",
                        m -> m.amount("{\"value\":2}").json()),
                bad(
                        "amount-in-words",
                        "An amount that is text is refused or takes nothing, and its status is truthful",
                        m -> m.amount("\"abc\"").json()),
                unreadable(
                        "not-a-number",
                        "A stake of NaN, which is not JSON, is refused and moves nothing",
                        m -> m.amount("NaN").json()),
                bad(
                        "stake-as-a-number",
                        "A stake that is not an object is refused or takes nothing, and its status is truthful",
                        m -> m.with("stake", "\"2\"").json()),
                bad(
                        "null-ids",
                        "Ids of null are refused or take nothing, and its status is truthful",
                        m -> m.with("transactionId", "null")
                                .with("gameRoundId", "null")
                                .json()),
                Case.of(
                        "amount-as-a-string",
                        "An amount in quotes: the behaviour of the wallet is observed",
                        "WAL-16 D-20 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(2);
                            var quoted = debit.amount("\"" + debit.amount().toPlainString() + "\"");
                            OpenPoints.debit(
                                    t,
                                    quoted,
                                    t.request(quoted),
                                    "an amount in quotes",
                                    "D-20",
                                    "refuse with 422",
                                    422);
                        }),
                Case.of(
                        "missing-transaction-id",
                        "A debit without transactionId is refused, and its status is truthful",
                        "ERR-4 D-20",
                        t -> nameless(t, "transactionId")),
                Case.of(
                        "missing-round",
                        "A debit without gameRoundId is refused, and its status is truthful",
                        "ERR-4 D-20",
                        t -> nameless(t, "gameRoundId")),
                Case.of(
                        "missing-reason",
                        "A debit without a reason: the behaviour of the wallet is observed",
                        "D-18 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(2).without("reason");
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit),
                                    "a debit without a reason",
                                    "D-18",
                                    "accept it, or refuse it with 422: the service always sends one",
                                    200,
                                    422);
                        }),
                Case.of(
                        "unknown-reason",
                        "An unknown reason is accepted and takes the stake, or is refused",
                        "D-18 WAL-4 ERR-3 ERR-4",
                        t -> {
                            for (var reason : List.of("tournament", "FreeRound", "freeround ", "free")) {
                                var debit = t.debit(2).text("reason", reason);
                                OpenPoints.debit(
                                        t,
                                        debit,
                                        t.request(debit),
                                        "the reason '" + reason + "'",
                                        "D-18",
                                        "accept and store any reason",
                                        200);
                            }
                        }),
                unreadable(
                        "cut-off-json",
                        "A body that ends in the middle, validly signed, is refused and moves nothing",
                        m -> m.json().substring(0, m.json().length() - 9)),
                unreadable(
                        "no-json",
                        "A body that is not JSON, validly signed, is refused and moves nothing",
                        m -> "transactionId=" + m.id() + "&stake=2"),
                unreadable(
                        "json-list",
                        "A list in place of the object is refused and moves nothing",
                        m -> "[" + m.json() + "]"),
                unreadable("json-null", "null in place of the object is refused and moves nothing", m -> "null"),
                unreadable(
                        "json-string",
                        "A string in place of the object is refused and moves nothing",
                        m -> "\"" + m.id() + "\""),
                unreadable("empty-object", "An empty object is refused and moves nothing", m -> "{}"),
                Case.of(
                        "empty-body",
                        "A debit without a body, validly signed, is refused and moves nothing",
                        "SIG-7 ERR-4",
                        t -> {
                            var before = t.balance();
                            refusedUnwritten(
                                    t,
                                    t.send(Request.post("/debit", new byte[0]).onNewConnection()),
                                    before,
                                    "an empty body");
                        }),
                Case.of(
                        "unreadable-settlements",
                        "A credit and a rollback that are not JSON are refused and move nothing",
                        "RND-2 RND-3 D-38",
                        t -> {
                            var bet = t.bet(2);
                            var before = t.balance();
                            for (var message : new MovementBody[] {t.credit(bet, t.units(4)), t.rollback(bet)}) {
                                var body = message.json()
                                        .substring(0, message.json().length() - 1);
                                var answer = t.send(message, t.request(message).body(body));
                                Check.requireRefused(answer, "RND-2", "a settlement that is not JSON", "");
                                t.observe(Observation.ofStatus(
                                        "D-38", "a settlement that is not JSON", answer, "refuse with 422", 422));
                            }
                            t.requireUnmoved(before, "RND-2", "");
                        }),
                verifiedFirst(
                        "bad-json-with-a-bad-signature",
                        "A body that is not JSON, with a bad signature, gets 401",
                        (t, r) -> r.body("{\"transactionId\":")),
                verifiedFirst(
                        "missing-fields-with-a-bad-signature",
                        "An object without fields, with a bad signature, gets 401",
                        (t, r) -> r.body("{}")),
                verifiedFirst(
                        "unknown-player-with-a-bad-signature",
                        "An unknown player, with a bad signature, gets 401",
                        (t, r) -> r.body(
                                t.debit(new Player(t.id(), t.id(), t.player().currency()), t.id(), t.id(), t.units(1))
                                        .json())),
                verifiedFirst(
                        "too-large-a-stake-with-a-bad-signature",
                        "A stake over the balance, with a bad signature, gets 401",
                        (t, r) -> r.body(t.debit(t.id(), t.id(), t.balance().add(t.units(1)))
                                .json())),
                verifiedFirst(
                        "other-content-type-with-a-bad-signature",
                        "A debit sent as text/plain, with a bad signature, gets 401",
                        (t, r) -> r.header("Content-Type", "text/plain")),
                verifiedFirst(
                        "negative-stake-with-a-bad-signature",
                        "A negative stake, with a bad signature, gets 401",
                        (t, r) -> r.body(t.debit(-1).json())),
                Case.of(
                        "known-debit-with-a-bad-signature",
                        "A replay with a bad signature gets 401 and discloses nothing",
                        "SIG-13 ERR-2",
                        t -> {
                            var bet = t.bet(2);
                            var answer = t.send(
                                    bet.debit(), t.request(bet.debit()).signature(s -> SignatureCases.flip(s, 9)));
                            Check.requireUnauthorized(answer, "SIG-13", "a replay with a bad signature");
                            Check.require(
                                    !answer.json().has("balance"),
                                    "SIG-13",
                                    "no balance in a refusal",
                                    Check.describe(answer),
                                    "",
                                    answer);
                        }),
                Case.of(
                        "unknown-transaction-with-a-bad-signature",
                        "A lookup of an unknown id and an unknown token, with bad signatures, get 401",
                        "SIG-13 ERR-2",
                        t -> {
                            Check.requireUnauthorized(
                                    t.send(t.lookupCall(t.id()).signature(s -> SignatureCases.flip(s, 9))),
                                    "SIG-13",
                                    "a lookup of an unknown id with a bad signature");
                            Check.requireUnauthorized(
                                    t.send(t.playerCall(new Player(t.id(), "", ""))
                                            .signature(s -> SignatureCases.flip(s, 9))),
                                    "SIG-13",
                                    "an unknown token with a bad signature");
                        }));
    }

    /** Creates a case with an amount that cannot be read. */
    private static Case bad(String id, String title, Function<MovementBody, String> writing) {
        return Case.of(id, title, "ERR-3 ERR-4 WAL-4 D-20", t -> {
            var debit = t.debit(2);
            var before = t.balance();
            var answer = t.send(debit, t.request(debit).body(writing.apply(debit)));
            if (answer.status() == 200) {
                t.requireUnmoved(before, "WAL-4", "No stake could be read, so none may be taken.");
            } else {
                OpenPoints.truthful(t, debit.id(), answer, before, title);
            }
            t.observe(Observation.ofStatus("D-20", title, answer, "refuse with 422, nothing written", 422));
        });
    }

    /** Creates a case with a debit that lacks its transactionId or gameRoundId. */
    private static void nameless(CaseContext t, String field) {
        var debit = t.debit(2).without(field);
        var before = t.balance();
        var answer = t.send(debit);
        if (answer.status() != 200) {
            OpenPoints.truthful(t, debit.id(), answer, before, "a debit without " + field);
        }
        t.observe(Observation.ofStatus(
                "D-20", "a debit without " + field, answer, "refuse with 422, nothing written", 422));
    }

    /** Creates a case with a validly signed body that is not a JSON object. */
    private static Case unreadable(String id, String title, Function<MovementBody, String> writing) {
        return Case.of(id, title, "GEN-2 ERR-4 D-38", t -> {
            var debit = t.debit(2);
            var before = t.balance();
            refusedUnwritten(t, t.send(debit, t.request(debit).body(writing.apply(debit))), before, title);
        });
    }

    private static void refusedUnwritten(CaseContext t, WalletResponse answer, BigDecimal before, String what) {
        Check.requireRefused(answer, "GEN-2", what, "The body is not a JSON object, so there is nothing to process.");
        Check.require(
                answer.status() != 401,
                "SIG-5",
                "no 401, since the signature is valid",
                Check.describe(answer),
                "",
                answer);
        Check.require(
                answer.status() != 500,
                "ERR-4",
                "500 only when something was written",
                Check.describe(answer),
                "Nothing can have been written: respond 422.",
                answer);
        t.requireUnmoved(before, "ERR-3", "The request was refused, but money moved.");
        t.observe(Observation.ofStatus("D-38", what, answer, "refuse with 422", 422));
    }

    private static Case verifiedFirst(String id, String title, BiFunction<CaseContext, Request, Request> make) {
        return Case.of(id, title, "SIG-13 ERR-2", t -> {
            var debit = t.debit(1);
            var before = t.balance();
            var request = make.apply(t, t.request(debit)).signature(s -> SignatureCases.flip(s, 20));
            Check.requireUnauthorized(t.send(debit, request), "SIG-13", title);
            t.requireUnmoved(before, "SIG-13", "");
        });
    }
}
