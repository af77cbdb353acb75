package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.SignedRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names a behaviour that other cases build on, and the case that judges it. Gates run first, in this order. When one is broken,
 * a case that needs it is skipped, since its failure would say nothing about its own subject; and failures that show the same
 * symptom are reported as one cause.
 */
public enum Gate {
    PLAYER("player-answers-the-account", "the player callback"),
    TOKEN("player-can-be-asked-again", "a token that can be used repeatedly"),
    ORDER("timestamps-in-any-order", "callbacks that may be signed in any order"),
    DEBIT("debit-subtracts-the-stake", "debits"),
    RESULT("debit-answers-a-complete-result", "complete results"),
    LOOKUP("debit-is-stored", "the lookup"),
    ROLLBACK("rollback-returns-the-stake", "rollbacks"),
    CREDIT("credit-adds-the-payout", "credits"),
    FREE_ROUND("free-round-takes-nothing", "free rounds"),
    ZERO_PAYOUT("zero-payout", "payouts of 0"),
    REPLAY("replayed-debit", "replays"),
    SIGNATURE("flipped-signature-on-every-callback", "the signature check"),
    TIMESTAMP("stale-timestamp-on-every-callback", "the timestamp check"),
    FUNDS("debit-over-the-balance-by-one-unit", "the check of the balance");

    private static final Pattern NOTHING = Pattern.compile("\"amount\"\\s*:\\s*0(\\.0*)?\\s*[,}]");
    private static final long FIVE_MINUTES = 300_000;

    private final String caseId;
    private final String subject;

    Gate(String caseId, String subject) {
        this.caseId = caseId;
        this.subject = subject;
    }

    /** Returns the id of the case that judges it. */
    public String caseId() {
        return caseId;
    }

    /** Returns the reason why a case that needs it is skipped. */
    public String blocking() {
        return "blocked by " + caseId + ": this case needs " + subject;
    }

    /** Returns true when the failure of a case is the failure of this gate again. */
    public boolean explains(Failure broken, Failure failure, List<Exchange> exchanges) {
        return switch (this) {
            case ORDER -> isRefusedAsUnsigned(failure.exchange());
            case RESULT -> failure.rule().equals("WAL-13");
            case REPLAY -> failure.rule().equals("IDM-1") || failure.rule().equals("IDM-2");
            case FUNDS -> failure.expected().startsWith("409");
            case LOOKUP -> concerns(failure.exchange()) || failure.rule().equals("WAL-12");
            default ->
                concerns(failure.exchange())
                        || hasSymptomOf(broken, exchanges)
                        || (isBalance(broken) && isBalance(failure));
        };
    }

    /** Returns true when no response is wrong, but the balance that the player callback reports. */
    private static boolean isBalance(Failure failure) {
        return failure.exchange() == null && failure.expected().startsWith("the balance");
    }

    /** Looks for a response like the one that broke the gate: the same callback and the same refusal. */
    private boolean hasSymptomOf(Failure broken, List<Exchange> exchanges) {
        var first = broken.exchange();
        if (first == null || status(first).equals("200")) {
            return false;
        }
        return exchanges.stream()
                .anyMatch(each -> concerns(each) && status(each).equals(status(first)));
    }

    private boolean concerns(@Nullable Exchange exchange) {
        if (exchange == null) {
            return false;
        }
        var path = exchange.request().path();
        return switch (this) {
            case SIGNATURE -> hasOddSignature(exchange.request()) && !hasOddTimestamp(exchange);
            case TIMESTAMP -> hasOddTimestamp(exchange);
            case PLAYER, TOKEN -> isPlain(exchange) && path.endsWith("/player");
            case DEBIT -> isPlain(exchange) && path.endsWith("/debit");
            case CREDIT -> isPlain(exchange) && path.endsWith("/credit");
            case ROLLBACK -> isPlain(exchange) && path.endsWith("/rollback");
            case FREE_ROUND -> isOfNothing(exchange, "/debit");
            case ZERO_PAYOUT -> isOfNothing(exchange, "/credit");
            case LOOKUP -> isPlain(exchange) && path.contains("/transactions/");
            case ORDER, RESULT, REPLAY, FUNDS -> false;
        };
    }

    private static boolean isRefusedAsUnsigned(@Nullable Exchange exchange) {
        return exchange != null
                && !hasOddSignature(exchange.request())
                && status(exchange).equals("401");
    }

    private static boolean isOfNothing(Exchange exchange, String path) {
        return isPlain(exchange)
                && exchange.request().path().endsWith(path)
                && NOTHING.matcher(new String(exchange.request().body(), StandardCharsets.UTF_8))
                        .find();
    }

    private static boolean isPlain(Exchange exchange) {
        return !hasOddSignature(exchange.request()) && !hasOddTimestamp(exchange);
    }

    private static boolean hasOddSignature(SignedRequest request) {
        return !request.genuine() || lacks(request, "X-Svc-Signature");
    }

    private static boolean lacks(SignedRequest request, String header) {
        return request.headers().stream().noneMatch(each -> each.name().equalsIgnoreCase(header));
    }

    private static boolean hasOddTimestamp(Exchange exchange) {
        var request = exchange.request();
        return exchange.hasUnusualTimestamp()
                || Math.abs(request.offset()) > FIVE_MINUTES
                || lacks(request, "X-Svc-Timestamp");
    }

    private static String status(Exchange exchange) {
        var head =
                new String(exchange.received(), 0, Math.min(12, exchange.received().length), StandardCharsets.US_ASCII);
        return head.length() == 12 ? head.substring(9) : "";
    }
}
