package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Checks the player callback: account and balance (WAL-2). */
final class PlayerCases {
    private static final String EMPTY = "An empty token is refused";
    private static final String MISSING = "no token";
    private static final Set<String> WITHOUT_TOKEN = Set.of(EMPTY, MISSING);

    static final Group GROUP = Group.of(
            "Player",
            Case.readOnly("player-answers-the-account", "WAL-2", PlayerCases::readAccount)
                    .title("The player callback returns 200 with accountId, displayName and balance"),
            Case.readOnly("player-balance-is-complete", "WAL-2 GEN-3 WAL-16", PlayerCases::readBalance)
                    .title("The player's balance has an amount (a number), a currency and updatedAt in UTC"),
            Case.readOnly("player-currency-is-a-code", "GEN-5", PlayerCases::readCurrency)
                    .title("The currency is an ISO-4217 code or a crypto code of the same form"),
            Case.of("player-follows-a-debit", "WAL-2 WAL-4", PlayerCases::readBalanceAfterDebit)
                    .title("After a debit the player callback returns the balance that the debit returned"),
            Case.of("player-names-the-account-that-debits-know", "WAL-2", PlayerCases::debitNamedAccount)
                    .title("The accountId and the currency of the player callback are those that debits and lookups"
                            + " know"),
            Case.readOnly("player-can-be-asked-again", "LAU-10 WAL-2", PlayerCases::readRepeatedly)
                    .title("The token is valid again after a reload, and the player callback moves no money"),
            Case.of("two-sessions-of-a-player", "LAU-10 WAL-4", PlayerCases::useTwoSessions)
                    .title("Two tokens of one player are valid at the same time"),
            unknown("unknown-token", t -> t.id()).title("A token that was never issued is refused"),
            unknown("empty-token", t -> "").title(EMPTY),
            similar("extended-token", token -> token + "x").title("A token with a letter added is refused"),
            similar("truncated-token", token -> token.substring(0, token.length() - 1))
                    .title("A token without its last letter is refused"),
            unknown("token-in-another-case", t -> swapCase(t))
                    .title("A token with upper and lower case swapped is refused"),
            unknown("wildcard-token", t -> "%").title("A token of SQL wildcards is refused"),
            unknown("hostile-token", t -> "' OR '1'='1").title("A token with SQL in it is refused"),
            Case.readOnly("missing-token", "WAL-2 D-15", PlayerCases::omitToken)
                    .title("A player callback without a token is refused"),
            Case.readOnly("account-as-token", "WAL-2 D-15", PlayerCases::useAccountAsToken)
                    .title("The account's id is not accepted as its token"),
            Case.readOnly("unknown-game", "D-15", PlayerCases::nameUnknownGame).observes("A game that does not exist"));

    private PlayerCases() {}

    private static void readAccount(CaseContext t) {
        var answer = t.send(t.playerCall(t.player()));
        Check.requireStatus(200, answer, "WAL-2", "a token that is valid", "");
        var account = answer.json().path("accountId");
        var hasAccount =
                account.isValueNode() && !account.isNull() && !account.asText().isEmpty();
        Answers.require(answer, hasAccount, "WAL-2", "accountId in the response");
        var name = answer.json().path("displayName");
        Answers.require(answer, !name.isMissingNode() && !name.isNull(), "WAL-2", "displayName in the response");
        if (!account.isTextual()) {
            t.observe(Observation.of("D-14", "accountId is not a string", "return a string", false));
        }
        if (!name.isTextual() || name.asText().isEmpty()) {
            t.observe(Observation.of("D-14", "displayName is " + name, "return a readable string", false));
        }
    }

    private static void readBalance(CaseContext t) {
        Answers.requireBalance(t, t.send(t.playerCall(t.player())), "WAL-2", "the player callback");
    }

    private static void readCurrency(CaseContext t) {
        var answer = t.send(t.playerCall(t.player()));
        var currency = answer.json().path("balance").path("currency").asText();
        var expected = "a currency code of capital letters";
        var actual = "the player's currency is " + currency;
        Check.require(currency.matches("[A-Z][A-Z0-9]{2,9}"), "GEN-5", expected, actual, "", answer);
    }

    private static void readBalanceAfterDebit(CaseContext t) {
        var bet = t.bet(7);
        var balance = Objects.requireNonNull(bet.answer().balance());
        var expected = "the balance " + t.player().money(balance) + " that the debit returned";
        var actual = "the player callback reports another balance";
        var hint = "Read the balance itself, not a copy in the session.";
        Check.require(t.balance().compareTo(balance) == 0, "WAL-2", expected, actual, hint, null);
    }

    private static void debitNamedAccount(CaseContext t) {
        var debit = t.debit(2);
        var answer = t.send(debit);
        Check.requireStatus(200, answer, "WAL-2", "a debit of the account that the player callback named", "");
        t.requireKnown(debit.id(), "WAL-2", "The lookup is under the same accountId.");
    }

    private static void readRepeatedly(CaseContext t) {
        var before = t.balance();
        for (var i = 0; i < 5; i++) {
            var answer = t.send(t.playerCall(t.player()));
            var expected = "the balance " + t.player().money(before) + " again";
            var hint = "The player callback moved money.";
            Answers.require(answer, Check.reportedBalance(answer).compareTo(before) == 0, "WAL-2", expected, hint);
        }
    }

    private static void omitToken(CaseContext t) {
        var call = Request.get("/player").query("gameId=" + Player.encoded(t.game()));
        requireRefusedToken(t, t.send(call), MISSING, true);
    }

    private static void useAccountAsToken(CaseContext t) {
        var account = t.player().accountId();
        if (account.equals(t.player().token())) {
            throw t.skip("needs a token that differs from the account's id");
        }
        useToken(t, "an account's id as token", account, true);
    }

    private static void nameUnknownGame(CaseContext t) {
        var token = Player.encoded(t.player().token());
        var answer = t.send(Request.get("/player").query("gameId=no-such-game&token=" + token));
        var advice = "refuse with 422 when the wallet knows the games";
        t.observe(Observation.ofStatus("D-15", "an unknown game", answer, advice, 422, 200));
    }

    private static void useTwoSessions(CaseContext t) {
        var sessions = t.sessionsOfOnePlayer();
        if (sessions.isEmpty()) {
            var advice = "keep each token valid for two hours, whatever other sessions the player opens";
            t.observe(Observation.unproven("LAU-10", "no two tokens of one player were given", advice));
        }
        for (var session : sessions) {
            Check.requireStatus(
                    200, t.send(t.playerCall(session)), "LAU-10", "a player callback with one of two tokens", "");
            var debit = t.debit(session, t.id(), t.id(), session.units(1));
            Check.requireStatus(200, t.send(debit), "WAL-4", "a debit with one of two tokens of its player", "");
        }
        if (!sessions.isEmpty()) {
            var what = "a player callback with the first token, after the second one was used";
            var hint = "A session lasts at least two hours, whatever other sessions the player opens.";
            Check.requireStatus(200, t.send(t.playerCall(sessions.getFirst())), "LAU-10", what, hint);
        }
    }

    /** Sends a token that nobody has. */
    private static Untitled unknown(String id, Function<CaseContext, String> token) {
        return title -> Case.readOnly(id, "WAL-2 D-15", t -> useToken(t, title, token.apply(t), true))
                .title(title);
    }

    /** Sends a token that is much like the player's, but could be that of another one. */
    private static Untitled similar(String id, UnaryOperator<String> change) {
        return title -> Case.readOnly(
                        id,
                        "WAL-2 D-15",
                        t -> useToken(t, title, change.apply(t.player().token()), false))
                .title(title);
    }

    private static void useToken(CaseContext t, String title, String token, boolean surely) {
        requireRefusedToken(t, t.send(t.playerCall(new Player(token, "", ""))), title, surely);
    }

    private static String swapCase(CaseContext t) {
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

    private static void requireRefusedToken(CaseContext t, WalletResponse answer, String what, boolean surely) {
        var isOwn = answer.json().path("accountId").asText().equals(t.player().accountId());
        if (answer.status() == 200 && !isOwn && !surely) {
            throw t.skip("needs tokens of two players that differ in more than one letter");
        }
        Check.requireRefused(answer, "WAL-2", what, "Accept only tokens that the operator issued, compared exactly.");
        if (what.contains("never issued")) {
            Answers.requireMessageIfAny(t, answer, what);
        }
        if (WITHOUT_TOKEN.contains(what)) {
            var advice = "refuse with 422 or 403: a token has 1 to 2048 characters";
            t.observe(Observation.ofStatus("D-36", what, answer, advice, 422, 403));
        } else {
            var advice = "refuse with 403; 401 is for signature, timestamp and source";
            t.observe(Observation.ofStatus("D-15", what, answer, advice, 403));
        }
    }
}
