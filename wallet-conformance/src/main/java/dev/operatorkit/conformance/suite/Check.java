package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.Amounts;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds the checks that cases share. Each cites the rule that is broken when it does not hold. */
public final class Check {
    /** Helps when the money is right, and only the balance in the response is wrong (WAL-13). */
    static final String RETURN_THE_BALANCE_AFTER =
            "Return the balance after the movement, read in the transaction that made it.";

    private static final int SHOWN = 200;

    private Check() {}

    /** Fails the case with this rule unless the condition holds. */
    public static void require(
            boolean holds, String rule, String expected, String actual, String hint, @Nullable WalletResponse answer) {
        if (!holds) {
            throw new Failure(rule, expected, actual, hint, answer == null ? null : answer.exchange());
        }
    }

    /** Fails the case with this rule unless the balance is the expected one. */
    static void requireBalance(
            BigDecimal expected,
            BigDecimal actual,
            String rule,
            String expectation,
            String seen,
            String hint,
            @Nullable WalletResponse answer) {
        if (actual.compareTo(expected) != 0) {
            throw new Failure(rule, expectation, seen, hint, answer == null ? null : answer.exchange())
                    .ofBalance(expected, actual);
        }
    }

    /** Describes a response briefly. */
    public static String describe(WalletResponse answer) {
        var text = answer.text().strip().replaceAll("\\s+", " ");
        var shown = Excerpt.of(text, SHOWN);
        return "status " + answer.status() + (shown.isEmpty() ? " without a body" : " " + shown);
    }

    /** Returns an amount with the currency of the balance in a response, if it has one. */
    static String money(BigDecimal amount, WalletResponse answer) {
        return Amounts.describe(
                amount, answer.json().path("balance").path("currency").asText());
    }

    /** Fails unless the response has this status. */
    public static void requireStatus(int status, WalletResponse answer, String rule, String what, String hint) {
        require(answer.status() == status, rule, status + " for " + what, describe(answer), hint, answer);
    }

    /** Fails unless the signature check refused the callback (ERR-2, SIG-13); an error of the server breaks only ERR-2. */
    public static void requireUnauthorized(WalletResponse answer, String rule, String what) {
        requireStatus(
                401,
                answer,
                answer.status() >= 500 ? "ERR-2" : rule,
                what,
                "Verify every callback over its raw bytes before anything else, and respond 401.");
    }

    /** Fails when the response has this status. */
    public static void requireRefusalIsNot(WalletResponse answer, int status, String rule, String what) {
        require(answer.status() != status, rule, "200 for " + what, describe(answer), "", answer);
    }

    /** Fails when the response is 200. */
    public static void requireRefused(WalletResponse answer, String rule, String what, String hint) {
        require(answer.status() != 200, rule, "anything but 200 for " + what, describe(answer), hint, answer);
    }

    /** Fails unless the response is 200 with a readable balance. */
    public static void requireApplied(WalletResponse answer, String rule, String what) {
        requireStatus(200, answer, answer.status() > 200 && answer.status() < 400 ? "ERR-2" : rule, what, "");
        require(
                answer.balance() != null,
                "WAL-13",
                "a balance in the response to " + what,
                describe(answer),
                "",
                answer);
    }

    /** Fails unless the reported balance of a player has changed by exactly this amount. */
    public static void requireMoved(
            Player whose, BigDecimal now, BigDecimal before, BigDecimal change, String rule, String hint) {
        var expected = before.add(change);
        requireBalance(
                expected,
                now,
                rule,
                change.signum() == 0
                        ? "the balance unchanged at " + whose.money(before)
                        : "the balance " + whose.money(change.abs()) + (change.signum() < 0 ? " lower" : " higher")
                                + ", " + whose.money(expected) + " after " + whose.money(before),
                "the player callback reports " + whose.money(now),
                hint,
                null);
    }

    /** Returns the balance that the player callback reported; fails when it did not (LAU-10, WAL-2). */
    public static BigDecimal reportedBalance(WalletResponse answer) {
        var balance = answer.balance();
        require(
                answer.status() == 200 && balance != null,
                Set.of(401, 403, 404, 422).contains(answer.status()) ? "LAU-10" : "WAL-2",
                "200 with a balance from the player callback",
                describe(answer),
                "",
                answer);
        return Objects.requireNonNull(balance);
    }

    /** Returns the balance in a response; fails when there is none (WAL-13). */
    public static BigDecimal balance(WalletResponse answer) {
        var balance = answer.balance();
        require(balance != null, "WAL-13", "a balance in the response", describe(answer), "", answer);
        return Objects.requireNonNull(balance);
    }

    /** Fails unless the response is 200 with this balance (WAL-13: the balance after the operation). */
    public static void requireApplied(WalletResponse answer, BigDecimal balance, String rule, String what) {
        requireApplied(answer, rule, what);
        requireBalance(
                balance,
                Objects.requireNonNull(answer.balance()),
                rule,
                "the balance after " + what + ", " + money(balance, answer) + ", in the response",
                describe(answer),
                RETURN_THE_BALANCE_AFTER,
                answer);
    }

    /** Fails unless a replay returned the stored result (IDM-2): the same operatorTransactionId and the same balance. */
    public static void requireReplay(WalletResponse first, WalletResponse again, String what) {
        requireStatus(
                200,
                again,
                "IDM-2",
                what + " sent again",
                "Look up transactionId first; when it is known, return the stored response.");
        requireSameResult(first, again, "IDM-2", what + " sent again");
    }

    /** Fails unless both responses have the same createdAt; a wallet may leave it out (WAL-13). */
    public static void requireSameTime(WalletResponse first, WalletResponse again, String rule, String what) {
        var created = first.json().path("createdAt").asText();
        var now = again.json().path("createdAt").asText();
        require(
                Oracles.isSameMoment(created, now),
                rule,
                "the stored createdAt " + created + " in " + what,
                describe(again),
                "Store the time of the transaction with it.",
                again);
    }

    /** Fails unless both responses have the same operatorTransactionId and the same balance. */
    public static void requireSameResult(WalletResponse first, WalletResponse again, String rule, String what) {
        require(
                again.operatorTransactionId().equals(first.operatorTransactionId()),
                rule,
                "the stored operatorTransactionId " + first.operatorTransactionId() + " for " + what,
                describe(again),
                "",
                again);
        var balance = first.balance();
        var now = again.balance();
        require(
                balance == null || (now != null && now.compareTo(balance) == 0),
                rule,
                "the stored balance " + (balance == null ? "" : money(balance, first)) + " for " + what,
                describe(again),
                "Store the response with the transaction; the current balance may differ.",
                again);
        require(
                again.json()
                        .path("balance")
                        .path("currency")
                        .equals(first.json().path("balance").path("currency")),
                rule,
                "the stored currency for " + what,
                describe(again),
                "",
                again);
    }
}
