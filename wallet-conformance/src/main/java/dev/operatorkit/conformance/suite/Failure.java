package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.BalanceChain;
import dev.operatorkit.conformance.money.BalanceTrail;
import dev.operatorkit.conformance.wire.Exchange;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports that the wallet breaks a rule, or that a balance is wrong. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String SERVER_ERROR = "The wallet answered with a server error: read its log first.";

    private final String rule;
    private final String expected;
    private final String actual;
    private final String hint;
    private final transient @Nullable Exchange exchange;
    private final transient @Nullable Claim claim;
    private final transient @Nullable BalanceChain chain;

    /** Holds the balance that a check expects and the one that the wallet reports. */
    record Claim(BigDecimal expected, BigDecimal actual) {}

    /**
     * Creates a failure.
     *
     * @param rule the broken rule
     * @param hint advice on where to look, or an empty text
     * @param exchange the one that shows the failure, if there is one
     */
    public Failure(String rule, String expected, String actual, String hint, @Nullable Exchange exchange) {
        this(rule, expected, actual, hint, exchange, null, null);
    }

    private Failure(
            String rule,
            String expected,
            String actual,
            String hint,
            @Nullable Exchange exchange,
            @Nullable Claim claim,
            @Nullable BalanceChain chain) {
        super("expected " + expected + "; actual: " + actual);
        this.rule = rule;
        this.expected = expected;
        this.actual = actual;
        this.hint = hint;
        this.exchange = exchange;
        this.claim = claim;
        this.chain = chain;
    }

    /** Returns a copy that is about a balance. */
    public Failure ofBalance(BigDecimal expectedBalance, BigDecimal actualBalance) {
        var balances = new Claim(expectedBalance, actualBalance);
        return new Failure(rule, expected, actual, hint, exchange, balances, chain);
    }

    /** Returns a copy that the movements of the case explain, if it is about a balance and they can. */
    public Failure explainedBy(BalanceTrail trail) {
        return claim == null
                ? this
                : trail.explain(claim.expected(), claim.actual(), exchange)
                        .map(this::explainedBy)
                        .orElse(this);
    }

    /** Returns a copy that these movements explain. */
    public Failure explainedBy(BalanceChain movements) {
        return new Failure(rule, expected, actual, hint, exchange, claim, movements);
    }

    /** Returns the broken rule. */
    public String rule() {
        return rule;
    }

    /** Returns the expected behaviour. */
    public String expected() {
        return expected;
    }

    /** Returns the actual behaviour. */
    public String actual() {
        return actual;
    }

    /** Returns advice on where to look: that of the case, or else that of the rule. */
    public String hint() {
        return hint.isEmpty() ? Rules.hintFor(rule) : hint;
    }

    /** Returns what a report tells the reader to do: what the status itself says comes before the hint, or takes its place. */
    public String advice() {
        var status = actual.matches("(?s)status \\d{3}\\b.*") ? actual.substring(7, 10) : "";
        return switch (status) {
            case "500" ->
                SERVER_ERROR + " A number beyond its column's range and a lock that timed out end like this too. "
                        + hint();
            case "413", "414", "431" ->
                "Something in front of the wallet limits the size of a request: raise its limit (D-36).";
            case "429", "503" ->
                "The wallet or something in front of it refuses load: raise its limit for the service's addresses.";
            case "409" ->
                "Respond 409 only when the balance does not cover the stake, and 422 for a limit or a policy (ERR-2). "
                        + hint();
            default -> (status.startsWith("5") ? SERVER_ERROR + " " : "") + hint();
        };
    }

    /** Returns the exchange that shows the failure, if there is one. */
    public @Nullable Exchange exchange() {
        return exchange;
    }

    /** Returns the movements that show a wrong balance, if they were found. */
    public Optional<BalanceChain> chain() {
        return Optional.ofNullable(chain);
    }
}
