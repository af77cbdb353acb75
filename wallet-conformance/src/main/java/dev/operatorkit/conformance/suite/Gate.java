package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.wire.Exchange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names a behaviour that other cases build on, and the case that judges it. Gates run first, in this order. When one is broken,
 * a case that needs it is skipped, since its failure would say nothing about its own subject; and failures that show the same
 * symptom are reported as one cause.
 */
public enum Gate {
    PLAYER("player-answers-the-account", "the player callback", "player"),
    TOKEN("player-can-be-asked-again", "a token that can be used repeatedly", "player"),
    ORDER("timestamps-in-any-order", "callbacks that may be signed in any order", ""),
    DEBIT("debit-subtracts-the-stake", "debits", "debit"),
    RESULT("debit-answers-a-complete-result", "complete results", ""),
    LOOKUP("debit-is-stored", "the lookup", "transactions"),
    ROLLBACK("rollback-returns-the-stake", "rollbacks", "rollback"),
    CREDIT("credit-adds-the-payout", "credits", "credit"),
    FREE_ROUND("free-round-takes-nothing", "free rounds", ""),
    ZERO_PAYOUT("zero-payout", "payouts of 0", ""),
    REPLAY("replayed-debit", "replays", ""),
    SIGNATURE("flipped-signature-on-every-callback", "the signature check", ""),
    TIMESTAMP("stale-timestamp-on-every-callback", "the timestamp check", ""),
    FUNDS("debit-over-the-balance-by-one-unit", "the check of the balance", "");

    private final String caseId;
    private final String subject;
    private final String callback;

    /** Creates a gate; {@code callback} is the one whose failures are its own, if it is about one. */
    Gate(String caseId, String subject, String callback) {
        this.caseId = caseId;
        this.subject = subject;
        this.callback = callback;
    }

    /** Returns the id of the case that judges it. */
    public String caseId() {
        return caseId;
    }

    /** Returns the reason why a case that needs it is skipped. */
    public String blocking() {
        return "blocked by " + caseId + ": this case needs " + subject;
    }

    /**
     * Returns true when the failure of a case is the failure of this gate again: of the same rule, of its callback, of a forgery, of
     * a balance, or with the same refusal among the exchanges of the case.
     */
    public boolean explains(Failure broken, Failure failure, List<Exchange> exchanges) {
        var shown = failure.exchange();
        var isForged = shown != null && !shown.request().genuine();
        return failure.rule().equals(broken.rule())
                || (shown != null && !isForged && callback(shown).equals(callback))
                || (this == SIGNATURE && isForged)
                || (isBalance(broken) && isBalance(failure))
                || exchanges.stream().anyMatch(each -> isSameRefusal(broken.exchange(), each));
    }

    /** Returns true when no response is wrong, but the balance that the player callback reports. */
    private static boolean isBalance(Failure failure) {
        return failure.exchange() == null && failure.expected().startsWith("the balance");
    }

    private static boolean isSameRefusal(@Nullable Exchange one, Exchange other) {
        return one != null
                && !status(one).equals("200")
                && status(one).equals(status(other))
                && one.request().genuine() == other.request().genuine()
                && callback(one).equals(callback(other));
    }

    /** Returns the last part of the path, without the id that a lookup names. */
    private static String callback(Exchange exchange) {
        return exchange.request()
                .path()
                .replaceFirst("/transactions/.*", "/transactions")
                .replaceFirst(".*/", "");
    }

    private static String status(Exchange exchange) {
        var head =
                new String(exchange.received(), 0, Math.min(12, exchange.received().length), StandardCharsets.US_ASCII);
        return head.length() == 12 ? head.substring(9) : "";
    }
}
