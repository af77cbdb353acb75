package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Exchange;
import org.jspecify.annotations.Nullable;

/** Reports that the wallet breaks a rule, or that a balance is wrong. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String rule;
    private final String expected;
    private final String actual;
    private final String hint;
    private final transient @Nullable Exchange exchange;

    Failure(String rule, String expected, String actual, String hint, @Nullable Exchange exchange) {
        super("expected " + expected + "; actual: " + actual);
        this.rule = rule;
        this.expected = expected;
        this.actual = actual;
        this.hint = hint;
        this.exchange = exchange;
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

    /** Returns advice on where to look, or an empty text. */
    public String hint() {
        return hint;
    }

    /** Returns the exchange that shows the failure, if there is one. */
    public @Nullable Exchange exchange() {
        return exchange;
    }
}
