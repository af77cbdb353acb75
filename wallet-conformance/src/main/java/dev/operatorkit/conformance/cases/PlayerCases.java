package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.util.function.UnaryOperator;

/** Checks the player callback: account and balance (WAL-2). */
final class PlayerCases {
    private static final Advice NO_TOKEN =
            advise("D-36", "refuse with 422 or 403: a token has 1 to 2048 characters", 422, 403);
    private static final Advice OTHER_TOKEN =
            advise("D-15", "refuse with 403; 401 is for signature, timestamp and source", 403);
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
                    .title("Two tokens of one player are valid at the same time")
                    // the sessions may be those of a player whose balance another case follows
                    .exclusive(),
            Case.readOnly("unknown-token", "WAL-2 D-15", PlayerCases::useUnknownToken)
                    .title("A token that was never issued is refused"),
            token("empty-token", NO_TOKEN, token -> "").title("An empty token is refused"),
            similar("extended-token", token -> token + "x").title("A token with a letter added is refused"),
            similar("truncated-token", token -> token.substring(0, token.length() - 1))
                    .title("A token without its last letter is refused"),
            Case.readOnly("token-in-another-case", "WAL-2 D-15", PlayerCases::swapCase)
                    .title("A token with upper and lower case swapped is refused"),
            token("wildcard-token", OTHER_TOKEN, token -> "%").title("A token of SQL wildcards is refused"),
            token("hostile-token", OTHER_TOKEN, token -> "' OR '1'='1").title("A token with SQL in it is refused"),
            Case.readOnly("missing-token", "WAL-2 D-15", PlayerCases::omitToken)
                    .title("A player callback without a token is refused"),
            Case.readOnly("account-as-token", "WAL-2 D-15", PlayerCases::useAccountAsToken)
                    .title("The account's id is not accepted as its token"),
            Case.readOnly("unknown-game", "D-15", PlayerCases::nameUnknownGame).observes("A game that does not exist"));

    private PlayerCases() {}

    private static void readAccount(CaseContext t) {
        var answer = t.sendPlayerCall();
        Check.requireStatus(200, answer, "WAL-2", "a token that is valid");
        var account = answer.json().path("accountId");
        var hasAccount =
                account.isValueNode() && !account.isNull() && !account.asText().isEmpty();
        Check.require(answer, hasAccount, "WAL-2", "accountId in the response");
        var name = answer.json().path("displayName");
        Check.require(answer, !name.isMissingNode() && !name.isNull(), "WAL-2", "displayName in the response");
        if (!account.isTextual()) {
            t.observe(Observation.of("D-14", "accountId is not a string", "return a string", false));
        }
        if (!name.isTextual() || name.asText().isEmpty()) {
            t.observe(Observation.of("D-14", "displayName is " + name, "return a readable string", false));
        }
    }

    private static void readBalance(CaseContext t) {
        Answers.requireBalance(t, t.sendPlayerCall(), "WAL-2", "the player callback");
    }

    private static void readCurrency(CaseContext t) {
        var answer = t.sendPlayerCall();
        var currency = answer.json().path("balance").path("currency").asText();
        var isCode = currency.matches("[A-Z][A-Z0-9]{2,9}");
        var actual = "the player's currency is " + currency;
        Check.require(answer, isCode, "GEN-5", "a currency code of capital letters", actual, "");
    }

    private static void readBalanceAfterDebit(CaseContext t) {
        var balance = Check.balance(t.bet(7).answer());
        var isSame = t.balance().compareTo(balance) == 0;
        var expected = "the balance " + t.player().money(balance) + " that the debit returned";
        var actual = "the player callback reports another balance";
        Check.require(isSame, "WAL-2", expected, actual, "Read the balance itself, not a copy in the session.");
    }

    private static void debitNamedAccount(CaseContext t) {
        var debit = t.debit(2);
        var what = "a debit of the account that the player callback named";
        Check.requireStatus(200, t.send(debit), "WAL-2", what);
        t.requireKnown(debit.id(), "WAL-2", "The lookup is under the same accountId.");
    }

    private static void readRepeatedly(CaseContext t) {
        var before = t.balance();
        for (var i = 0; i < 5; i++) {
            var answer = t.sendPlayerCall();
            var isSame = Check.reportedBalance(answer).compareTo(before) == 0;
            var expected = "the balance " + t.player().money(before) + " again";
            Check.require(answer, isSame, "WAL-2", expected, "The player callback moved money.");
        }
    }

    private static void useUnknownToken(CaseContext t) {
        var what = "a token that was never issued";
        var answer = useToken(t, t.id());
        requireRefused(t, answer, what, OTHER_TOKEN);
        Answers.requireMessageIfAny(t, answer, what);
    }

    private static void omitToken(CaseContext t) {
        var answer = t.send(t.playerCall("gameId=" + Player.encoded(t.game())));
        requireRefused(t, answer, "no token", NO_TOKEN);
    }

    private static void useAccountAsToken(CaseContext t) {
        var account = t.player().accountId();
        if (account.equals(t.player().token())) {
            throw t.skip("needs a token that differs from the account's id");
        }
        requireRefused(t, useToken(t, account), "an account's id as token", OTHER_TOKEN);
    }

    private static void nameUnknownGame(CaseContext t) {
        var query = "gameId=no-such-game&token=" + Player.encoded(t.player().token());
        var advice = advise("D-15", "refuse with 422 when the wallet knows the games", 422, 200);
        t.observe("an unknown game", t.send(t.playerCall(query)), advice);
    }

    private static void useTwoSessions(CaseContext t) {
        var sessions = t.run().sessionsOfOnePlayer();
        var hint = "A session lasts at least two hours, next to other sessions of the player.";
        if (sessions.isEmpty()) {
            t.observe(Observation.unproven("LAU-10", "no two tokens of one player were given", hint));
            return;
        }
        for (var session : sessions) {
            var read = t.send(t.playerCall(session));
            Check.requireStatus(200, read, "LAU-10", "a player callback with one of two tokens");
            var debit = t.send(t.debit(session, session.units(1)));
            Check.requireStatus(200, debit, "WAL-4", "a debit with one of two tokens of its player");
        }
        var again = t.send(t.playerCall(sessions.getFirst()));
        var what = "a player callback with the first token, after the second one was used";
        Check.requireStatus(200, again, "LAU-10", what, hint);
    }

    private static void swapCase(CaseContext t) {
        var token = t.player().token();
        var turned = token.codePoints()
                .map(c -> Character.isUpperCase(c) ? Character.toLowerCase(c) : Character.toUpperCase(c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        if (turned.equals(token)) {
            throw t.skip("needs a token with letters in it");
        }
        requireRefused(t, useToken(t, turned), "a token with upper and lower case swapped", OTHER_TOKEN);
    }

    /** Sends a token that no player has. */
    private static Untitled token(String id, Advice advice, UnaryOperator<String> change) {
        return Case.titledReadOnly(id, "WAL-2 D-15", (t, title) -> {
            var answer = useToken(t, change.apply(t.player().token()));
            requireRefused(t, answer, title, advice);
        });
    }

    /** Sends a token that is much like the player's, but could be that of another one. */
    private static Untitled similar(String id, UnaryOperator<String> change) {
        return Case.titledReadOnly(id, "WAL-2 D-15", (t, title) -> {
            var answer = useToken(t, change.apply(t.player().token()));
            var isOwn =
                    answer.json().path("accountId").asText().equals(t.player().accountId());
            if (answer.status() == 200 && !isOwn) {
                throw t.skip("needs tokens of two players that differ in more than one letter");
            }
            requireRefused(t, answer, title, OTHER_TOKEN);
        });
    }

    private static WalletResponse useToken(CaseContext t, String token) {
        return t.send(t.playerCall(new Player(token, "", "")));
    }

    private static void requireRefused(CaseContext t, WalletResponse answer, String what, Advice advice) {
        Check.requireRefused(answer, "WAL-2", what, "Accept only tokens that the operator issued, compared exactly.");
        t.observe(what, answer, advice);
    }
}
