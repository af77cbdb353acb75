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

    /** Returns what a report tells the reader to do: where an error of the server is the failure, its log comes before the hint. */
    public String advice() {
        var isServerError = actual.matches("(?s)status 5\\d\\d\\b.*");
        return (isServerError ? "The wallet answered with a server error: read its log first. " : "") + hint();
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
