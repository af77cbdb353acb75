package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The checks that cases share. Each cites the rule that is broken when it does not hold. */
public final class Check {
    private static final int SHOWN = 200;

    private Check() {}

    /** The one way to fail. */
    public static void require(
            boolean holds, String rule, String expected, String came, String hint, @Nullable WalletResponse answer) {
        if (!holds) {
            throw new Failure(rule, expected, came, hint, answer == null ? null : answer.exchange());
        }
    }

    /** An answer in short words. */
    public static String describe(WalletResponse answer) {
        var text = answer.text().strip().replaceAll("\\s+", " ");
        var shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
        return "the wallet answered " + answer.status() + (shown.isEmpty() ? " with no body" : " " + shown);
    }

    /** This status and no other. */
    public static void requireStatus(int status, WalletResponse answer, String rule, String what, String hint) {
        require(answer.status() == status, rule, status + " for " + what, describe(answer), hint, answer);
    }

    /** Refused by the signature check (ERR-2, SIG-13). */
    public static void requireUnauthorized(WalletResponse answer, String rule, String what) {
        requireStatus(
                401,
                answer,
                rule,
                what,
                "Verify every callback, before anything else, over the raw bytes; answer 401.");
    }

    /** Anything but 200. */
    public static void requireRefused(WalletResponse answer, String rule, String what, String hint) {
        require(answer.status() != 200, rule, "anything but 200 for " + what, describe(answer), hint, answer);
    }

    /** 200 with a readable balance. */
    public static void requireApplied(WalletResponse answer, String rule, String what) {
        requireStatus(200, answer, rule, what, "");
        require(answer.balance() != null, "WAL-13", "a balance in the answer to " + what, describe(answer), "", answer);
    }

    /** 200, and this balance in the answer (WAL-13: after the operation). */
    public static void requireApplied(WalletResponse answer, BigDecimal balance, String rule, String what) {
        requireApplied(answer, rule, what);
        require(
                Objects.requireNonNull(answer.balance()).compareTo(balance) == 0,
                rule,
                "the balance after " + what + ", " + balance.toPlainString() + ", in its answer",
                describe(answer),
                "The answer carries the balance after the movement, from the same transaction that made it.",
                answer);
    }

    /** The stored result again (IDM-2): the same operatorTransactionId and the same balance. */
    public static void requireReplay(WalletResponse first, WalletResponse again, String what) {
        requireStatus(
                200,
                again,
                "IDM-2",
                what + " sent again",
                "Look transactionId up first; when it is known, answer what is stored.");
        requireSameResult(first, again, "IDM-2", what + " sent again");
    }

    /** The same operatorTransactionId and the same balance as {@code first}. */
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
                "the stored balance " + (balance == null ? "" : balance.toPlainString()) + " for " + what,
                describe(again),
                "Store the answer with the transaction; today's balance is another one.",
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
