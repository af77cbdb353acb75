package dev.operatorkit.conformance.suite;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.money.Amounts;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Set;

/** Holds the checks that cases share. Each cites the rule that is broken when it does not hold. */
public final class Check {
    private static final int SHOWN = 200;
    private static final String LOOK_UP_FIRST =
            "Look up transactionId first; when it is known, return the stored response. Keep every transaction with"
                    + " its result.";

    static final String SIGNED_LIKE_OTHERS = "The call was signed like those that the wallet accepted. If several nodes"
            + " respond, compare their secrets, clocks and versions.";

    private Check() {}

    /** Fails the case with this rule unless the condition holds. */
    public static void require(boolean holds, String rule, String expected, String actual, String hint) {
        if (!holds) {
            throw new Failure(rule, expected, actual, hint, null);
        }
    }

    /** Fails the case with this rule unless the condition holds for the response. */
    public static void require(WalletResponse answer, boolean holds, String rule, String expected) {
        require(answer, holds, rule, expected, answer.status() == 401 ? SIGNED_LIKE_OTHERS : "");
    }

    /** Fails the case with this rule unless the condition holds for the response. */
    public static void require(WalletResponse answer, boolean holds, String rule, String expected, String hint) {
        require(answer, holds, rule, expected, describe(answer), hint);
    }

    /** Fails the case with this rule unless the condition holds; the exchange of the response shows it. */
    public static void require(
            WalletResponse answer, boolean holds, String rule, String expected, String actual, String hint) {
        if (!holds) {
            throw new Failure(rule, expected, actual, hint, answer.exchange());
        }
    }

    /** Describes a response briefly. */
    public static String describe(WalletResponse answer) {
        var text = answer.text().strip().replaceAll("\\s+", " ");
        var shown = Excerpt.of(text, SHOWN);
        return "status " + answer.status() + (shown.isEmpty() ? " without a body" : " " + shown);
    }

    /** Returns an amount with the currency of the balance in a response, if it has one. */
    private static String money(BigDecimal amount, WalletResponse answer) {
        return Amounts.describe(amount, currency(answer).asText());
    }

    private static JsonNode currency(WalletResponse answer) {
        return answer.json().path("balance").path("currency");
    }

    /** Fails unless the response has this status. */
    public static void requireStatus(int status, WalletResponse answer, String rule, String what) {
        requireStatus(status, answer, rule, what, "");
    }

    /** Fails unless the response has this status. */
    public static void requireStatus(int status, WalletResponse answer, String rule, String what, String hint) {
        require(answer, answer.status() == status, rule, status + " for " + what, hint);
    }

    /** Fails unless the signature check refused the callback (ERR-2, SIG-13); an error of the server breaks only ERR-2. */
    public static void requireUnauthorized(WalletResponse answer, String rule, String what) {
        var isOfTime = rule.equals("SIG-10") || rule.equals("GEN-4");
        var hint = isOfTime
                ? Rules.hintFor(rule)
                : "Verify every callback over its raw bytes before anything else, and respond 401.";
        requireStatus(401, answer, answer.status() >= 500 ? "ERR-2" : rule, what, hint);
    }

    /** Fails when the response has this status. */
    public static void requireRefusalIsNot(WalletResponse answer, int status, String rule, String what) {
        require(answer, answer.status() != status, rule, "200 for " + what);
    }

    /** Fails when the response is 200. */
    public static void requireRefused(WalletResponse answer, String rule, String what, String hint) {
        require(answer, answer.status() != 200, rule, "anything but 200 for " + what, hint);
    }

    /** Fails unless the response is 200 with a readable balance. */
    public static void requireApplied(WalletResponse answer, String rule, String what) {
        requireStatus(200, answer, answer.status() > 200 && answer.status() < 400 ? "ERR-2" : rule, what);
        require(answer, answer.balance() != null, "WAL-13", "a balance in the response to " + what);
    }

    /** Fails unless the response is 200 with this balance (WAL-13: the balance after the operation). */
    public static void requireApplied(WalletResponse answer, BigDecimal balance, String rule, String what) {
        requireApplied(answer, rule, what);
        var actual = balance(answer);
        if (actual.compareTo(balance) != 0) {
            var expected = "the balance after " + what + ", " + money(balance, answer) + ", in the response";
            var hint = "Return the balance after the movement, read in the transaction that made it.";
            throw new Failure(rule, expected, describe(answer), hint, answer.exchange()).ofBalance(balance, actual);
        }
    }

    /** Fails unless the reported balance of a player has changed by exactly this amount. */
    public static void requireMoved(
            Player whose, BigDecimal now, BigDecimal before, BigDecimal change, String rule, String hint) {
        var expected = before.add(change);
        if (now.compareTo(expected) != 0) {
            var expectation = change.signum() == 0
                    ? "the balance unchanged at " + whose.money(before)
                    : "the balance " + whose.money(change.abs()) + (change.signum() < 0 ? " lower" : " higher") + ", "
                            + whose.money(expected) + " after " + whose.money(before);
            var actual = "the player callback reports " + whose.money(now);
            throw new Failure(rule, expectation, actual, hint, null).ofBalance(expected, now);
        }
    }

    /** Returns the balance that the player callback reported; fails when it did not (LAU-10, WAL-2). */
    public static BigDecimal reportedBalance(WalletResponse answer) {
        var balance = answer.balance();
        var rule = Set.of(401, 403, 404, 422).contains(answer.status()) ? "LAU-10" : "WAL-2";
        var isRead = answer.status() == 200 && balance != null;
        require(answer, isRead, rule, "200 with a balance from the player callback");
        return Objects.requireNonNull(balance);
    }

    /** Returns the balance in a response; fails when there is none (WAL-13). */
    public static BigDecimal balance(WalletResponse answer) {
        var balance = answer.balance();
        require(answer, balance != null, "WAL-13", "a balance in the response");
        return Objects.requireNonNull(balance);
    }

    /** Fails unless a replay returned the stored result (IDM-2): the same operatorTransactionId and the same balance. */
    public static void requireReplay(WalletResponse first, WalletResponse again, String what) {
        requireStatus(200, again, "IDM-2", what + " sent again", LOOK_UP_FIRST);
        requireSameResult(first, again, "IDM-2", what + " sent again");
    }

    /** Fails unless the response has the result that the wallet stored with a movement of this run or an earlier one. */
    public static void requireStored(RunJournal.Applied stored, WalletResponse answer, String rule, String when) {
        var message = stored.message();
        var what = "the " + message.kind().callback() + " " + message.id() + ", " + when;
        requireStatus(200, answer, rule, what, LOOK_UP_FIRST);
        requireId(stored.operatorTransactionId(), answer, rule, what);
        requireBalance(stored.balance(), stored.currency(), answer, rule, what);
        requireTime(stored.createdAt(), answer, rule, what);
    }

    /** Fails unless both responses have the same createdAt; a wallet may leave it out (WAL-13). */
    public static void requireSameTime(WalletResponse first, WalletResponse again, String rule, String what) {
        requireTime(first.json().path("createdAt").asText(), again, rule, what);
    }

    /** Fails unless both responses have the same operatorTransactionId and the same balance. */
    public static void requireSameResult(WalletResponse first, WalletResponse again, String rule, String what) {
        requireId(first.operatorTransactionId(), again, rule, what);
        var balance = first.balance();
        if (balance != null) {
            requireBalance(balance, currency(first).asText(), again, rule, what);
        }
        require(again, currency(again).equals(currency(first)), rule, "the stored currency for " + what);
    }

    private static void requireId(String id, WalletResponse again, String rule, String what) {
        var isSame = again.operatorTransactionId().equals(id);
        require(again, isSame, rule, "the stored operatorTransactionId " + id + " for " + what);
    }

    private static void requireBalance(
            BigDecimal stored, String currency, WalletResponse again, String rule, String what) {
        var now = again.balance();
        var expected = "the stored balance " + Amounts.describe(stored, currency) + " for " + what;
        var hint = "Store the response with the transaction; the current balance may differ.";
        require(again, now != null && now.compareTo(stored) == 0, rule, expected, hint);
    }

    private static void requireTime(String created, WalletResponse again, String rule, String what) {
        var isSame =
                Oracles.isSameMoment(created, again.json().path("createdAt").asText());
        var expected = "the stored createdAt " + created + " for " + what;
        require(again, isSame, rule, expected, "Store the time of the transaction with it.");
    }
}
