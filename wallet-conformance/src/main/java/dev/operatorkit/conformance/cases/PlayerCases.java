package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.util.Set;

/** Checks the player callback: account and balance (WAL-2). */
final class PlayerCases {
    private static final String EMPTY = "An empty token is refused";
    private static final String MISSING = "no token";
    private static final Set<String> WITHOUT_TOKEN = Set.of(EMPTY, MISSING);

    private PlayerCases() {}

    static Group group() {
        return Group.of(
                "Player",
                Case.of(
                        "player-answers-the-account",
                        "The player callback returns 200 with accountId, displayName and balance",
                        "WAL-2",
                        t -> {
                            var answer = t.send(t.playerCall(t.player()));
                            Check.requireStatus(200, answer, "WAL-2", "a token that is valid", "");
                            var account = answer.json().path("accountId");
                            Check.require(
                                    account.isValueNode()
                                            && !account.isNull()
                                            && !account.asText().isEmpty(),
                                    "WAL-2",
                                    "accountId in the response",
                                    Check.describe(answer),
                                    "",
                                    answer);
                            var name = answer.json().path("displayName");
                            Check.require(
                                    !name.isMissingNode() && !name.isNull(),
                                    "WAL-2",
                                    "displayName in the response",
                                    Check.describe(answer),
                                    "",
                                    answer);
                            if (!account.isTextual()) {
                                t.observe(
                                        Observation.of("D-14", "accountId is not a string", "return a string", false));
                            }
                            if (!name.isTextual() || name.asText().isEmpty()) {
                                t.observe(Observation.of(
                                        "D-14", "displayName is " + name, "return a readable string", false));
                            }
                        }),
                Case.of(
                        "player-balance-is-complete",
                        "The player's balance has an amount (a number), a currency and updatedAt in UTC",
                        "WAL-2 GEN-3 WAL-16",
                        t -> ResponseSchema.balance(
                                t, t.send(t.playerCall(t.player())), "WAL-2", "the player callback")),
                Case.of(
                        "player-currency-is-a-code",
                        "The currency is an ISO-4217 code or a crypto code of the same form",
                        "GEN-5",
                        t -> {
                            var answer = t.send(t.playerCall(t.player()));
                            var currency = answer.json()
                                    .path("balance")
                                    .path("currency")
                                    .asText();
                            Check.require(
                                    currency.matches("[A-Z][A-Z0-9]{2,9}"),
                                    "GEN-5",
                                    "a currency code of capital letters",
                                    "the player's currency is " + currency,
                                    "",
                                    answer);
                        }),
                Case.of(
                        "player-follows-a-debit",
                        "After a debit the player callback returns the balance that the debit returned",
                        "WAL-2 WAL-4",
                        t -> {
                            var bet = t.bet(7);
                            var balance = java.util.Objects.requireNonNull(
                                    bet.answer().balance());
                            Check.require(
                                    t.balance().compareTo(balance) == 0,
                                    "WAL-2",
                                    "the balance " + t.player().money(balance) + " that the debit returned",
                                    "the player callback reports another balance",
                                    "Read the balance itself, not a copy in the session.",
                                    null);
                        }),
                Case.of(
                        "player-names-the-account-that-debits-know",
                        "The accountId and the currency of the player callback are those that debits and lookups know",
                        "WAL-2",
                        t -> {
                            var debit = t.debit(2);
                            var answer = t.send(debit);
                            Check.requireStatus(
                                    200, answer, "WAL-2", "a debit of the account that the player callback named", "");
                            t.requireKnown(debit.id(), "WAL-2", "The lookup is under the same accountId.");
                        }),
                Case.of(
                        "player-can-be-asked-again",
                        "The token is valid again after a reload, and the player callback moves no money",
                        "LAU-10 WAL-2",
                        t -> {
                            var before = t.balance();
                            for (var i = 0; i < 5; i++) {
                                var answer = t.send(t.playerCall(t.player()));
                                Check.require(
                                        Check.reportedBalance(answer).compareTo(before) == 0,
                                        "WAL-2",
                                        "the balance " + t.player().money(before) + " again",
                                        Check.describe(answer),
                                        "The player callback moved money.",
                                        answer);
                            }
                        }),
                Case.of(
                        "two-sessions-of-a-player",
                        "Two tokens of one player are valid at the same time",
                        "LAU-10 WAL-4",
                        PlayerCases::useTwoSessions),
                unknown("unknown-token", "A token that was never issued is refused", t -> t.id()),
                unknown("empty-token", EMPTY, t -> ""),
                unknown(
                        "extended-token",
                        "A token with a letter added is refused",
                        t -> t.player().token() + "x"),
                unknown(
                        "truncated-token",
                        "A token without its last letter is refused",
                        t -> t.player().token().substring(0, t.player().token().length() - 1)),
                unknown(
                        "token-in-another-case",
                        "A token with upper and lower case swapped is refused",
                        t -> otherCase(t)),
                unknown("wildcard-token", "A token of SQL wildcards is refused", t -> "%"),
                unknown("hostile-token", "A token with SQL in it is refused", t -> "' OR '1'='1"),
                Case.of(
                        "missing-token",
                        "A player callback without a token is refused",
                        "WAL-2 D-15",
                        t -> refusedToken(
                                t,
                                t.send(Request.get("/player").query("gameId=" + Player.encoded(t.game()))),
                                MISSING)),
                Case.of("account-as-token", "The account's id is not accepted as its token", "WAL-2 D-15", t -> {
                    if (t.player().accountId().equals(t.player().token())) {
                        throw t.skip("needs a token that differs from the account's id");
                    }
                    refusedToken(
                            t,
                            t.send(t.playerCall(new Player(t.player().accountId(), "", ""))),
                            "an account's id as token");
                }),
                Case.of(
                        "unknown-game",
                        "A game that does not exist: the behaviour of the wallet is observed",
                        "D-15",
                        t -> {
                            var answer = t.send(Request.get("/player")
                                    .query("gameId=no-such-game&token="
                                            + Player.encoded(t.player().token())));
                            t.observe(Observation.ofStatus(
                                    "D-15",
                                    "an unknown game",
                                    answer,
                                    "refuse with 422 when the wallet knows the games",
                                    422,
                                    200));
                        }));
    }

    private static void useTwoSessions(CaseContext t) {
        var sessions = t.sessionsOfOnePlayer();
        if (sessions.isEmpty()) {
            t.observe(Observation.unproven(
                    "LAU-10",
                    "no two tokens of one player were given",
                    "keep each token valid for two hours, whatever other sessions the player opens"));
        }
        for (var session : sessions) {
            Check.requireStatus(
                    200, t.send(t.playerCall(session)), "LAU-10", "a player callback with one of two tokens", "");
            var debit = t.debit(session, t.id(), t.id(), session.units(1));
            Check.requireStatus(200, t.send(debit), "WAL-4", "a debit with one of two tokens of its player", "");
        }
        if (!sessions.isEmpty()) {
            Check.requireStatus(
                    200,
                    t.send(t.playerCall(sessions.getFirst())),
                    "LAU-10",
                    "a player callback with the first token, after the second one was used",
                    "A session lasts at least two hours, whatever other sessions the player opens.");
        }
    }

    private static Case unknown(String id, String title, java.util.function.Function<CaseContext, String> token) {
        return Case.of(id, title, "WAL-2 D-15", t -> {
            var call = t.playerCall(new Player(token.apply(t), "", ""));
            refusedToken(t, t.send(call), title, !id.startsWith("truncated") && !id.startsWith("extended"));
        });
    }

    private static String otherCase(CaseContext t) {
        var token = t.player().token();
        var turned = token.chars()
                .map(c -> Character.isUpperCase(c) ? Character.toLowerCase(c) : Character.toUpperCase(c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        if (turned.equals(token)) {
            throw t.skip("needs a token with letters in it");
        }
        return turned;
    }

    private static void refusedToken(CaseContext t, WalletResponse answer, String what) {
        refusedToken(t, answer, what, true);
    }

    private static void refusedToken(CaseContext t, WalletResponse answer, String what, boolean surely) {
        if (answer.status() == 200
                && !answer.json().path("accountId").asText().equals(t.player().accountId())
                && !surely) {
            throw t.skip("needs tokens of two players that differ in more than one letter");
        }
        Check.requireRefused(answer, "WAL-2", what, "Accept only tokens that the operator issued, compared exactly.");
        if (what.contains("never issued")) {
            ResponseSchema.messageIfAny(t, answer, what);
        }
        t.observe(
                WITHOUT_TOKEN.contains(what)
                        ? Observation.ofStatus(
                                "D-36",
                                what,
                                answer,
                                "refuse with 422 or 403: a token has 1 to 2048 characters",
                                422,
                                403)
                        : Observation.ofStatus(
                                "D-15",
                                what,
                                answer,
                                "refuse with 403; 401 is for signature, timestamp and source",
                                403));
    }
}
